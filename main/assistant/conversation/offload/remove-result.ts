import type { Dependencies } from '../dependencies.ts';
import type { CountText, Json } from '../service.ts';
import type { StoredMessage } from '../store/message-store.ts';
import { readSource } from './read-source.ts';
import type { Removal } from './take-out.ts';

export type RemovalDependencies = Pick<Dependencies, 'messages' | 'takeOut' | 'files' | 'settings'>;

const callKey = (row: Pick<StoredMessage, 'turnId' | 'metadata'>, callId: string): string =>
  JSON.stringify([row.turnId, row.metadata.step, callId]);

/** What each call was asked with, by turn, step and id. */
const callInputs = (rows: readonly StoredMessage[]): Map<string, Json> =>
  new Map(
    rows.flatMap((row) =>
      (row.metadata.calls ?? []).map((call) => [callKey(row, call.call_id), call.input] as const),
    ),
  );

const referenceLine = /^\[(?:Bash|Terminal|Tool) output in context: [\w-]+\] \(/m;
const maxReferenceLength = 4000;

/** A result that is the beginning of an output and the reference to its file (S1-01): it is offloaded already. */
const isReference = (text: string): boolean =>
  text.length <= maxReferenceLength && referenceLine.test(text);

/**
 * Makes ready one result's leaving the prompt (S2-07…09): long ones as records, short ones and those that name a file
 * already behind a lazy file, pages of context files behind the file they come from. Errors of context files.
 *
 * @param rows the results, and the steps that asked for them
 */
export const createRemoveResult = (
  { messages, takeOut, files, settings }: RemovalDependencies,
  rows: readonly StoredMessage[],
  count: CountText,
): ((row: StoredMessage) => Promise<Removal>) => {
  const { offload, offloadTokens } = settings.get().assistant;
  const inputs = callInputs(rows);
  return async (row) => {
    const whole = messages.find(row.conversationId, row.messageId) ?? row;
    const message = { ...whole, text: whole.original ?? whole.content };
    const { tool_name: toolName = '', call_id: callId = '' } = row.metadata;
    const input = inputs.get(callKey(row, callId));
    const source = await readSource(files, row.conversationId, toolName, input);
    if (source !== null) return takeOut.toKnownFile(message, source.address);
    const isRecord = offload && !isReference(message.text) && count(message.text) > offloadTokens;
    return isRecord ? takeOut.toRecord(message) : takeOut.toLazyFile(message);
  };
};

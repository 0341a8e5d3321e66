/** Makes one message ready to leave the prompt: which file has it, and what stands in its place. */
import { questionPlaceholder } from '../offload/placeholder.ts';
import type { Removal } from '../offload/offloader.ts';
import { readSource } from '../offload/read-source.ts';
import type { Json } from '../service.ts';
import type { StoredMessage } from '../store/message-store.ts';
import type { ReductionDependencies, ReductionRequest } from './reduction.ts';

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
 * Results (S2-07…09): long ones become records, short ones and those that name a file already lazy files, pages of
 * context files point at the file they come from. Questions become records; the one that is being answered keeps its
 * beginning. Errors of context files.
 */
export const createPrepareRemoval = (
  { messages, offloader, files, settings }: Omit<ReductionDependencies, 'logger'>,
  { rows, turnId, count }: ReductionRequest,
): ((row: StoredMessage) => Promise<Removal>) => {
  const { offload, offloadTokens } = settings.get().assistant;
  const inputs = callInputs(rows);

  const prepareResult = async (row: StoredMessage, text: string): Promise<Removal> => {
    const message = { ...row, text };
    const { tool_name: toolName = '', call_id: callId = '' } = row.metadata;
    const input = inputs.get(callKey(row, callId));
    const source = await readSource(files, row.conversationId, toolName, input);
    if (source !== null) return offloader.toKnownFile(message, source.address);
    const isRecord = offload && !isReference(text) && count(text) > offloadTokens;
    return isRecord ? offloader.toRecord(message) : offloader.toLazyFile(message);
  };

  const prepareQuestion = async (row: StoredMessage, text: string): Promise<Removal> => {
    const message = { ...row, text };
    const removal = await (offload ? offloader.toRecord(message) : offloader.toLazyFile(message));
    if (row.turnId !== turnId) return removal;
    const reminders = row.content.slice(text.length);
    return { ...removal, placeholder: questionPlaceholder(text, removal.address) + reminders };
  };

  return (row) => {
    const whole = messages.find(row.conversationId, row.messageId) ?? row;
    const text = whole.original ?? whole.content;
    return row.role === 'tool' ? prepareResult(whole, text) : prepareQuestion(whole, text);
  };
};

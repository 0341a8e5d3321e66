import { AppError } from '#shared/errors.ts';
import { chooseEphemeral } from '../ephemeral.ts';
import type { ConversationParts } from '../parts.ts';
import type { CountText, Json, ToolTraits } from '../service.ts';
import type { StoredMessage } from '../store/message-store.ts';
import { readSource } from './read-source.ts';
import type { Removal } from './take-out.ts';

type PassParts = Pick<ConversationParts, 'messages' | 'takeOut' | 'files' | 'settings' | 'logger'>;

const callKey = (row: Pick<StoredMessage, 'turnId' | 'metadata'>, callId: string): string =>
  JSON.stringify([row.turnId, row.metadata.step, callId]);

/** What each call was asked with, by turn, step and id. */
const callInputs = (rows: readonly StoredMessage[]): Map<string, Json> =>
  new Map(
    rows.flatMap((row) =>
      (row.metadata.calls ?? []).map((call) => [callKey(row, call.call_id), call.input] as const),
    ),
  );

/** The sequence up to which every output was in a prompt that a model answered. */
const seenUpTo = (rows: readonly StoredMessage[]): number =>
  rows.findLast(({ metadata }) => metadata.kind === 'step' || metadata.kind === 'finish')
    ?.sequence ?? 0;

const referenceLine = /^\[(?:Bash|Terminal|Tool) output in context: [\w-]+\] \(/m;
const longestReference = 4000;

/** A result that is the beginning of an output and the reference to its file (S1-01): it is offloaded already. */
const isReference = (text: string): boolean =>
  text.length <= longestReference && referenceLine.test(text);

/**
 * Makes ready what the ephemeral policy takes out before a model call (S2-07): long outputs as records, short ones
 * and those that name a file already behind a lazy file, pages of context files behind the file they come from. An
 * output whose file cannot be made stays.
 */
export const ephemeralRemovals = async (
  parts: PassParts,
  rows: readonly StoredMessage[],
  traitsOf: (toolName: string) => ToolTraits,
  count: CountText,
): Promise<Removal[]> => {
  const { messages, takeOut, settings, logger } = parts;
  const { ephemeralKeepRecent, assistant } = settings.get();
  const seen = seenUpTo(rows);
  const outputs = rows
    .filter(({ role, restored }) => role === 'tool' && !restored)
    .map((row) => ({
      messageId: row.messageId,
      toolName: row.metadata.tool_name ?? '',
      seen: row.sequence < seen,
      destroyed: row.placeholder !== null,
    }));
  const chosen = new Set(chooseEphemeral(outputs, traitsOf, ephemeralKeepRecent));
  if (chosen.size === 0) return [];
  const inputs = callInputs(rows);

  const remove = async (row: StoredMessage): Promise<Removal> => {
    const whole = messages.find(row.conversationId, row.messageId) ?? row;
    const message = { ...whole, text: whole.original ?? whole.content };
    const { tool_name: toolName = '', call_id: callId = '' } = row.metadata;
    const input = inputs.get(callKey(row, callId));
    const source = await readSource(parts.files, row.conversationId, toolName, input);
    if (source !== null) return takeOut.toKnownFile(message, source.address);
    const isRecord =
      assistant.offload &&
      !isReference(message.text) &&
      count(message.text) > assistant.offloadTokens;
    return isRecord ? takeOut.toRecord(message) : takeOut.toLazyFile(message);
  };

  const removals: Removal[] = [];
  for (const row of rows) {
    if (!chosen.has(row.messageId)) continue;
    try {
      removals.push(await remove(row));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      logger.log('warn', 'an ephemeral output could not be offloaded and stays', {
        conversationId: row.conversationId,
        messageId: row.messageId,
        code: error.code,
      });
    }
  }
  return removals;
};

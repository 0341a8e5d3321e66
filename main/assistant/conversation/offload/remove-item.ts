import type { CountText } from '../service.ts';
import type { StoredMessage } from '../store/message-store.ts';
import { questionPlaceholder } from './placeholder.ts';
import { createRemoveResult, type RemovalDependencies } from './remove-result.ts';
import type { Removal } from './take-out.ts';

/**
 * Makes ready that one item leaves the prompt (S2-09): results, and questions, of which the one that is being answered
 * keeps its beginning. Errors of context files.
 *
 * @param rows the items, and the steps that asked for results among them
 * @param turnId the turn under way
 */
export const createRemoveItem = (
  dependencies: RemovalDependencies,
  rows: readonly StoredMessage[],
  turnId: string | null,
  count: CountText,
): ((row: StoredMessage) => Promise<Removal>) => {
  const { messages, takeOut, settings } = dependencies;
  const { offload } = settings.get().assistant;
  const removeResult = createRemoveResult(dependencies, rows, count);
  return async (row) => {
    if (row.role === 'tool') return removeResult(row);
    const whole = messages.find(row.conversationId, row.messageId) ?? row;
    const text = whole.original ?? whole.content;
    const message = { ...whole, text };
    const removal = await (offload ? takeOut.toRecord(message) : takeOut.toLazyFile(message));
    if (row.turnId !== turnId) return removal;
    const reminders = whole.content.slice(text.length);
    return { ...removal, placeholder: questionPlaceholder(text, removal.address) + reminders };
  };
};

/** Ids of the files that removals made, to be deleted when those do not happen. */
export const filesMadeFor = (removals: readonly Removal[]): string[] =>
  removals.flatMap(({ madeFile }) => (madeFile === null ? [] : [madeFile]));

import { AppError } from '#shared/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import { shownText } from '../prompt-items.ts';
import type { CountText } from '../service.ts';
import type { StoredMessage } from '../store/message-store.ts';
import { beginningWithin } from '#main/graphemes.ts';
import { createRemoveResult, type RemovalDependencies } from './remove-result.ts';
import { lastSeenSequence } from './seen.ts';
import type { Removal } from './take-out.ts';

type TruncateDependencies = RemovalDependencies & Pick<Dependencies, 'logger'>;

/** UTF-16 units and tokens of a result's beginning that stay, whichever is less. */
const maxPreviewLength = 800;
const maxPreviewTokens = 200;

/** The beginning of a text that any window holds. */
export const previewOf = (text: string, count: CountText): string => {
  let preview = beginningWithin(text, maxPreviewLength);
  while (count(preview) > maxPreviewTokens) {
    preview = beginningWithin(preview, Math.floor(preview.length / 2));
  }
  return preview;
};

/**
 * Makes ready that the largest result which no model call has seen leaves the prompt, all but its beginning (S0-06):
 * only where the window cannot hold it, since what is unseen is not taken out otherwise (S2-08). Null when no such
 * result has more than `most` tokens, or its file cannot be made.
 */
export const curtailRemoval = async (
  dependencies: TruncateDependencies,
  rows: readonly StoredMessage[],
  turnId: string,
  count: CountText,
  most: number,
): Promise<Removal | null> => {
  const answered = lastSeenSequence(rows);
  const [largest] = rows
    .filter(
      (row) =>
        row.role === 'tool' &&
        row.turnId === turnId &&
        row.sequence > answered &&
        row.placeholder === null,
    )
    .map((row) => {
      const text = shownText(row, turnId);
      return { row, text, tokens: count(text) };
    })
    .filter(({ tokens }) => tokens > most)
    .sort((one, other) => other.tokens - one.tokens);
  if (!largest) return null;
  const { row, text } = largest;
  try {
    const removal = await createRemoveResult(dependencies, rows, count)(row);
    return { ...removal, placeholder: `${previewOf(text, count)}\n\n${removal.placeholder}` };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    dependencies.logger.log('warn', 'a result too long for the model could not be offloaded', {
      conversationId: row.conversationId,
      code: error.code,
    });
    return null;
  }
};

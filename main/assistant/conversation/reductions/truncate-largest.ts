/** When the window cannot hold a result: all but its beginning leaves the prompt (S0-06). */
import { beginningWithin } from '#main/base/text/graphemes.ts';
import { lastSeenSequence } from '../offload/seen.ts';
import type { Removal } from '../offload/offloader.ts';
import { shownText } from '../prompt-items.ts';
import type { CountText } from '../service.ts';
import { createPrepareRemoval } from './prepare-removal.ts';
import type { ReductionDependencies, ReductionRequest } from './reduction.ts';
import { logFailedRemoval } from './remove-all.ts';

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
 * Takes the largest result of the turn that no model call has seen: what is unseen is not taken out otherwise (S2-08).
 * Null when no such result has more than `maxTokens` tokens, or its file cannot be made.
 */
export const truncateLargest = async (
  dependencies: ReductionDependencies,
  request: ReductionRequest,
  maxTokens: number,
): Promise<Removal | null> => {
  const { rows, turnId, count } = request;
  const answered = lastSeenSequence(rows);
  const [largest] = rows
    .filter((row) => row.role === 'tool' && row.turnId === turnId)
    .filter((row) => row.sequence > answered && row.placeholder === null)
    .map((row) => {
      const text = shownText(row, turnId);
      return { row, text, tokens: count(text) };
    })
    .filter(({ tokens }) => tokens > maxTokens)
    .sort((one, other) => other.tokens - one.tokens);
  if (!largest) return null;
  const { row, text } = largest;
  try {
    const removal = await createPrepareRemoval(dependencies, request)(row);
    return { ...removal, placeholder: `${previewOf(text, count)}\n\n${removal.placeholder}` };
  } catch (error) {
    const message = 'a result too long for the model could not be offloaded';
    logFailedRemoval(dependencies, message, row, error);
    return null;
  }
};

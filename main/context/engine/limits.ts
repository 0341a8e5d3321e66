/** How much a request may take, and what is said when it cannot take less. */
import type { Minimums, Shares } from '#shared/domain/budget.ts';
import { AppError } from '#shared/errors.ts';
import type { Costed } from './price.ts';

export type Limits = {
  /** Tokens there are for the four layers. */
  total: number;
  shares: Shares;
  minimums: Minimums;
  /** How far what is let in besides (N2) may take the total; absent when nobody knows the model's window. */
  max?: number;
  /** The largest request that is sent: the writer's setting for the model, or the usual limit (S3-42, E2). */
  maxInput: number;
};

/** What is never cut does not fit; the answer names all of it, the largest first (S3-26). */
export const tooLarge = (
  required: number,
  { total, maxInput }: Pick<Limits, 'total' | 'maxInput'>,
  costed: readonly Costed[],
): AppError => {
  const items = costed
    .filter(
      ({ candidate }) =>
        !candidate.excluded &&
        (candidate.reason === 'writerConstraint' ||
          candidate.group === 'narration' ||
          candidate.group === 'additional' ||
          candidate.group === 'instruction'),
    )
    .toSorted((left, right) => right.cost - left.cost)
    .map(({ candidate, cost }) => ({ id: candidate.id, tokens: cost }));
  // No window is larger than the limit of any request: then more room is no way out.
  const hint = total < maxInput ? 'give the context more room' : 'narrow retrieval';
  return new AppError(
    'CONTEXT_INPUT_TOO_LARGE',
    `What must be sent takes ${required} tokens and there are ${total}. Shorten or switch off constraints, shorten the instruction, or ${hint}.`,
    { tokens: required, limit: total, items },
  );
};

/** S3-42. */
export const overInputLimit = (tokenCount: number, maxInput: number): AppError =>
  new AppError(
    'CONTEXT_INPUT_TOO_LARGE',
    `The request would take ${tokenCount} tokens; at most ${maxInput} are sent. Narrow retrieval or set a smaller context.`,
    { tokens: tokenCount, limit: maxInput },
  );

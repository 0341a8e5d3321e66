/** Whether the writer wants to be asked before a request is sent (N12, E2). */
import type { PurseCaps, PurseQuestion } from './domain/purse.ts';

/** What is forecast of a request, and whether the writer agreed to it. */
export type Expected = PurseQuestion & { isAgreed: boolean; isOwnMachine: boolean };

const costsMore = (
  { cost, currency, isOwnMachine }: Expected,
  limit: number,
  limitCurrency: string | null,
): boolean => {
  // What nobody can hold against the sum may be more than it.
  if (cost === null) return !isOwnMachine;
  if (limitCurrency !== null && currency !== limitCurrency) return cost > 0;
  return cost > limit;
};

/** What is to be asked; null when it may go without. */
export const questionBefore = (
  { askAbove, currency }: Pick<PurseCaps, 'askAbove' | 'currency'>,
  expected: Expected,
): PurseQuestion | null => {
  const { isAgreed, isOwnMachine: _, ...question } = expected;
  const { tokens, money } = askAbove;
  const isMore =
    (tokens !== undefined && expected.inputTokens > tokens) ||
    (money !== undefined && costsMore(expected, money, currency));
  return isMore && !isAgreed ? question : null;
};

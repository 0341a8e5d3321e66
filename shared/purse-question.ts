/** Whether the writer wants to be asked before a request is sent (N12, E2). */
import type { AgreedSum, PurseCaps, PurseQuestion } from './domain/purse.ts';

/** What is forecast of a request, and whether the writer agreed to it, or to which sum where that was told. */
export type Expected = PurseQuestion & {
  isAgreed: boolean;
  agreedTo?: AgreedSum | undefined;
  isOwnMachine: boolean;
};

/** A word holds for hardly more than it was given for: some words typed meanwhile, no other chapter or dearer model. */
const hardlyMore = 1.1;

const isCovered = ({ isAgreed, agreedTo, inputTokens, cost, currency }: Expected): boolean => {
  if (!isAgreed || !agreedTo) return isAgreed;
  if (inputTokens > agreedTo.inputTokens * hardlyMore) return false;
  if (cost === null || agreedTo.cost === null) return cost === agreedTo.cost;
  return currency === agreedTo.currency && cost <= agreedTo.cost * hardlyMore;
};

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
  const { isAgreed: _agreed, agreedTo: _sum, isOwnMachine: _own, ...question } = expected;
  const { tokens, money } = askAbove;
  const isMore =
    (tokens !== undefined && expected.inputTokens > tokens) ||
    (money !== undefined && costsMore(expected, money, currency));
  return isMore && !isCovered(expected) ? question : null;
};

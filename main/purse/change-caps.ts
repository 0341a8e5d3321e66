/** Sets caps: what is named is replaced as a whole, what is absent stays. */
import type { Parsed } from '#shared/contract/index.ts';
import { capNames, type PurseCaps } from '#shared/domain/purse.ts';
import { givenFields } from '#shared/given-fields.ts';

/** Caps in money without a currency are meant in that of the chosen model. */
export const changeCaps = (
  before: PurseCaps,
  change: Parsed<'purse:update'>,
  chosenCurrency: string | null,
): PurseCaps => {
  const caps: PurseCaps = { ...before, ...givenFields(change) };
  const inMoney = [...capNames, 'askAbove' as const].some((name) => caps[name].money !== undefined);
  const isNamed = change.currency !== undefined || caps.currency !== null;
  return inMoney && !isNamed ? { ...caps, currency: chosenCurrency } : caps;
};

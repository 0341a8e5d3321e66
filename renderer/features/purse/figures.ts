/** What the purse shows where one writes: the cap that is nearest, or what today took. */
import { maxOutputFor, type ModelProfile } from '#shared/domain/model-profile.ts';
import type { PurseExcess, PurseState, Spending } from '#shared/domain/purse.ts';
import { isOwnMachine } from '#shared/own-machine.ts';
import { toMicros } from '#shared/price.ts';
import { askedFor, findExcess } from '#shared/purse-excess.ts';

export type NearestCap = {
  name: 'perDay' | 'perMonth';
  unit: 'tokens' | 'money';
  spent: number;
  limit: number;
  /** What is spent and put aside, of 1. */
  share: number;
};

const shareOf = (taken: number, limit: number): number => (limit === 0 ? 1 : taken / limit);

/** The caps of a day or a month, with what is gone of each. */
export const capsOf = (purse: PurseState, name: NearestCap['name']): NearestCap[] => {
  const { tokens, money } = purse[name];
  const spent: Spending = purse.spent[name];
  const { reserved } = purse;
  const caps: NearestCap[] = [];
  if (money !== undefined) {
    const share = shareOf(spent.money + reserved.money, money);
    caps.push({ name, unit: 'money', spent: spent.money, limit: money, share });
  }
  if (tokens !== undefined) {
    const share = shareOf(spent.tokens + reserved.tokens, tokens);
    caps.push({ name, unit: 'tokens', spent: spent.tokens, limit: tokens, share });
  }
  return caps;
};

/** The cap of which most is gone; of equal ones that of the day. Null where none is set. */
export const nearestCap = (purse: PurseState): NearestCap | null =>
  [...capsOf(purse, 'perDay'), ...capsOf(purse, 'perMonth')].reduce<NearestCap | null>(
    (nearest, cap) => (nearest === null || cap.share > nearest.share ? cap : nearest),
    null,
  );

/** As it is known before it is sent; without `outputTokens` the model's answer takes what it may. */
export type RequestAhead = { inputTokens: number; outputTokens?: number | undefined };

/** Why such a request would be refused now; null when it would be sent. */
export const excessAhead = (
  purse: PurseState,
  model: Pick<ModelProfile, 'baseUrl' | 'prices' | 'maxOutput' | 'contextWindow'>,
  { inputTokens, outputTokens = maxOutputFor(model, inputTokens) }: RequestAhead,
): PurseExcess | null =>
  findExcess(
    purse,
    askedFor({
      inputTokens,
      outputTokens,
      prices: model.prices,
      isOwnMachine: isOwnMachine(model.baseUrl),
    }),
    {
      of: (name) => ({
        spent: { tokens: purse.spent[name].tokens, micros: toMicros(purse.spent[name].money) },
        reserved: { tokens: purse.reserved.tokens, micros: toMicros(purse.reserved.money) },
      }),
    },
  );

/** Whether the cap that refused a request was let go of, raised, or put in other money since: its figures are wrong then. */
export const isLifted = (purse: PurseState, { cap, unit, limit, currency }: PurseExcess): boolean =>
  (purse[cap][unit] ?? Number.POSITIVE_INFINITY) > limit ||
  (unit === 'money' && purse.currency !== null && purse.currency !== currency);

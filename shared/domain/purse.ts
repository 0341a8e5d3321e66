/** What requests to models may cost, and what they did. */
import { z } from 'zod';
import { fromMicros, toMicros } from '../price.ts';
import { PaidPurpose } from './egress.ts';
import { Count } from './identifiers.ts';
import { longestCurrency } from './model-profile.ts';

/** In a currency's unit; a millionth is the smallest amount there is. */
const Money = z
  .number()
  .nonnegative()
  .max(1_000_000_000)
  .refine((money) => fromMicros(toMicros(money)) === money, 'at most six decimals');

/** The most that may be spent; what is absent has no limit. */
export const Cap = z.strictObject({ tokens: Count.optional(), money: Money.optional() });
export type Cap = z.infer<typeof Cap>;

/** Days and months are those of the writer's own calendar. */
export const capNames = ['perRequest', 'perDay', 'perMonth'] as const;
export const CapName = z.enum(capNames);
export type CapName = z.infer<typeof CapName>;

const Currency = z.string().trim().min(1).max(longestCurrency);

export const PurseCaps = z.object({
  perDay: Cap,
  perMonth: Cap,
  perRequest: Cap,
  /** The writer is asked before a request is sent that takes more: input tokens, or what they are forecast to cost. */
  askAbove: Cap,
  /** What the caps in money are in; null: in whatever a request is priced in. */
  currency: Currency.nullable(),
});
export type PurseCaps = z.infer<typeof PurseCaps>;

/** What was spent in a day or a month. */
export const Spending = z.object({
  tokens: Count,
  /** In the currency of the caps, or the one that was spent last. */
  money: z.number().nonnegative(),
  currency: Currency.nullable(),
  /** In other currencies. */
  elsewhere: z.array(z.object({ currency: Currency, money: z.number().nonnegative() })),
  /** Tokens counted here because the provider told none, or because an answer broke off. */
  estimatedTokens: Count,
  /** Tokens of models whose prices nobody entered. */
  unpricedTokens: Count,
  requests: Count,
});
export type Spending = z.infer<typeof Spending>;

export const PurseState = PurseCaps.extend({
  spent: z.object({ perDay: Spending, perMonth: Spending }),
  /** Kept for requests under way: the most they can take. */
  reserved: z.object({ tokens: Count, money: z.number().nonnegative() }),
  /** This month, by what it was for. */
  purposes: z.array(z.object({ purpose: PaidPurpose, tokens: Count, requests: Count })),
  /** The writer's day, `2026-03-29`. */
  day: z.string(),
});
export type PurseState = z.infer<typeof PurseState>;

/** Details of PURSE_EXCEEDED: why a request was not sent. Money is in `currency`. */
export const PurseExcess = z.object({
  cap: CapName,
  unit: z.enum(['tokens', 'money']),
  /** `unpriced`: nobody knows what it costs; `otherCurrency`: its price cannot be held against the cap. */
  reason: z.enum(['over', 'unpriced', 'otherCurrency']),
  /** The most the request can take; null where its price is not known. */
  asked: z.number().nonnegative().nullable(),
  spent: z.number().nonnegative(),
  /** By requests under way. */
  reserved: z.number().nonnegative(),
  limit: z.number().nonnegative(),
  /** What is left. */
  fits: z.number().nonnegative(),
  currency: Currency.nullable(),
  /** Of `asked`, for whoever wants to make it smaller. */
  inputTokens: Count,
  outputTokens: Count,
});
export type PurseExcess = z.infer<typeof PurseExcess>;

/** Details of PURSE_ASKS: what a request takes that is sent only when the writer agrees. Money is in `currency`. */
export const PurseQuestion = z.object({
  inputTokens: Count,
  /** Of these the provider's cache will probably serve so many. */
  cachedTokens: Count,
  /** Of the input; null where its price is not known. */
  cost: z.number().nonnegative().nullable(),
  /** Of the next one like it, where the provider keeps what both begin with. */
  nextCost: z.number().nonnegative().nullable(),
  currency: Currency.nullable(),
});
export type PurseQuestion = z.infer<typeof PurseQuestion>;

/** What of a question the writer agreed to. */
export const AgreedSum = PurseQuestion.pick({ inputTokens: true, cost: true, currency: true });
export type AgreedSum = z.infer<typeof AgreedSum>;

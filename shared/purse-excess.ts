/** Whether a request may be sent: the caps, what is gone, and what is asked, as arithmetic on whole numbers (N12). */
import type { Prices } from './domain/model-profile.ts';
import {
  type Cap,
  type CapName,
  capNames,
  type PurseCaps,
  type PurseExcess,
} from './domain/purse.ts';
import { fromMicros, maxMicrosFor, toMicros } from './price.ts';

/** What a request can take at most, as it is known before it is sent. */
export type Forecast = {
  inputTokens: number;
  outputTokens: number;
  prices: Prices | null;
  /** A model of this machine costs nothing unless somebody entered a price for it. */
  isOwnMachine: boolean;
};

/** Of one request, or of many. */
export type Amount = { tokens: number; micros: number };

/** What a request asks for. Not priced: nobody entered what its model costs. */
export type Asked = Amount & {
  inputTokens: number;
  outputTokens: number;
  /** '' where nothing is to be paid. */
  currency: string;
  isPriced: boolean;
};

/** Of a day and of a month; `currency` tells which money is meant. */
export type Books = {
  of(cap: Exclude<CapName, 'perRequest'>, currency: string): { spent: Amount; reserved: Amount };
};

/** What providers add to each message to tell where it begins and whose it is. */
export const tokensAround = 8;

export const askedFor = ({ inputTokens, outputTokens, prices, isOwnMachine }: Forecast): Asked => ({
  inputTokens,
  outputTokens,
  tokens: inputTokens + outputTokens,
  micros: prices ? maxMicrosFor({ input: inputTokens, output: outputTokens }, prices) : 0,
  currency: prices?.currency ?? '',
  isPriced: prices !== null || isOwnMachine,
});

const none: Amount = { tokens: 0, micros: 0 };

const booksOf = (books: Books, name: CapName, currency: string) =>
  name === 'perRequest' ? { spent: none, reserved: none } : books.of(name, currency);

const tokensOver = (name: CapName, cap: Cap, asked: Asked, books: Books): PurseExcess | null => {
  if (cap.tokens === undefined) return null;
  const { spent, reserved } = booksOf(books, name, '');
  const fits = Math.max(0, cap.tokens - spent.tokens - reserved.tokens);
  if (asked.tokens <= fits) return null;
  return {
    cap: name,
    unit: 'tokens',
    reason: 'over',
    asked: asked.tokens,
    spent: spent.tokens,
    reserved: reserved.tokens,
    limit: cap.tokens,
    fits,
    currency: null,
    inputTokens: asked.inputTokens,
    outputTokens: asked.outputTokens,
  };
};

const moneyReason = (
  asked: Asked,
  currency: string,
  fits: number,
): PurseExcess['reason'] | null => {
  if (!asked.isPriced) return 'unpriced';
  if (asked.currency !== '' && asked.currency !== currency) return 'otherCurrency';
  return asked.micros > fits ? 'over' : null;
};

const moneyOver = (
  name: CapName,
  { cap, currency }: { cap: Cap; currency: string },
  asked: Asked,
  books: Books,
): PurseExcess | null => {
  if (cap.money === undefined) return null;
  const { spent, reserved } = booksOf(books, name, currency);
  const fits = Math.max(0, toMicros(cap.money) - spent.micros - reserved.micros);
  const reason = moneyReason(asked, currency, fits);
  if (reason === null) return null;
  return {
    cap: name,
    unit: 'money',
    reason,
    asked: reason === 'over' ? fromMicros(asked.micros) : null,
    spent: fromMicros(spent.micros),
    reserved: fromMicros(reserved.micros),
    limit: cap.money,
    fits: fromMicros(fits),
    currency: currency === '' ? null : currency,
    inputTokens: asked.inputTokens,
    outputTokens: asked.outputTokens,
  };
};

/** The first cap that the request would pass; null when it may be sent. */
export const findExcess = (caps: PurseCaps, asked: Asked, books: Books): PurseExcess | null => {
  const currency = caps.currency ?? asked.currency;
  for (const name of capNames) {
    const cap = caps[name];
    const over =
      tokensOver(name, cap, asked, books) ?? moneyOver(name, { cap, currency }, asked, books);
    if (over) return over;
  }
  return null;
};

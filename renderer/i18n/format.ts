import type { InterfaceLanguage } from '#shared/domain/interface-language.ts';

/** `3214` → `3,214` in both languages. */
export const formatCount = (count: number, language: InterfaceLanguage): string =>
  new Intl.NumberFormat(language).format(count);

/** A share of 1: `0.15` → `15%`. */
export const formatShare = (share: number, language: InterfaceLanguage): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share);

/** What something costs, to two figures that mean something: `¥0.014`, `0.014 USD`. */
export function formatCost(cost: number, currency: string, language: InterfaceLanguage): string {
  const figure = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 }).format(cost);
  return /\p{L}$/u.test(currency) ? `${figure} ${currency}` : `${currency}${figure}`;
}

/** A moment of today as its time, of another day with its date; `at` and `now` in ms. */
export function formatMoment(at: number, now: number, language: InterfaceLanguage): string {
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  const time = { hour: '2-digit', minute: '2-digit', hour12: false } as const;
  const day = { month: 'short', day: 'numeric' } as const;
  const year = sameYear ? {} : ({ year: 'numeric' } as const);
  const shape = sameDay ? time : { ...year, ...day, ...time };
  return new Intl.DateTimeFormat(language, shape).format(new Date(at));
}

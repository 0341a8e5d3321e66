import { noonOf } from '#shared/calendar-day.ts';
import { InterfaceLanguage } from '#shared/domain/interface-language.ts';

/** Making one takes longer than all it will ever format, and a binder has a count a line. */
const counts = new Map(
  InterfaceLanguage.options.map((language) => [language, new Intl.NumberFormat(language)]),
);

/** `3214` → `3,214` in both languages. */
export const formatCount = (count: number, language: InterfaceLanguage): string =>
  counts.get(language)?.format(count) ?? String(count);

/** A share of 1: `0.15` → `15%`. */
export const formatShare = (share: number, language: InterfaceLanguage): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share);

const leastTold = 0.001;

/** A part of a whole: nothing of it is told as none, and nothing short of it as all. `0.99994` → `>99.9%`. */
export function formatPart(share: number, language: InterfaceLanguage): string {
  if (share > 0 && share < leastTold) return `<${formatShare(leastTold, language)}`;
  if (share < 1 && share > 1 - leastTold) return `>${formatShare(1 - leastTold, language)}`;
  return formatShare(share, language);
}

/** What something costs, to two figures that mean something: `¥0.014`, `0.014 USD`. */
export function formatCost(cost: number, currency: string, language: InterfaceLanguage): string {
  const figure = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 }).format(cost);
  return /\p{L}$/u.test(currency) ? `${figure} ${currency}` : `${currency}${figure}`;
}

/** How precisely a moment is told. */
type Precision = 'minute' | 'second';

/** A moment of today as its time, of another day with its date; `at` and `now` in ms. */
export function formatMoment(
  at: number,
  now: number,
  language: InterfaceLanguage,
  precision: Precision = 'minute',
): string {
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  const minute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const time = precision === 'minute' ? minute : ({ ...minute, second: '2-digit' } as const);
  const day = { month: 'short', day: 'numeric' } as const;
  const year = sameYear ? {} : ({ year: 'numeric' } as const);
  const shape = sameDay ? time : { ...year, ...day, ...time };
  return new Intl.DateTimeFormat(language, shape).format(new Date(at));
}

const repeated = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.filter((word, index) => words.indexOf(word) !== index));

/**
 * The moments of a list, oldest first, so that no two read the same: with seconds where a minute holds several, with their
 * order where a second does.
 */
export function formatMoments(
  moments: readonly number[],
  now: number,
  language: InterfaceLanguage,
): string[] {
  const minutes = moments.map((at) => formatMoment(at, now, language));
  const severalInMinute = repeated(minutes);
  const seconds = moments.map((at, index) => {
    const minute = minutes[index] ?? '';
    return severalInMinute.has(minute) ? formatMoment(at, now, language, 'second') : minute;
  });
  const severalInSecond = repeated(seconds);
  const told = new Map<string, number>();
  return seconds.map((second) => {
    if (!severalInSecond.has(second)) return second;
    const order = (told.get(second) ?? 0) + 1;
    told.set(second, order);
    return `${second} #${order}`;
  });
}

/** An outline has a last change a line: these are made once, as the counts are. */
const changeFormats = new Map(
  InterfaceLanguage.options.map((language) => {
    const date = { month: 'short', day: 'numeric' } as const;
    const time = { hour: '2-digit', minute: '2-digit', hour12: false } as const;
    return [
      language,
      {
        time: new Intl.DateTimeFormat(language, time),
        date: new Intl.DateTimeFormat(language, date),
        dateOfYear: new Intl.DateTimeFormat(language, { ...date, year: 'numeric' }),
        today: nameOfDay(0, language),
        yesterday: nameOfDay(-1, language),
      },
    ];
  }),
);

/** When something was last changed: today by the clock, yesterday by its name, before that by the date. */
export function formatChange(at: number, now: number, language: InterfaceLanguage): string {
  const formats = changeFormats.get(language);
  if (formats === undefined) return formatMoment(at, now, language);
  const days = Math.round((startOfDay(at) - startOfDay(now)) / dayMs);
  if (days === 0) return `${formats.today} ${formats.time.format(at)}`;
  if (days === -1) return formats.yesterday;
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return (sameYear ? formats.date : formats.dateOfYear).format(at);
}

/** A day of the calendar, `2026-11-28`, without its weekday. */
export function formatDate(day: string, now: number, language: InterfaceLanguage): string {
  const sameYear = Number(day.slice(0, 4)) === new Date(now).getFullYear();
  const year = sameYear ? {} : ({ year: 'numeric' } as const);
  const shape = { ...year, month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(language, shape).format(noonOf(day));
}

/** The time of a moment. */
export const formatTime = (at: number, language: InterfaceLanguage): string =>
  new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hour12: false }).format(
    new Date(at),
  );

const dayMs = 86_400_000;

const startOfDay = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** `Today`, `Yesterday`. */
function nameOfDay(days: 0 | -1, language: InterfaceLanguage): string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');
  return `${words.charAt(0).toLocaleUpperCase(language)}${words.slice(1)}`;
}

/** The day of a moment: today and yesterday by their names, others by their date. */
export function formatDay(at: number, now: number, language: InterfaceLanguage): string {
  const days = Math.round((startOfDay(at) - startOfDay(now)) / dayMs);
  if (days === 0 || days === -1) return nameOfDay(days, language);
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  const year = sameYear ? {} : ({ year: 'numeric' } as const);
  const day = { ...year, month: 'long', day: 'numeric', weekday: 'long' } as const;
  return new Intl.DateTimeFormat(language, day).format(new Date(at));
}

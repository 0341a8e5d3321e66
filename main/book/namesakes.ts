/** People of one given name, told apart by the surnames that the book puts before it: 甄宝玉 and 贾宝玉 (W2). Pure. */
import { behindNames } from './around-names.ts';
import { type Place, placesOf } from './longer-han-name.ts';
import { surnameLength } from './surnames.ts';

/** So often a surname stands before the name. */
const minCount = 3;
/** It stands there so much more often than before pronouns, before which no surname has a meaning. */
const minRatio = 10;
/** Of one surname alone they are all one person. */
const minSurnames = 2;

const givenName = /^\p{Script=Han}{1,2}$/u;
/** Whether a name may be given to more than one: it has no surname of its own. */
export const mayBeShared = (name: string): boolean =>
  givenName.test(name) && surnameLength(name) === 0;

const beforePronoun = /(\p{Script=Han})[我你您他她]/gu;

export type Namesakes = {
  /** Counts in one more text of the book. */
  read(text: string): void;
  /** The name with the surname before it, where the book has more than one such; null elsewhere. */
  at(text: string, place: Place): string | null;
};

export const createNamesakes = (
  names: readonly string[],
  isOrdinary: (word: string) => boolean,
): Namesakes => {
  const places = new Map(
    names.filter(mayBeShared).map((name) => [name, { total: 0, by: new Map<string, number>() }]),
  );
  const pronouns = { total: 0, by: new Map<string, number>() };

  /** '' where none stands there, or what looks like one is the end of another word. */
  const surnameBefore = (text: string, { start }: Place): string => {
    const double = text.slice(Math.max(0, start - 2), start);
    if (surnameLength(double) === 2) return double;
    const single = text.slice(Math.max(0, start - 1), start);
    return surnameLength(single) === 0 || behindNames.has(single) || isOrdinary(double)
      ? ''
      : single;
  };

  const isSurname = (name: string, surname: string): boolean => {
    const { total, by } = places.get(name) ?? { total: 0, by: new Map<string, number>() };
    const count = by.get(surname) ?? 0;
    const elsewhere = ((pronouns.by.get(surname) ?? 0) + 1) / (pronouns.total + 1);
    return count >= minCount && count / total > minRatio * elsewhere;
  };

  const surnamesOf = (name: string): string[] =>
    [...(places.get(name)?.by.keys() ?? [])].filter((surname) => isSurname(name, surname));

  return {
    read(text) {
      for (const [name, own] of places) {
        for (const place of placesOf(text, name)) {
          const surname = surnameBefore(text, place);
          own.total += 1;
          if (surname !== '') own.by.set(surname, (own.by.get(surname) ?? 0) + 1);
        }
      }
      for (const [, before = ''] of text.matchAll(beforePronoun)) {
        pronouns.total += 1;
        if (surnameLength(before) === 1) {
          pronouns.by.set(before, (pronouns.by.get(before) ?? 0) + 1);
        }
      }
    },
    at(text, place) {
      if (!places.has(place.name)) return null;
      const surname = surnameBefore(text, place);
      const all = surnamesOf(place.name);
      return all.length >= minSurnames && all.includes(surname) ? surname + place.name : null;
    },
  };
};

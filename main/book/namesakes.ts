/** Who else a name without a surname, or a surname without a name, may be there: 甄宝玉 for 宝玉, 司马昭 for 司马 (W2). Pure. */
import { behindNames, followsNamesOnly, mayBeGiven } from './around-names.ts';
import { type Place, placesOf } from './longer-han-name.ts';
import { adverbSurnames, prepositionSurnames, surnameLength } from './surnames.ts';

/** So often a surname that is another word as well stands before the name. */
const minCount = 3;
/** It stands there so much more often than before pronouns, before which no surname has a meaning. */
const minRatio = 10;
/** Others that are words before a person: perhaps, once. */
const isWordToo = (surname: string): boolean =>
  adverbSurnames.has(surname) || prepositionSurnames.has(surname) || '许許曾'.includes(surname);

const givenName = /^\p{Script=Han}{1,2}$/u;
/** Whether a name may be given to more than one: it has no surname of its own. */
export const mayBeShared = (name: string): boolean =>
  givenName.test(name) && surnameLength(name) === 0;

/** Surnames that were offices, of which these are the higher and the lower. */
const titles = /^[大少]司[马馬徒空]$/u;

const hanCharacter = /^\p{Script=Han}$/u;
const beforePronoun = /(\p{Script=Han})[我你您他她]/gu;

export type Namesakes = {
  /** Counts in one more text of the book. */
  read(text: string): void;
  /** The name with the surname before it or the given name behind it; null where neither stands there. */
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

  /** A surname alone is another person's where a given name stands behind it, or part of a title. */
  const longerOfSurname = (text: string, { name, start, end }: Place): string | null => {
    const title = text.slice(Math.max(0, start - 1), end);
    if (title.length > name.length && (titles.test(title) || isOrdinary(title))) return title;
    const [given, next] = [text.charAt(end), text.charAt(end + 1)];
    if (!hanCharacter.test(given) || !mayBeGiven(given) || !followsNamesOnly(next)) return null;
    return isOrdinary(given + next) ? null : name + given;
  };

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
      const { name } = place;
      if (name.length === 2 && surnameLength(name) === 2) return longerOfSurname(text, place);
      if (!places.has(name)) return null;
      const surname = surnameBefore(text, place);
      if (surname === '') return null;
      // A word that stands before pronouns, too, is told by how often it stands here.
      const mayBeWord = isWordToo(surname) || pronouns.by.has(surname);
      if (mayBeWord && !isSurname(name, surname)) return null;
      return surname + name;
    },
  };
};

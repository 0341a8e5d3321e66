/** Decides which of the words that chapters show signs of may be names of the book. Pure. */
import type { EntityKind } from '#shared/domain/knowledge.ts';
import { behindNames } from '../around-names.ts';
import { adverbSurnames, prepositionSurnames, surnameLength } from '../surnames.ts';
import { companyEnds, placeEnds, titles } from './chinese-words.ts';
import { addSigns, type ChapterSigns, type NameSigns, type Signs } from './evidence.ts';

export type ChosenName = { name: string; kind: EntityKind };

/** More are counted and shown to nobody. */
const maxChosen = 300;

/** Signs that make a name sure enough to be shown. */
const [minSpeaking, minStanding, minPlaces, minFamily] = [2, 3, 3, 4];
/** Of a word that begins small as well, capitals must be this much more frequent. */
const minCapitalShare = 0.8;

/** One writes to people as well as to places: of a place, one mention in so many says that one goes or is there. */
const minPlaceShare = 3;

const han = /\p{Script=Han}/u;

const joinSigns = (
  chapters: readonly ChapterSigns[],
): { signs: NameSigns; small: Map<string, number> } => {
  const signs: NameSigns = new Map();
  const small = new Map<string, number>();
  for (const chapter of chapters) {
    for (const [name, given] of chapter.signs) addSigns(signs, name, given);
    for (const [word, count] of chapter.small) small.set(word, (small.get(word) ?? 0) + count);
  }
  return { signs, small };
};

const endsInTitle = (name: string): boolean => titles.some((title) => name.endsWith(title));

const chooseHan = (
  name: string,
  { person, standing, place }: Signs,
  isOrdinary: boolean,
): boolean => {
  if (place >= minPlaces && place > person) return !isOrdinary;
  // A word of the dictionary is a name only where it is mostly somebody who does something.
  if (isOrdinary) return person >= minSpeaking * 4 && person * 8 > standing;
  if (person >= minSpeaking) return true;
  if (/^[老小阿]/u.test(name)) return false;
  return surnameLength(name) > 0 && standing >= minFamily && name.length > surnameLength(name);
};

/**
 * Whether it begins with a word rather than with the surname that is written so: `向宝玉`, `方欲`, `何事`. `rest`: signs of what stands
 * behind that. Beside such words what is done stands as well: who is to be of that name must speak.
 */
const isPhrase = (
  name: string,
  own: Signs,
  rest: Signs | undefined,
  isOrdinary: (word: string) => boolean,
): boolean => {
  const [first = ''] = name;
  const isPreposition = prepositionSurnames.has(first);
  if (surnameLength(name) !== 1 || !(isPreposition || adverbSurnames.has(first))) return false;
  const given = name.slice(1);
  if (isPreposition && (rest?.person ?? 0) > own.person) return true;
  if (isPreposition && isOrdinary(given)) return own.person < minSpeaking * 4;
  const isSaid =
    given.length === 1 || isOrdinary(given) || (isPreposition && surnameLength(given) > 0);
  return isSaid && own.person < minSpeaking;
};

const kindOf = (name: string, { person, place, standing }: Signs): EntityKind => {
  if (han.test(name)) {
    if (endsInTitle(name)) return 'character';
    if (person < 2 && companyEnds.test(name)) return 'faction';
    return place > person || (person === 0 && place > 0 && placeEnds.has(name.at(-1) ?? ''))
      ? 'location'
      : 'character';
  }
  return place > person && place * minPlaceShare > standing ? 'location' : 'character';
};

/** Whether another name says the same better: `林黛` beside `林黛玉`, `宝玉听` beside `宝玉`. */
const isPiece = (
  name: string,
  own: Signs,
  signs: NameSigns,
  longer: ReadonlyMap<string, readonly string[]>,
): boolean => {
  const weight = (one: Signs | undefined): number =>
    one ? one.person * 3 + one.standing + one.place : 0;
  for (const other of longer.get(name) ?? []) {
    const better = signs.get(other);
    if (
      other.startsWith(name) &&
      weight(better) * 2 > weight(own) &&
      (better?.person ?? 0) >= own.person
    )
      return true;
  }
  for (let length = name.length - 1; length >= 2; length -= 1) {
    const start = name.slice(0, length);
    if (endsInTitle(name)) break;
    const without = signs.get(start);
    const isEnding = behindNames.has(name[length] ?? '') && own.person <= (without?.person ?? 0);
    if (weight(without) > weight(own) * (isEnding ? 1 : 4)) return true;
    const end = name.slice(-length);
    if (surnameLength(name) === 0 && weight(signs.get(end)) > weight(own) * 4) return true;
  }
  return false;
};

const longerNames = (names: Iterable<string>): Map<string, string[]> => {
  const all = [...names];
  const known = new Set(all);
  const longer = new Map<string, string[]>();
  for (const name of all) {
    for (let length = 2; length < name.length; length += 1) {
      const start = name.slice(0, length);
      if (known.has(start)) longer.set(start, [...(longer.get(start) ?? []), name]);
    }
  }
  return longer;
};

/** Words of a name in letters that are names by themselves stand for it: `Elizabeth` for `Elizabeth Bennet`. */
const isJoinedOfOthers = (name: string, chosen: ReadonlySet<string>): boolean => {
  const parts = name.split(/[ .]+/u).filter((part) => /^\p{Lu}/u.test(part));
  return parts.length > 1 && parts.some((part) => chosen.has(part));
};

/** The Bennets beside Bennet: one family, whose people bear the name without the ending. */
const isFamilyOf = (name: string, chosen: ReadonlySet<string>): boolean =>
  [/s$/u, /es$/u].some((ending) => ending.test(name) && chosen.has(name.replace(ending, '')));

const chooseLatin = (signs: NameSigns, small: ReadonlyMap<string, number>): string[] => {
  const alone = [...signs].filter(([name, { person, standing }]) => {
    if (han.test(name) || name.length < 2) return false;
    const lower = small.get(name.toLowerCase()) ?? 0;
    return (
      standing >= minStanding + (person > 0 ? 0 : 1) &&
      standing >= (standing + lower) * minCapitalShare
    );
  });
  const single = new Set(alone.flatMap(([name]) => (name.includes(' ') ? [] : [name])));
  return alone.flatMap(([name]) =>
    isJoinedOfOthers(name, single) || isFamilyOf(name, single) ? [] : [name],
  );
};

/** Likeliest first. `isOrdinary`: whether a dictionary of common words has it. */
export const chooseNames = (
  chapters: readonly ChapterSigns[],
  isOrdinary: (word: string) => boolean,
): ChosenName[] => {
  const { signs, small } = joinSigns(chapters);
  const likely = new Map(
    [...signs].filter(([, { person, standing, place }]) => person + standing + place > 1),
  );
  const longer = longerNames([...likely.keys()].filter((name) => han.test(name)));
  const inHan = [...likely].flatMap(([name, own]) =>
    han.test(name) &&
    chooseHan(name, own, isOrdinary(name)) &&
    !isPhrase(name, own, likely.get(name.slice(1)), isOrdinary) &&
    !isPiece(name, own, likely, longer)
      ? [name]
      : [],
  );
  const weight = (name: string): number => {
    const { person = 0, standing = 0, place = 0 } = signs.get(name) ?? {};
    return person * 3 + standing + place;
  };
  return [...inHan, ...chooseLatin(signs, small)]
    .toSorted((one, other) => weight(other) - weight(one))
    .slice(0, maxChosen)
    .map((name) => ({
      name,
      kind: kindOf(name, signs.get(name) ?? { person: 0, standing: 0, place: 0 }),
    }));
};

/** The longer Chinese names that a name may be the beginning of, told by the book alone: 张三丰 of 张三 (W2). Pure. */
import { behindNames, followsNamesOnly, mayBeGiven, neverInNames } from './around-names.ts';
import { addFollowers, behindOthers, type NameFollowers, noFollowers } from './name-followers.ts';
import { surnameLength } from './surnames.ts';

const hanWord = /^\p{Script=Han}+$/u;

/** So often a longer name stands in the book, before so many different characters, and before some that stand behind names alone. */
const [minCount, minFollowers, minStanding] = [3, 2, 2];
/** Of its places, those before characters that stand behind names alone. */
const minStandingShare = 0.2;
/** What follows the name so much more often than pronouns, or names of others, is no word of what they all do. */
const minRatio = 10;
/** Names of a codex that are looked for around a place are no longer. */
const longestKnown = 6;

/** How many characters may be missing of a name: given names have two at most. */
const missing = (name: string): number => {
  if (!hanWord.test(name)) return 0;
  const surname = surnameLength(name);
  const given = name.length - surname;
  // A surname of one character alone begins too many words.
  return surname === 0 || (surname === 1 && given === 0) ? 0 : Math.max(0, 2 - given);
};

export type Place = { name: string; start: number; end: number };

type Tail = { count: number; standing: number; followers: Set<string> };

export type LongerHanNames = {
  /** Counts in one more text of the book. `places`: where the names stand in it. */
  read(text: string, places: Iterable<Place>): void;
  /** Counts in what stands behind names and pronouns in one more text. */
  compare(followers: NameFollowers): void;
  /** The longer name that stands where this one stands; null where there is none. */
  at(text: string, place: Place): string | null;
};

export type NameRules = {
  /** All names of the codex. */
  known: ReadonlySet<string>;
  /** Whether a dictionary of common words has it: 丰 before 收 is no part of a name. */
  isOrdinary(word: string): boolean;
};

/** Whether a word may begin a longer name: what is in no codex must look like a name, and be no ordinary word. */
export const mayBeginLonger = (name: string, { known, isOrdinary }: NameRules): boolean => {
  if (missing(name) === 0) return false;
  if (known.has(name)) return true;
  const [first, last] = [name.slice(0, 1), name.slice(-1)];
  // 向 is a surname, and hardly ever one.
  return !behindNames.has(first) && mayBeGiven(last) && !isOrdinary(name);
};

/** Where a word stands in a text; nowhere, for none. */
export function* placesOf(text: string, name: string): Generator<Place> {
  // Found everywhere and past the end as well, it would be looked for without end.
  if (name === '') return;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    yield { name, start: at, end: at + name.length };
  }
}

const canBeTail = (tail: string): boolean =>
  hanWord.test(tail) &&
  !Array.from(tail).some((one) => behindNames.has(one) || neverInNames.has(one));

/** Whether the character behind the place is another name's of the codex, as in 张三李四, or one's that is longer there. */
const isOfAnother = (text: string, { start, end }: Place, known: ReadonlySet<string>): boolean => {
  for (const from of [start, end]) {
    for (let to = Math.max(end + 1, from + 2); to - from <= longestKnown; to += 1) {
      if (known.has(text.slice(from, to))) return true;
    }
  }
  return false;
};

export const createLongerHanNames = (
  names: readonly string[],
  rules: NameRules,
): LongerHanNames => {
  const { known, isOrdinary } = rules;
  const tailsOf = new Map(
    names
      .filter((name) => mayBeginLonger(name, rules))
      .map((name) => [name, { total: 0, tails: new Map<string, Tail>() }]),
  );
  const followers = noFollowers();
  const told = new Map<string, boolean>();

  const readPlace = (text: string, place: Place, own: Map<string, Tail>): void => {
    if (isOfAnother(text, place, known)) return;
    for (let length = 1; length <= missing(place.name); length += 1) {
      const tail = text.slice(place.end, place.end + length);
      const follower = text[place.end + length] ?? '';
      if (!canBeTail(tail) || isOrdinary(tail)) continue;
      if (isOrdinary(tail.slice(-1) + follower)) continue;
      const counted = own.get(tail) ?? { count: 0, standing: 0, followers: new Set() };
      counted.count += 1;
      if (followsNamesOnly(follower)) counted.standing += 1;
      counted.followers.add(follower);
      own.set(tail, counted);
    }
  };

  /** How often the first character of a tail follows pronouns and other names, as far as so many places can tell. */
  const rateElsewhere = (name: string, next: string): number => {
    const { pronouns } = followers;
    const others = behindOthers(followers, name, next);
    const byPronouns = pronouns.of.get(next) ?? 0;
    return Math.max(
      byPronouns / Math.max(1, pronouns.total),
      others.count / Math.max(1, others.total),
      // One more place might have had it.
      (byPronouns + others.count + 1) / (pronouns.total + others.total + 1),
    );
  };

  const isTail = (name: string, tail: string): boolean => {
    const own = tailsOf.get(name);
    const counted = own?.tails.get(tail);
    if (!own || !counted || counted.count < minCount) return false;
    if (counted.followers.size < minFollowers) return false;
    if (counted.standing < Math.max(minStanding, minStandingShare * counted.count)) return false;
    return counted.count / own.total > minRatio * rateElsewhere(name, tail.slice(0, 1));
  };

  const tell = (name: string, tail: string): boolean => {
    const known = told.get(name + tail) ?? isTail(name, tail);
    told.set(name + tail, known);
    return known;
  };

  return {
    read(text, places) {
      told.clear();
      for (const place of places) {
        const own = tailsOf.get(place.name);
        if (!own) continue;
        own.total += 1;
        readPlace(text, place, own.tails);
      }
    },
    compare(more) {
      told.clear();
      addFollowers(followers, more);
    },
    at(text, place) {
      if (!tailsOf.has(place.name) || isOfAnother(text, place, known)) return null;
      for (let length = 1; length <= missing(place.name); length += 1) {
        const tail = text.slice(place.end, place.end + length);
        if (tell(place.name, tail)) return place.name + tail;
      }
      return null;
    },
  };
};

/** The longer Chinese names that a name may be the beginning of, told by the book alone: 张三 of 张三丰 (W2). Pure. */
import { behindNames, neverInNames } from './around-names.ts';
import { surnames } from './surnames.ts';

/** A surname and one character: what a name of three characters begins with. */
const shortName = /^\p{Script=Han}{2}$/u;
const hanName = /^\p{Script=Han}{2,}$/u;
const ideograph = /^\p{Script=Han}$/u;
const pronoun = /[我你您他她们們谁誰]/gu;

/** So often a longer name stands in the book, and before so many different characters, as names do. */
const [minCount, minFollowers] = [3, 2];
/** What follows the name so much more often than pronouns, or names of others, is no word of what they all do. */
const minRatio = 10;

export const mayBeginLonger = (name: string): boolean =>
  shortName.test(name) && surnames.has(name.slice(0, 1));

type Tail = { count: number; followers: Set<string> };

export type LongerHanNames = {
  /** Counts in one more text of the book. */
  read(text: string): void;
  /** The longer name that stands where this one ends; null where there is none. */
  at(text: string, name: string, end: number): string | null;
};

/** What stands behind words of one kind: by character, how often. */
const createFollowing = () => {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    add(next: string): void {
      total += 1;
      counts.set(next, (counts.get(next) ?? 0) + 1);
    },
    total: (): number => total,
    countOf: (next: string): number => counts.get(next) ?? 0,
  };
};

/** Where a word stands in a text: the place behind it. */
function* endsOf(text: string, word: string): Generator<number> {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
    yield at + word.length;
  }
}

/**
 * @param names those that may begin longer ones, and all of the codex, which tell what follows names
 * @param isOrdinary whether a dictionary of common words has it: 丰 before 收 is no part of a name
 */
export const createLongerHanNames = (
  { names, others }: { names: readonly string[]; others: readonly string[] },
  isOrdinary: (word: string) => boolean,
): LongerHanNames => {
  const asked = names.filter(mayBeginLonger);
  const all = new Set([...asked, ...others.filter((name) => hanName.test(name))]);
  const tails = new Map(asked.map((name) => [name, new Map<string, Tail>()]));
  const behindNamesOf = new Map(asked.map((name) => [name, createFollowing()]));
  const [behindPronouns, behindAll] = [createFollowing(), createFollowing()];

  const readName = (text: string, name: string, own: Map<string, Tail>): void => {
    for (const end of endsOf(text, name)) {
      const next = text[end] ?? '';
      if (!ideograph.test(next) || behindNames.has(next) || neverInNames.has(next)) continue;
      const follower = text[end + 1] ?? '';
      if (isOrdinary(next + follower)) continue;
      const tail = own.get(next) ?? { count: 0, followers: new Set() };
      tail.count += 1;
      tail.followers.add(follower);
      own.set(next, tail);
    }
  };

  const isTail = (name: string, next: string): boolean => {
    const tail = tails.get(name)?.get(next);
    if (!tail || tail.count < minCount || tail.followers.size < minFollowers) return false;
    const [own = 0, total = 0] = [
      behindNamesOf.get(name)?.countOf(next),
      behindNamesOf.get(name)?.total(),
    ];
    const amongPronouns = behindPronouns.countOf(next) / Math.max(1, behindPronouns.total());
    const amongOthers = (behindAll.countOf(next) - own) / Math.max(1, behindAll.total() - total);
    return tail.count / Math.max(1, total) > minRatio * Math.max(amongPronouns, amongOthers);
  };

  return {
    read(text) {
      if (asked.length === 0) return;
      for (const [name, own] of tails) readName(text, name, own);
      for (const { index } of text.matchAll(pronoun)) behindPronouns.add(text[index + 1] ?? '');
      for (const name of all) {
        for (const end of endsOf(text, name)) {
          behindAll.add(text[end] ?? '');
          behindNamesOf.get(name)?.add(text[end] ?? '');
        }
      }
    },
    at(text, name, end) {
      const next = text[end] ?? '';
      return isTail(name, next) ? name + next : null;
    },
  };
};

/** Which characters stand behind the names of the codex and behind pronouns: what they all do is no part of a name. Pure. */
import type { NameMatch } from './knowledge/service.ts';

const pronoun = /[我你您他她谁誰][们們]?/gu;

export type Counts = { total: number; readonly of: Map<string, number> };

/** In a text, or in a whole book. */
export type NameFollowers = { readonly pronouns: Counts; readonly names: Map<string, Counts> };

const noCounts = (): Counts => ({ total: 0, of: new Map() });

const add = (counts: Counts, next: string, times = 1): void => {
  counts.total += times;
  counts.of.set(next, (counts.of.get(next) ?? 0) + times);
};

const countsOf = ({ names }: NameFollowers, name: string): Counts => {
  const counts = names.get(name) ?? noCounts();
  names.set(name, counts);
  return counts;
};

export const noFollowers = (): NameFollowers => ({ pronouns: noCounts(), names: new Map() });

/** @param matches what the codex' matcher finds in this text */
export const readFollowers = (
  text: string,
  matches: readonly Pick<NameMatch, 'name' | 'end'>[],
): NameFollowers => {
  const followers = noFollowers();
  for (const { 0: word, index } of text.matchAll(pronoun)) {
    add(followers.pronouns, text[index + word.length] ?? '');
  }
  for (const { name, end } of matches) add(countsOf(followers, name), text[end] ?? '');
  return followers;
};

/** Adds those of one more text to those of `sum`; `sign` -1 takes those of a former text from it. */
export const addFollowers = (sum: NameFollowers, more: NameFollowers, sign: 1 | -1 = 1): void => {
  for (const [next, times] of more.pronouns.of) add(sum.pronouns, next, sign * times);
  for (const [name, counts] of more.names) {
    const own = countsOf(sum, name);
    for (const [next, times] of counts.of) add(own, next, sign * times);
  }
};

/** Of all places of the other names, how many stand before this character. */
export const behindOthers = (
  { names }: NameFollowers,
  name: string,
  next: string,
): { count: number; total: number } => {
  const sum = { count: 0, total: 0 };
  for (const [one, counts] of names) {
    if (one === name) continue;
    sum.count += counts.of.get(next) ?? 0;
    sum.total += counts.total;
  }
  return sum;
};

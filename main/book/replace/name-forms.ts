/** The forms of a name and what each becomes when the name changes. Pure. */
import type { NameForm } from '#shared/domain/manuscript.ts';

export type FormKind = 'name' | 'alias' | 'part';
export type Form = NameForm & { kind: FormKind };

const latinWord = /^[\p{Script=Latin}\p{M}'’-]+$/u;

const wordsOf = (name: string): string[] => name.trim().split(/\s+/u);

/** Pairs of words of a Latin name that differ from one name to the other: Ann Pell → Nora Pell gives Ann → Nora. */
const changedWords = (from: string, to: string): NameForm[] => {
  const [before, after] = [wordsOf(from), wordsOf(to)];
  if (before.length !== after.length || before.length < 2) return [];
  return before.flatMap((word, index) => {
    const next = after[index] ?? word;
    return word !== next && latinWord.test(word) ? [{ from: word, to: next }] : [];
  });
};

/** The part of a Han name behind a surname that both share: 郑九 → 郑石 gives 九 → 石. */
const givenName = (from: string, to: string): NameForm | null => {
  const [before, after] = [Array.from(from), Array.from(to)];
  if (before.length < 2 || after.length < 2 || before[0] !== after[0]) return null;
  return { from: before.slice(1).join(''), to: after.slice(1).join('') };
};

const isHan = (name: string): boolean => /^\p{Script=Han}+$/u.test(name);

const proposeAlias = (alias: string, from: string, to: string): string => {
  if (alias.includes(from)) return alias.replaceAll(from, () => to);
  const changed = new Map(changedWords(from, to).map((pair) => [pair.from, pair.to]));
  const words = alias.split(/(\s+)/u);
  if (words.some((word) => changed.has(word))) {
    return words.map((word) => changed.get(word) ?? word).join('');
  }
  const given = isHan(from) && isHan(to) ? givenName(from, to) : null;
  return given && alias.includes(given.from) ? alias.replaceAll(given.from, () => given.to) : alias;
};

/**
 * Every form, the longest first: the name, its aliases, and single words of a Latin name that change. What is not
 * `asked` for gets a proposal; an alias that has nothing of the name stays as it is.
 */
export const listForms = (
  entity: { name: string; aliases: readonly string[] },
  to: string,
  asked: readonly NameForm[] = [],
): Form[] => {
  const wished = new Map(asked.map((form) => [form.from, form.to]));
  const forms: Form[] = [{ from: entity.name, to: wished.get(entity.name) ?? to, kind: 'name' }];
  const add = (kind: FormKind, from: string, proposal: string) => {
    if (forms.some((form) => form.from === from)) return;
    forms.push({ from, to: wished.get(from) ?? proposal, kind });
  };
  for (const alias of entity.aliases) add('alias', alias, proposeAlias(alias, entity.name, to));
  for (const part of changedWords(entity.name, to)) add('part', part.from, part.to);
  return forms.toSorted((left, right) => right.from.length - left.from.length);
};

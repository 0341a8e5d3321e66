import type { Demand, Statement } from './rule.ts';

/** How a language speaks of who tells the book. */
export type NarratorWords = {
  /** Names a grammatical person; the first group says which. Global. */
  person: RegExp;
  /** Whether what the group holds is the first person; else it is the third. */
  isFirst: (named: string) => boolean;
  /** Ends what stands before a person that is not wanted. */
  against: RegExp;
  /** Forbids to look into other minds. */
  otherMinds: RegExp;
  /** Speaks of parts of the book: then it does not hold for the whole. */
  partsOfBook: RegExp;
  separators: RegExp;
  /** A longer statement may say more than was understood, UTF-16 units. */
  longest: number;
};

/** What a statement asks of the narrator. */
export const readNarrator = (statement: string, words: NarratorWords): Statement => {
  const demands: Demand[] = [];
  const persons = new Set<'first' | 'third'>();
  for (const match of statement.matchAll(words.person)) {
    const isFirst = words.isFirst(match[1] ?? '');
    const isAgainst = words.against.test(statement.slice(0, match.index));
    persons.add(isFirst === isAgainst ? 'third' : 'first');
  }
  const [person] = persons;
  if (person && persons.size === 1 && !words.partsOfBook.test(statement)) {
    demands.push({ check: 'person', person });
  }
  if (words.otherMinds.test(statement)) demands.push({ check: 'ownMind' });
  const isShort = !words.separators.test(statement) && statement.length < words.longest;
  return { demands, complete: demands.length > 0 && isShort };
};

/** What constraints of either language ask of the narrator. */
import type { Demand, Person, Statement } from './rule.ts';

/** How a language speaks of who tells the book. */
export type NarratorWords = {
  /** Names a grammatical person; its one group that matched says which. Global. */
  person: RegExp;
  /** Which person the group names. */
  personOf: (named: string) => Person;
  /** Ends what stands before a person that is not wanted. */
  against: RegExp;
  /** Forbids to look into other minds. */
  otherMinds: RegExp;
  /** Speaks of parts of the book: then it does not hold for the whole. */
  partsOfBook: RegExp;
  separators: RegExp;
  /** A longer statement may say more than was understood, UTF-16 units. */
  maxLength: number;
  /** Constraints and what is read out of them, in short: tests of these words. */
  examples: Readonly<Record<string, readonly string[]>>;
};

const everyPerson: readonly Person[] = ['first', 'second', 'third'];

/** The persons a statement leaves to the narrator; null when it names none, or wants several. */
const allowedPersons = (statement: string, words: NarratorWords): readonly Person[] | null => {
  const wanted = new Set<Person>();
  const unwanted = new Set<Person>();
  for (const match of statement.matchAll(words.person)) {
    const isAgainst = words.against.test(statement.slice(0, match.index));
    (isAgainst ? unwanted : wanted).add(words.personOf(match[1] ?? match[2] ?? ''));
  }
  if (wanted.size > 1 || [...wanted].some((person) => unwanted.has(person))) return null;
  const allowed = wanted.size > 0 ? [...wanted] : everyPerson.filter((one) => !unwanted.has(one));
  return allowed.length === 0 || allowed.length === everyPerson.length ? null : allowed;
};

/** What a statement asks of the narrator. */
export const readNarrator = (statement: string, words: NarratorWords): Statement => {
  const demands: Demand[] = [];
  const allowed = allowedPersons(statement, words);
  if (allowed && !words.partsOfBook.test(statement)) demands.push({ check: 'person', allowed });
  if (words.otherMinds.test(statement)) demands.push({ check: 'ownMind' });
  const isShort = !words.separators.test(statement) && statement.length < words.maxLength;
  return { demands, complete: demands.length > 0 && isShort };
};

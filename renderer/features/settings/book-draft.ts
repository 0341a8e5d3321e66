/** The form of a book's own settings: what it shows, what is wrong in it, and what a save sends (S3-48). */
import {
  type BookSettings,
  longestStyle,
  longestTense,
  type NarrativePerson,
} from '#shared/domain/book-settings.ts';

/** `none`: not settled. */
export type BookDraft = { person: NarrativePerson | 'none'; tense: string; style: string };

/** Tenses that are kept by name, so that each language reads its own word for them. */
export const namedTenses = ['past', 'present'] as const;
export type TenseWords = Record<(typeof namedTenses)[number], string>;

const isNamed = (tense: string): tense is keyof TenseWords =>
  namedTenses.some((name) => name === tense);

export const bookDraftOf = (
  { narrativePerson, tense, style }: BookSettings,
  words: TenseWords,
): BookDraft => ({
  person: narrativePerson ?? 'none',
  tense: tense !== null && isNamed(tense) ? words[tense] : (tense ?? ''),
  style: style ?? '',
});

const textOf = (typed: string): string | null => (typed.trim() === '' ? null : typed.trim());

const readTense = (typed: string, words: TenseWords): string | null => {
  const text = textOf(typed);
  return namedTenses.find((name) => words[name].toLowerCase() === text?.toLowerCase()) ?? text;
};

/** What differs from the book, to be sent alone; null when nothing does. */
export const bookChanges = (
  draft: BookDraft,
  book: BookSettings,
  words: TenseWords,
): Partial<BookSettings> | null => {
  const narrativePerson = draft.person === 'none' ? null : draft.person;
  const tense = readTense(draft.tense, words);
  const style = textOf(draft.style);
  const changes = {
    ...(narrativePerson === book.narrativePerson ? {} : { narrativePerson }),
    ...(tense === book.tense ? {} : { tense }),
    ...(style === book.style ? {} : { style }),
  };
  return Object.keys(changes).length === 0 ? null : changes;
};

/** Which lines are too long, with the most they hold. */
export const bookProblems = ({ tense, style }: BookDraft): { tense?: number; style?: number } => ({
  ...(tense.trim().length > longestTense ? { tense: longestTense } : {}),
  ...(style.trim().length > longestStyle ? { style: longestStyle } : {}),
});

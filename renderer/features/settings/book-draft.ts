/** The form of a book's own settings: what it shows, what is wrong in it, and what a save sends (S3-48). */
import { z } from 'zod';
import {
  type BookSettings,
  longestStyle,
  longestTense,
  NarrativePerson,
} from '#shared/domain/book-settings.ts';
import { givenFields } from '#shared/given-fields.ts';

export const BookDraft = z.object({
  /** `none`: not settled. */
  person: NarrativePerson.or(z.literal('none')),
  tense: z.string(),
  style: z.string(),
});
export type BookDraft = z.infer<typeof BookDraft>;

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

const isUnchanged = (draft: BookDraft, begun: BookDraft, field: keyof BookDraft): boolean =>
  draft[field].trim() === begun[field].trim();

/** Those fields of a form that were changed in it, as they are in one of the two. */
const changedFields = (draft: BookDraft, begun: BookDraft, of: BookDraft): Partial<BookDraft> => ({
  ...(isUnchanged(draft, begun, 'person') ? {} : { person: of.person }),
  ...(isUnchanged(draft, begun, 'tense') ? {} : { tense: of.tense }),
  ...(isUnchanged(draft, begun, 'style') ? {} : { style: of.style }),
});

export const holdsNothing = (draft: BookDraft, begun: BookDraft): boolean =>
  Object.keys(changedFields(draft, begun, draft)).length === 0;

/** What was changed in a form and not saved, and what stood there before. */
const KeptBook = z.object({ mine: BookDraft.partial(), before: BookDraft.partial() });

/** What of a form is kept while it is not saved. */
export const keptOf = (draft: BookDraft, begun: BookDraft): z.infer<typeof KeptBook> => ({
  mine: changedFields(draft, begun, draft),
  before: changedFields(draft, begun, begun),
});

/** The form with what was changed in it, or with what stood there before; null for what no form of today can hold. */
export const withKept = (
  kept: unknown,
  begun: BookDraft,
  which: 'mine' | 'before',
): BookDraft | null => {
  const known = KeptBook.safeParse(kept).data;
  return known === undefined ? null : { ...begun, ...givenFields(known[which]) };
};

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

/** What others may ask of the words a book knows. */
import type { BookPart, WordFields } from '../record-source.ts';

/** A word, and the book that knows it. */
export type WordOfBook = { projectId: string; word: string };

export type SpellingService = {
  /** The words the writer taught a book, in the order of the alphabet. */
  listWords(projectId: string): string[];
  /** Adding what is there, like removing what is not, changes nothing. */
  addWord(input: WordOfBook): string[];
  removeWord(input: WordOfBook): string[];
  /** The words, as a part of what travels with the book. */
  bookPart: BookPart<WordFields>;
  /** Deletes everything of a forgotten project. */
  forgetProject(projectId: string): void;
};

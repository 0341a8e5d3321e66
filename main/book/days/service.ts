/** What other rooms may ask of the days of writing. */
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { WordChange, WritingGoals } from '#shared/domain/days.ts';
import type { BookPart } from '../record-source.ts';

/** A text that was written into a chapter's file. */
export type WrittenText = {
  projectId: string;
  documentId: string;
  /** '' for a chapter that was not there before. */
  before: string;
  after: string;
  by: 'writer' | 'model';
  /** What the page counted key by key; null where nobody did: then the two texts are compared. */
  words: WordChange | null;
};

/** Words of a text that is about to be written. */
export type ExpectedWords = {
  /** The text is there: counts them, and what waited before. Errors of the database; they are counted with the next then. */
  settle(): void;
  /** The text was not written. */
  drop(): void;
};

export type DaysService = {
  /**
   * Puts chapters that came from outside into the log of this hour, each with its words; taken out again, with as many below
   * nothing. Errors of the database.
   */
  recordImported(
    projectId: string,
    chapters: readonly { documentId: string; wordCount: number }[],
  ): void;
  /** Notes what a text will count before it is written, so that a kill in between loses nothing; `version`: of the text. */
  expect(toWrite: WrittenText, version: string): ExpectedWords;
  /** When a book is opened to be written: counts what a killed program had written. Errors of the database. */
  recover(projectId: string, versionOf: (documentId: string) => string | null): void;
  /** PROJECT_NOT_FOUND, PROJECT_CLOSED. */
  goals(projectId: string): Output<'goals:get'>;
  updateGoals(input: Parsed<'goals:update'>): Output<'goals:update'>;
  log(input: Parsed<'goals:log'>): Output<'goals:log'>;
  /** The goals, as a part of what travels with the book. */
  bookPart: BookPart<WritingGoals>;
  forgetProject(projectId: string): void;
};

/** What others may ask of names that are in no entry yet. Only screens may: fenced chapters are read too. */
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { BookPart, DismissedNameFields } from '../record-source.ts';

export type NewNamesService = {
  /** PROJECT_CLOSED. */
  list(projectId: string): Promise<Output<'knowledge:newNames:list'>>;
  /** Dismissing what is dismissed, like restoring what is not, changes nothing. */
  dismiss(input: Parsed<'knowledge:newNames:dismiss'>): void;
  restore(input: Parsed<'knowledge:newNames:restore'>): void;
  /** What was dismissed travels with the book. */
  bookPart: BookPart<DismissedNameFields>;
  /** Deletes everything of a forgotten project. */
  forgetProject(projectId: string): void;
};

/** What an import has to say of a source, each with how often it is there. */
import type { ImportWarning } from '#shared/contract/import.ts';

export type CountedWarning = ImportWarning & { count: number };

/** Those that are there at all. */
export const foundWarnings = (all: readonly CountedWarning[]): ImportWarning[] =>
  all.filter(({ count }) => count > 0);

/** Of a text that others worked on as well. `whole`: what it is, such as a document. */
export const reviewWarnings = (
  whole: 'document' | 'project',
  { changes, comments }: { changes: number; comments: number },
): CountedWarning[] => [
  { code: 'CHANGES_TRACKED', message: `The ${whole} has tracked changes.`, count: changes },
  { code: 'COMMENTS_FOUND', message: `The ${whole} has comments.`, count: comments },
];

export const picturesLeftOut = (count: number): CountedWarning => ({
  code: 'PICTURES_LEFT_OUT',
  message: 'Pictures are not taken in.',
  count,
});

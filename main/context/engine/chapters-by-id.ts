/** The chapters of a book by their ids, for as long as they stay the same ones. */
import type { DocumentInfo } from '#shared/domain/project.ts';
import { haveSameMembers } from './same-members.ts';

export type FindChapters = (chapters: readonly DocumentInfo[]) => ReadonlyMap<string, DocumentInfo>;

/** Remembers the last book: every chapter that changes is another object. */
export const createChapterFinder = (): FindChapters => {
  let last: { chapters: readonly DocumentInfo[]; byId: ReadonlyMap<string, DocumentInfo> } | null =
    null;
  return (chapters) => {
    if (!last || !haveSameMembers(last.chapters, chapters)) {
      const byId = new Map(chapters.map((chapter) => [chapter.documentId, chapter]));
      last = { chapters, byId };
    }
    return last.byId;
  };
};

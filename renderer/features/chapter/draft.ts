import { z } from 'zod';
import { isSame } from '#renderer/app/merge-drafts.ts';
import type { Fence } from '#shared/domain/fence.ts';
import type { DocumentInfo, ProjectInfo } from '#shared/domain/project.ts';
import { givenFields } from '#shared/given-fields.ts';
import { draftOfFence, FenceDraft, fenceOfDraft } from '#renderer/ui/fence-draft.ts';

/** A chapter's settings as they stand in the form. */
export const ChapterDraft = z.object({
  /** Entity id; null: as the book. */
  pointOfView: z.string().nullable(),
  fence: FenceDraft,
  /** Entity id of the book's own; null: none named. */
  bookPointOfView: z.string().nullable(),
});
export type ChapterDraft = z.infer<typeof ChapterDraft>;

type Book = Pick<ProjectInfo, 'pointOfViewEntityId'>;
type Chapter = Pick<DocumentInfo, 'pointOfViewEntityId' | 'fence'>;

export const draftOf = (chapter: Chapter, book: Book): ChapterDraft => ({
  pointOfView: chapter.pointOfViewEntityId,
  fence: draftOfFence(chapter.fence),
  bookPointOfView: book.pointOfViewEntityId,
});

/** What of a form is kept while it is not saved: what was changed in it, and no more. */
export const changedIn = (draft: ChapterDraft, begun: ChapterDraft): Partial<ChapterDraft> => ({
  ...(isSame(draft.pointOfView, begun.pointOfView) ? {} : { pointOfView: draft.pointOfView }),
  ...(isSame(draft.fence, begun.fence) ? {} : { fence: draft.fence }),
  ...(isSame(draft.bookPointOfView, begun.bookPointOfView)
    ? {}
    : { bookPointOfView: draft.bookPointOfView }),
});

/** The form with what was changed in it before; null for what no form of today can hold. */
export const withChanged = (kept: unknown, begun: ChapterDraft): ChapterDraft | null => {
  const changed = ChapterDraft.partial().safeParse(kept).data;
  return changed === undefined ? null : { ...begun, ...givenFields(changed) };
};

/** What is to be written where; a part without changes is null. */
export type ChapterChanges = {
  chapter: { pointOfViewEntityId?: string | null; fence?: Fence | null } | null;
  book: { pointOfViewEntityId: string | null } | null;
};

const sameFence = (one: Fence | null, other: Fence | null) =>
  JSON.stringify(draftOfFence(one)) === JSON.stringify(draftOfFence(other));

/** Undefined when the form holds something that cannot be stored. */
export function changesOf(
  draft: ChapterDraft,
  chapter: Chapter,
  book: Book,
): ChapterChanges | undefined {
  const fence = fenceOfDraft(draft.fence);
  if (fence === undefined) return undefined;
  const changed = {
    ...(draft.pointOfView === chapter.pointOfViewEntityId
      ? {}
      : { pointOfViewEntityId: draft.pointOfView }),
    ...(sameFence(fence, chapter.fence) ? {} : { fence }),
  };
  return {
    chapter: Object.keys(changed).length === 0 ? null : changed,
    book:
      draft.bookPointOfView === book.pointOfViewEntityId
        ? null
        : { pointOfViewEntityId: draft.bookPointOfView },
  };
}

/** Looks for the marked places of a book in its texts, and keeps where they were found. */
import { LRUCache } from 'lru-cache';
import { shortened } from '#main/base/anchors/find-marked.ts';
import { followExactly, type KnownEdit } from '#main/base/anchors/follow-exactly.ts';
import type { TextSpan } from '#main/base/anchors/anchored-text.ts';
import { AppError } from '#shared/errors.ts';
import type { DocumentsService } from './documents/service.ts';
import {
  type Located,
  locatePlaces,
  type Marked,
  type ReadText,
  type Reanchored,
  type SeenChapter,
} from './marked-places.ts';

/** Chapters of a novel or two are remembered as they were looked at. */
const rememberedUnits = 8_000_000;
const readersAtOnce = 8;

type Documents = Pick<DocumentsService, 'read' | 'byId'>;

/** What became of a chapter's text of version `from`. */
export type KnownEdits = {
  documentId: string;
  from: string;
  now: ReadText;
  edits: readonly KnownEdit[];
};

/** Where marked places are, for those who edit the text themselves. */
export type FollowedMarks = {
  /** Looks where they are in these chapters: after an edit they are followed from there. */
  locate(projectId: string, documentIds: ReadonlySet<string>): Promise<void>;
  /** They are where these edits took them, however little is left of their words. */
  follow(projectId: string, edits: KnownEdits): Promise<void>;
};

export type LocateMarked = {
  /** In these chapters; all that are marked unless told otherwise. PROJECT_CLOSED. */
  locate(projectId: string, documentIds?: ReadonlySet<string>): Promise<Located>;
  /** The places of a chapter that was looked at before the edits; those of another one are left to be looked for. */
  follow(edits: KnownEdits): void;
  /** Text went from one chapter to another: what was seen of them says nothing any more. */
  forget(documentIds: readonly string[]): void;
};

const markedChapters = (marked: readonly Marked[]): Set<string> =>
  new Set(
    marked.flatMap(({ places }) => Object.values(places).map(({ documentId }) => documentId)),
  );

/** A chapter that cannot be read now is left out: its places are not found. */
const readTexts = async (
  documents: Documents,
  projectId: string,
  documentIds: readonly string[],
): Promise<Map<string, ReadText>> => {
  const texts = new Map<string, ReadText>();
  const queue = documentIds.values();
  const work = async (): Promise<void> => {
    for (const documentId of queue) {
      try {
        texts.set(documentId, await documents.read(projectId, documentId));
      } catch (error) {
        const isExpected =
          error instanceof AppError &&
          (error.code === 'DOCUMENT_UNREADABLE' || error.code === 'DOCUMENT_NOT_FOUND');
        if (!isExpected) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: readersAtOnce }, work));
  return texts;
};

/** Looks again after edits that are known, so that where they took a place is kept; in chapters that are marked, and no others. */
export const followedMarks = (
  { follow }: Pick<LocateMarked, 'follow'>,
  {
    isMarked,
    locate,
  }: { isMarked(projectId: string, documentId: string): boolean } & Pick<FollowedMarks, 'locate'>,
): FollowedMarks => ({
  async locate(projectId, documentIds) {
    const marked = [...documentIds].filter((id) => isMarked(projectId, id));
    if (marked.length > 0) await locate(projectId, new Set(marked));
  },
  async follow(projectId, edits) {
    if (!isMarked(projectId, edits.documentId)) return;
    follow(edits);
    await locate(projectId, new Set([edits.documentId]));
  },
});

export const createLocateMarked = ({
  documents,
  listMarked,
  noteFound,
}: {
  documents: Documents;
  listMarked(projectId: string): readonly Marked[];
  /** Not called where nothing is other than it was when it was last looked for. */
  noteFound(projectId: string, changes: readonly Reanchored[]): void;
}): LocateMarked => {
  const seen = new LRUCache<string, SeenChapter>({
    maxSize: rememberedUnits,
    sizeCalculation: ({ text }) => text.length + 1,
  });
  let moves = 0;

  const locate: LocateMarked['locate'] = async (projectId, documentIds) => {
    const before = moves;
    const present = documents.byId(projectId);
    const wanted = [...(documentIds ?? markedChapters(listMarked(projectId)))];
    const texts = await readTexts(
      documents,
      projectId,
      wanted.filter((id) => present.has(id)),
    );
    // A split, a merge or a replacement came in between: these are the texts of another book.
    if (before !== moves) return locate(projectId, documentIds);
    const chapters = new Map<string, SeenChapter>();
    for (const id of texts.keys()) {
      const known = seen.get(id);
      if (known) chapters.set(id, known);
    }
    const located = locatePlaces(listMarked(projectId), texts, chapters);
    for (const id of texts.keys()) {
      const looked = chapters.get(id);
      if (looked) seen.set(id, looked);
      else seen.delete(id);
    }
    if (located.isOther || located.changes.length > 0) noteFound(projectId, located.changes);
    return located;
  };

  return {
    locate,
    follow({ documentId, from, now, edits }) {
      // A look that is under way has the text of before.
      moves += 1;
      const before = seen.get(documentId);
      if (before?.version !== from) return;
      const follow = (span: TextSpan): TextSpan | null => {
        const found = followExactly(edits, span);
        return found && shortened(now.text, found);
      };
      const spans = new Map(
        [...before.spans].map(([key, { anchor, span }]) => [
          key,
          // One that was lost is looked for: the edits may have put its words back.
          span === null ? { anchor: '', span } : { anchor, span: follow(span) },
        ]),
      );
      seen.set(documentId, { ...now, spans });
    },
    forget(documentIds) {
      moves += 1;
      for (const id of documentIds) seen.delete(id);
    },
  };
};

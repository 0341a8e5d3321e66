/** Which passages of the book may go into a request, and why the others may not: asked before they are ranked, and after. */
import type { Reason } from '#shared/domain/assembly.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { SearchHit } from '#shared/domain/retrieval.ts';
import type { PassageFilter } from '#main/context/retrieval/service.ts';
import { type Exclusion, fenceExclusion, type PointOfView } from './eligibility.ts';
import { type ForbiddenNames, forbiddenNames } from './forbidden-names.ts';
import type { AssemblyInput } from './assembly-input.ts';

const fencedByName: Exclusion = { reason: 'fencedByName' };
const later = (chapter: number): Exclusion => ({ reason: 'laterChapter', chapter });

/** Where a request stands in the book, as far as its passages depend on it. */
export type PassageScope = {
  at: PointOfView;
  forbidden: ForbiddenNames;
  /** The chapter being written, and where in it. */
  documentId: string;
  cursor: number;
  allowLaterChapters: boolean;
};

export const passageScope = (input: AssemblyInput): PassageScope => {
  const at = {
    chapter: input.document.chapter,
    pointOfViewEntityId: input.pointOfViewEntityId,
  };
  return {
    at,
    forbidden: forbiddenNames(input, at),
    documentId: input.document.documentId,
    cursor: input.before.length,
    allowLaterChapters: input.allowLaterChapters,
  };
};

type Chapter = Pick<DocumentInfo, 'fence' | 'title' | 'chapter'>;

/** A secret in a title stays one among what was left out, too. */
export const fencedChapter = (
  { fence, title }: Chapter,
  { at, forbidden }: Pick<PassageScope, 'at' | 'forbidden'>,
): Exclusion | null =>
  fenceExclusion(fence, at) ?? (forbidden.mentionedIn(title) ? fencedByName : null);

const laterChapter = ({ chapter }: Chapter, { at, allowLaterChapters }: PassageScope) =>
  !allowLaterChapters && chapter > at.chapter ? later(chapter) : null;

/** Why no passage of a chapter may go. */
const chapterExclusion = (chapter: Chapter, scope: PassageScope): Exclusion | null =>
  fencedChapter(chapter, scope) ?? laterChapter(chapter, scope);

/** Chapters none of whose passages may go because of a fence, by id, each with why. */
export const closedChapters = (input: AssemblyInput): Record<string, Reason> => {
  const scope = passageScope(input);
  const closed = input.chapters.flatMap((chapter) => {
    const excluded = fencedChapter(chapter, scope);
    return excluded ? [[chapter.documentId, excluded.reason] as const] : [];
  });
  return Object.fromEntries(closed);
};

type Place = Pick<SearchHit, 'documentId' | 'start'>;

const aheadOfCursor = (
  { documentId, start }: Place,
  { at, documentId: written, cursor, allowLaterChapters }: PassageScope,
): Exclusion | null => {
  const isAhead = documentId === written && start >= cursor;
  return isAhead && !allowLaterChapters ? later(at.chapter) : null;
};

/**
 * Why a passage may not go. What a fence hides comes before everything that would show the passage among what was left
 * out: there too a secret stays one (N3).
 */
export const passageExclusion = (
  passage: Place & Pick<SearchHit, 'text'>,
  chapter: Chapter,
  scope: PassageScope,
): Exclusion | null =>
  fencedChapter(chapter, scope) ??
  (scope.forbidden.mentionedIn(passage.text) ? fencedByName : null) ??
  laterChapter(chapter, scope) ??
  aheadOfCursor(passage, scope);

/** How many passages rank as high as one that goes and may not go themselves, by reason; those of whole chapters do go. */
export const countWithheld = (
  input: AssemblyInput,
  whole: ReadonlySet<string>,
): { reason: Reason; passages: number }[] => {
  const scope = passageScope(input);
  const chapters = input.prepare.chaptersById(input.chapters);
  const counts = new Map<Reason, number>();
  for (const { documentId, passages } of input.withheld) {
    const chapter = chapters.get(documentId);
    if (!chapter || whole.has(documentId)) continue;
    // In a chapter that may go, it is a name in the passage or a place behind the cursor that holds one back.
    const ahead = documentId === scope.documentId ? 'laterChapter' : 'fencedByName';
    const reason = chapterExclusion(chapter, scope)?.reason ?? ahead;
    counts.set(reason, (counts.get(reason) ?? 0) + passages);
  }
  return [...counts].map(([reason, passages]) => ({ reason, passages }));
};

/** The same for retrieval: only what may go competes for a place. */
export const createPassageFilter = (
  chapters: ReadonlyMap<string, DocumentInfo>,
  scope: PassageScope,
  /** Chapters that go whole: none of their passages need compete. */
  whole: ReadonlySet<string>,
): PassageFilter => ({
  allowsDocument(documentId) {
    const chapter = whole.has(documentId) ? undefined : chapters.get(documentId);
    return chapter !== undefined && chapterExclusion(chapter, scope) === null;
  },
  allowsPassage: (passage) =>
    !scope.forbidden.mentionedIn(passage.text) && aheadOfCursor(passage, scope) === null,
});

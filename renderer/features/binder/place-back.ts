import type { DocumentInfo } from '#shared/domain/project.ts';

/** -1 for a chapter that is not among them. */
export const indexOf = (
  documents: readonly DocumentInfo[],
  documentId: string | undefined,
): number => documents.findIndex((document) => document.documentId === documentId);

/**
 * Where a chapter comes back among the others: before the one it was followed by, wherever that stands by now. With that
 * one gone before the next that is still there, else behind the nearest one before it; the last of the book to the end.
 */
export function placeBack(
  others: readonly DocumentInfo[],
  followedBy: string | undefined,
  stood: readonly DocumentInfo[],
): number {
  if (followedBy === undefined) return others.length;
  const places = (chapters: readonly DocumentInfo[]): number[] =>
    chapters.map(({ documentId }) => indexOf(others, documentId)).filter((index) => index >= 0);
  const before = indexOf(others, followedBy);
  if (before >= 0) return before;
  const at = indexOf(stood, followedBy);
  if (at < 0) return others.length;
  const behind = places(stood.slice(0, at)).at(-1);
  return places(stood.slice(at))[0] ?? (behind === undefined ? others.length : behind + 1);
}

/** Takes places of a replacement back whose paragraphs were moved to another chapter since (W2). */
import { findOnlyPlace } from '#main/base/anchors/occurrences.ts';
import { AppError } from '#shared/errors.ts';
import type { DocumentsService } from '../documents/service.ts';
import { applyPlaces, editsOf } from './apply-places.ts';
import { followAll, locateAll, type ReplaceParts } from './parts.ts';
import { readChapters } from './read-chapters.ts';
import type { GoneParagraph } from './take-back.ts';

/** What an undo meets where somebody goes on meanwhile. */
export const movedOn = ['DOCUMENT_CONFLICT', 'DOCUMENT_NOT_FOUND', 'DOCUMENT_UNREADABLE'];

/** `from`: the chapter it stood in. */
export type GonePart = { from: string; paragraph: GoneParagraph };

const asBefore = ({ text, places }: GoneParagraph): string => applyPlaces(text, places);

type Chapters = Pick<DocumentsService, 'list' | 'read'>;
type Parts = Pick<ReplaceParts, 'documents' | 'marks'>;

/**
 * `chapters`: per chapter the paragraphs that stand there, once, and in no other chapter. `back`: those that read as before
 * by now, from an earlier undo.
 */
const findChapters = async (
  documents: Chapters,
  projectId: string,
  gone: readonly GonePart[],
): Promise<{ chapters: Map<string, GonePart[]>; back: GonePart[] }> => {
  const homes = new Map<GonePart, string | null>();
  const before = new Set<GonePart>();
  for await (const { document, text } of readChapters(documents, projectId)) {
    for (const one of gone) {
      if (text === null) continue;
      if (text.includes(asBefore(one.paragraph))) before.add(one);
      if (!text.includes(one.paragraph.text)) continue;
      const isOnly = !homes.has(one) && findOnlyPlace(text, one.paragraph.text) !== null;
      homes.set(one, isOnly ? document.documentId : null);
    }
  }
  const chapters = new Map<string, GonePart[]>();
  for (const [one, home] of homes) {
    if (home !== null) chapters.set(home, [...(chapters.get(home) ?? []), one]);
  }
  return { chapters, back: [...before].filter((one) => !homes.has(one)) };
};

/** Those of the paragraphs that read as before now. */
const rewriteChapter = async (
  parts: Parts,
  scope: { projectId: string; documentId: string },
  gone: readonly GonePart[],
): Promise<readonly GonePart[]> => {
  const { projectId, documentId } = scope;
  await locateAll(parts, projectId, [documentId]);
  const { text, version } = await parts.documents.read(projectId, documentId);
  const found = gone.flatMap((one) => {
    const at = findOnlyPlace(text, one.paragraph.text);
    return at === null ? [] : [{ one, at }];
  });
  const places = found
    .flatMap(({ one, at }) =>
      one.paragraph.places.map(({ start, end, replacement }) => ({
        ...{ start: at + start, end: at + end, replacement },
      })),
    )
    .toSorted((one, other) => one.start - other.start);
  const rewrite = { ...scope, expectedVersion: version, text: applyPlaces(text, places) };
  const now = await parts.documents.rewrite(rewrite);
  await followAll(parts, projectId, { documentId, from: version, now, edits: editsOf(places) });
  return found.map(({ one }) => one);
};

/** `back`: how many places of a chapter read as before, in another one. */
export const takeBackElsewhere = async (
  parts: Parts,
  projectId: string,
  gone: readonly GonePart[],
): Promise<{ back: Map<string, number>; documentIds: string[] }> => {
  const back = new Map<string, number>();
  const documentIds: string[] = [];
  if (gone.length === 0) return { back, documentIds };
  const found = await findChapters(parts.documents, projectId, gone);
  const count = (taken: readonly GonePart[]): void => {
    for (const { from, paragraph } of taken) {
      back.set(from, (back.get(from) ?? 0) + paragraph.places.length);
    }
  };
  count(found.back);
  for (const [documentId, here] of found.chapters) {
    try {
      count(await rewriteChapter(parts, { projectId, documentId }, here));
      documentIds.push(documentId);
    } catch (error) {
      // They are told as left.
      if (!(error instanceof AppError && movedOn.includes(error.code))) throw error;
    }
  }
  return { back, documentIds };
};

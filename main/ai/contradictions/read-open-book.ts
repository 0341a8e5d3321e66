/** Reads what of a book may be told a model that is asked for contradictions (N3). */
import type { NameMatch } from '#main/book/knowledge/service.ts';
import type { FenceView } from '#main/context/engine/service.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import type { OpenChapter } from './choose-passages.ts';
import type { AskingDependencies } from './dependencies.ts';
import { openParagraphs } from './open-passages.ts';
import { type BookChapter, readBook } from './read-book.ts';

export type OpenBook = {
  chapters: OpenChapter[];
  /** Entries no fence closes, with the facts of their names. */
  entries: Entity[];
  /** Chapters no word of which is told. */
  keptBack: number;
  /** A text as fences leave it. */
  shownOf(text: string): string;
  /** Whether nothing more was closed since it was read. */
  isStillOpen(): boolean;
};

const openChapters = (
  view: FenceView,
  chapters: readonly BookChapter[],
  find: (text: string) => NameMatch[],
): OpenChapter[] =>
  chapters.flatMap(({ documentId, chapter, text }) => {
    if (!view.allowsDocument(documentId)) return [];
    const paragraphs = openParagraphs(text, view.redactSaid(text));
    if (paragraphs.length === 0) return [];
    return [{ documentId, chapter, text, paragraphs, names: find(text) }];
  });

/**
 * As from nowhere: every fence on a chapter closes it, what names a fenced entry or a closed chapter is left out, and so are
 * entries with a fence. Throws what `signal` aborts with.
 */
export const readOpenBook = async (
  dependencies: AskingDependencies,
  projectId: string,
  signal: AbortSignal,
): Promise<OpenBook> => {
  const { documents, engine, knowledge } = dependencies;
  const read = await readBook(dependencies, { projectId }, signal);
  // Nobody waits from here on: what is open now is open together.
  const view = engine.fenceView(projectId, null);
  const matcher = knowledge.matcher(projectId);
  const chapters = openChapters(view, read.chapters, (text) => matcher.find(text));
  return {
    chapters,
    entries: knowledge
      .listEntities(projectId)
      .filter((entity) => view.allowsEntity(entity) && entity.inclusion !== 'never')
      .filter(({ name }) => view.redactSaid(name) === name),
    keptBack: documents.list(projectId).length - chapters.length,
    shownOf: (text) => view.redactSaid(text),
    isStillOpen: view.openSince(),
  };
};

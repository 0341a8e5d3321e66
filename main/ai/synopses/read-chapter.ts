/** Reads what of a chapter may be told a model that is asked for its synopsis (N3, E3). */
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { ContextEngine } from '#main/context/engine/service.ts';
import type { KeptBack } from '#shared/domain/synopsis.ts';

export type ChapterSources = {
  documents: Pick<DocumentsService, 'info' | 'read' | 'synopses'>;
  engine: Pick<ContextEngine, 'fenceView'>;
};

export type ReadableChapter = {
  text: string;
  /** The whole text it was made from. */
  mark: string;
  /** Paragraphs that were left out. */
  redacted: number;
  /** Whether nothing more was closed since it was read. */
  isStillOpen(): boolean;
};

export type ChapterReading =
  | { kind: 'open'; chapter: ReadableChapter }
  | { kind: 'keptBack'; reason: KeptBack };

const changedLines = (before: string, after: string): number => {
  const lines = after.split('\n');
  // Of a paragraph that is left out the first line becomes the notice, the others empty ones.
  return before.split('\n').filter((line, index) => lines[index] !== '' && lines[index] !== line)
    .length;
};

/** Nothing but headings and notices is nothing to tell of. */
const hasProse = (text: string, original: string): boolean => {
  const lines = new Set(original.split('\n'));
  return text
    .split('\n')
    .some((line) => /[^\s#]/u.test(line) && !/^ {0,3}#/u.test(line) && lines.has(line));
};

const whole = (text: string): string => text;

/**
 * A synopsis goes with requests of any later chapter, told from any point of view: a chapter is read as from nowhere, so that
 * every fence on it closes it, and what names a fenced entry or a closed chapter is left out. DOCUMENT_NOT_FOUND and the
 * errors of reading. `partOf`: takes what is asked about out of the text; whole paragraphs.
 */
export const readChapter = async (
  { documents, engine }: ChapterSources,
  projectId: string,
  documentId: string,
  partOf: (text: string) => string = whole,
): Promise<ChapterReading> => {
  documents.info(projectId, documentId);
  const read = await documents.read(projectId, documentId);
  // Nobody waits from here on: what is open now is open together.
  const view = engine.fenceView(projectId, null);
  if (!view.allowsDocument(documentId)) return { kind: 'keptBack', reason: 'fenced' };
  const asked = partOf(read.text);
  if (!hasProse(asked, asked)) return { kind: 'keptBack', reason: 'empty' };
  const text = view.redactSaid(asked);
  if (!hasProse(text, asked)) return { kind: 'keptBack', reason: 'hidden' };
  return {
    kind: 'open',
    chapter: {
      text,
      mark: documents.synopses.markOf(read),
      redacted: text === asked ? 0 : changedLines(asked, text),
      isStillOpen: view.openSince(),
    },
  };
};

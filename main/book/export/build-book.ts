/** Makes the one model of a book that every format writes. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExportLayout } from '#shared/domain/export.ts';
import { type Block, type Book, type Chapter, plainText } from './book.ts';
import { headChapters } from './chapter-head.ts';
import { cleanText } from './clean-text.ts';
import { parseChapter } from './parse-chapter.ts';
import { placeInVolumes } from './volumes.ts';

/** A book as it comes from the folder. */
export type BookSource = Omit<Book, 'chapters' | 'depth'> & { chapters: readonly ChapterSource[] };

export type ChapterSource = {
  documentId: string;
  title: string;
  markdown: string;
  /** Names of the folders that are its volumes, the outermost first. */
  volumes: readonly string[];
};

const isTitle = (block: Block, title: string): boolean =>
  (block.kind === 'heading' || block.kind === 'paragraph') &&
  plainText(block.runs).trim() === title.trim();

/** The chapter's title stands above it already; a heading with the same words would be a second one. */
const withoutOwnTitle = (blocks: readonly Block[], title: string): readonly Block[] => {
  const first = blocks[0];
  if (first && isTitle(first, title)) return blocks.slice(blocks[1]?.kind === 'break' ? 2 : 1);
  const heading = blocks.findIndex(({ kind }) => kind === 'heading');
  const found = blocks[heading];
  return found && isTitle(found, title) ? blocks.toSpliced(heading, 1) : blocks;
};

/**
 * Reads all chapters.
 * @param onChapter told after each; between two chapters others have their turn
 */
export const buildBook = async (
  source: BookSource,
  layout: ExportLayout,
  onChapter: (done: number) => void = () => undefined,
): Promise<Book> => {
  const titles = source.chapters.map(({ title }) => cleanText(title));
  const heads = headChapters(titles, layout.numbering, source.language);
  const places = placeInVolumes(
    source.chapters.map(({ volumes }) => (layout.volumes ? volumes : [])),
  );
  const chapters: Chapter[] = [];
  for (const [at, { documentId, markdown }] of source.chapters.entries()) {
    const blocks = withoutOwnTitle(parseChapter(markdown), titles[at] ?? '');
    const { depth, opens } = places[at] ?? { depth: 0, opens: [] };
    const head = heads[at] ?? { label: null, title: null };
    chapters.push({ documentId, ...head, depth, opens: opens.map(cleanText), blocks });
    onChapter(chapters.length);
    await nextTurn();
  }
  return {
    ...source,
    title: cleanText(source.title),
    author: cleanText(source.author),
    contact: cleanText(source.contact),
    chapters,
    depth: Math.max(0, ...places.map(({ depth }) => depth)),
  };
};

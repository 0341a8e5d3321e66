/** A book as every format sees it: chapters of blocks, with nothing of Markdown left but each block's source. */
import type { Language } from '#shared/domain/identifiers.ts';

/** A stretch of text in one style. `\n` is a line break inside the paragraph. */
export type Run = { text: string; emphasis?: true; strong?: true };

export type Block =
  | { kind: 'paragraph'; runs: readonly Run[]; quoted: boolean; source: string }
  | { kind: 'heading'; level: number; runs: readonly Run[]; source: string }
  /** A scene break the writer marked. */
  | { kind: 'break' }
  /** An empty paragraph the writer left. */
  | { kind: 'space' };

export type Chapter = {
  documentId: string;
  /** "第七章", "Chapter Six"; null when it has none. */
  label: string | null;
  /** Null when the label says all. */
  title: string | null;
  /** How many volumes it stands in, one in the other; 0 at the top of the book (W1). */
  depth: number;
  /** Titles of the volumes that begin with it, the outermost first. */
  opens: readonly string[];
  blocks: readonly Block[];
};

export type Book = {
  /** Stable for the same book: what an e-book is known by. */
  id: string;
  title: string;
  author: string;
  contact: string;
  language: Language;
  /** By the program's one count. */
  wordCount: number;
  /** When it was exported, milliseconds since the epoch. */
  madeAt: number;
  chapters: readonly Chapter[];
  /** How many volumes its deepest chapter stands in; 0 for a book without volumes. */
  depth: number;
};

export const plainText = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');

/** Label and title in one line, as contents and plain text show them. */
export const chapterHeadline = ({ label, title }: Chapter, language: Language): string => {
  if (label === null || title === null) return label ?? title ?? '';
  return `${label}${language === 'zh-CN' ? '　' : ': '}${title}`;
};

/** The volumes that begin with a chapter; `level` is 1 for an outermost one. */
export const openedVolumes = ({ opens, depth }: Chapter): { title: string; level: number }[] =>
  opens.map((title, at) => ({ title, level: depth - opens.length + at + 1 }));

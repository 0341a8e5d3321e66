/** What every reader makes of a file: Markdown in parts, beside what it must say of it. */
import type { ImportFormat, ImportWarning } from '#shared/contract/import.ts';
import type { ChapterNotes } from './chapter-notes.ts';
import type { EncodingChoice } from '#shared/domain/project.ts';

/** A piece the file itself is divided into; a plain text is one. */
export type Part = {
  /** Null where the file names none. */
  title: string | null;
  /** The chapter it is a scene of, where the file knows such; parts with one id stand together. */
  chapter: { id: string; title: string } | null;
  /** The volume it stands in. */
  group: string | null;
  /** Markdown with `\n` line ends; tracked changes and comments are marked in it (see `marks.ts`). */
  text: string;
  notes?: ChapterNotes;
};

export type Comment = { author: string; text: string };

export type SourceText = {
  format: ImportFormat;
  /** The book's title as the file gives it. */
  title: string | null;
  parts: Part[];
  /** Front matter that says more than the title and the author, with its borders; it stays before the first chapter. */
  frontMatter: string;
  /** True when the parts are meant as chapters: an epub's contents, a Scrivener binder. */
  partsAreChapters: boolean;
  encoding?: string;
  encodings?: EncodingChoice[];
  /** By the number that stands in the text's marks. */
  changeAuthors: string[];
  comments: Comment[];
  /** Texts of footnotes by the name that `[^name]` in the text has. */
  footnotes: ReadonlyMap<string, string>;
  warnings: ImportWarning[];
  /** Synopses of what is no chapter here. */
  otherSynopses: number;
};

export const onePart = (text: string): Part[] => [
  { title: null, chapter: null, group: null, text },
];

export const plainSource = (
  format: ImportFormat,
  parts: Part[],
  more: Partial<SourceText> = {},
): SourceText => ({
  format,
  title: null,
  parts,
  frontMatter: '',
  partsAreChapters: false,
  changeAuthors: [],
  comments: [],
  footnotes: new Map(),
  warnings: [],
  otherSynopses: 0,
  ...more,
});

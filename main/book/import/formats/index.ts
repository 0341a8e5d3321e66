/** The formats that can be taken in: one file and one row each, the most particular first. */
import { docxReader } from './docx.ts';
import { epubReader } from './epub.ts';
import { markdownReader } from './markdown.ts';
import type { FormatReader } from './reader.ts';
import { rtfReader } from './rtf.ts';
import { scrivenerReader } from './scrivener.ts';
import { textsReader } from './texts.ts';
import { textReader } from './text.ts';

export const formatReaders: readonly FormatReader[] = [
  scrivenerReader,
  docxReader,
  epubReader,
  textsReader,
  rtfReader,
  markdownReader,
  textReader,
];

/** What Scrivener keeps beside a document's text with links from its words: comments, and footnotes of the inspector. */
import { AppError } from '#shared/errors.ts';
import { decodeXml, readXml } from '../files/read-xml.ts';
import type { Comment } from '../source-text.ts';
import { commentText, freshNotes, type RtfNotes } from './rtf-notes.ts';
import { readRtf } from './rtf-text.ts';
import { paragraphOf, type Span } from './spans.ts';

type LinkedNote = { isFootnote: boolean; words: string };

/** False where what is read is damaged. */
const isReadable = (read: () => void): boolean => {
  try {
    read();
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'IMPORT_FILE_DAMAGED') throw error;
    return false;
  }
};

/** By the ids that links in the text name, as far as they can be read. */
const readNotes = (file: Buffer): { notes: Map<string, LinkedNote>; isWhole: boolean } => {
  const notes = new Map<string, LinkedNote>();
  let id = '';
  let note: LinkedNote | null = null;
  const isWhole = isReadable(() =>
    readXml(decodeXml(file), {
      open({ name, get }) {
        if (name !== 'Comment') return;
        id = get('ID') ?? String(notes.size);
        note = { isFootnote: get('Footnote') === 'Yes', words: '' };
      },
      close(name) {
        if (name !== 'Comment' || note === null) return;
        notes.set(id, note);
        note = null;
      },
      text(text) {
        if (note !== null) note.words += text;
      },
    }),
  );
  return { notes, isWhole };
};

/** Rich text in ASCII, as XML may hold it otherwise. */
const rtfBytes = (words: string): Buffer =>
  Buffer.from(
    words.replace(/[^\0-\x7f]/g, (unit) => `{\\uc0\\u${unit.charCodeAt(0)} }`),
    'latin1',
  );

const paragraphsIn = (words: string): string[] => {
  const text = words.trim();
  const lines = text.startsWith('{\\rtf')
    ? readRtf(rtfBytes(text), freshNotes()).paragraphs
    : [text];
  return lines.filter((line) => line.trim() !== '');
};

type NoteParagraphs = { isFootnote: boolean; paragraphs: string[] };

const readAll = (file: Buffer | null): { left: Map<string, NoteParagraphs>; damaged: number } => {
  const left = new Map<string, NoteParagraphs>();
  if (file === null) return { left, damaged: 0 };
  const { notes, isWhole } = readNotes(file);
  let damaged = isWhole ? 0 : 1;
  for (const [id, { isFootnote, words }] of notes) {
    const canBeRead = isReadable(() => {
      const paragraphs = paragraphsIn(words);
      if (paragraphs.length > 0) left.set(id, { isFootnote, paragraphs });
    });
    if (!canBeRead) damaged += 1;
  }
  return { left, damaged };
};

export type LinkedNotes = Pick<RtfNotes, 'markOf'> & {
  /** How many cannot be read. */
  damaged: number;
  /** Those no link led to. */
  count(): number;
  /** Their marks, and none is left. */
  takeAll(): string;
};

/** `file`: null for a document without. What is taken goes into `into`. */
export const linkedNotes = (
  file: Buffer | null,
  into: { comments: Comment[]; footnotes: Map<string, string> },
): LinkedNotes => {
  const { left, damaged } = readAll(file);
  const markOf = (id: string): Span | null => {
    const note = left.get(id);
    if (note === undefined) return null;
    left.delete(id);
    if (!note.isFootnote) {
      const text = commentText(note.paragraphs);
      return { kind: 'comment', index: into.comments.push({ author: '', text }) - 1 };
    }
    const name = String(into.footnotes.size + 1);
    into.footnotes.set(name, note.paragraphs.join(' ').replace(/\s+/g, ' '));
    return { kind: 'footnote', name, change: null };
  };
  return {
    markOf,
    damaged,
    count: () => left.size,
    takeAll: () => {
      const marks = [...left.keys()].map(markOf).filter((mark) => mark !== null);
      return paragraphOf(marks, 0);
    },
  };
};

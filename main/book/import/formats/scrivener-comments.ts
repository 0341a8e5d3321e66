/** What Scrivener keeps beside a document's text with links from its words: comments, and footnotes of the inspector. */
import { readXml } from '../files/read-xml.ts';
import type { Comment } from '../source-text.ts';
import { commentText, freshNotes, type RtfNotes } from './rtf-notes.ts';
import { readRtf } from './rtf-text.ts';
import { paragraphOf, type Span } from './spans.ts';

type LinkedNote = { isFootnote: boolean; words: string };

/** By the ids that links in the text name. IMPORT_FILE_DAMAGED. */
const readNotes = (xml: string): Map<string, LinkedNote> => {
  const notes = new Map<string, LinkedNote>();
  let note: LinkedNote | null = null;
  readXml(xml, {
    open({ name, get }) {
      if (name !== 'Comment') return;
      note = { isFootnote: get('Footnote') === 'Yes', words: '' };
      notes.set(get('ID') ?? String(notes.size), note);
    },
    close(name) {
      if (name === 'Comment') note = null;
    },
    text(text) {
      if (note !== null) note.words += text;
    },
  });
  return notes;
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

export type LinkedNotes = Pick<RtfNotes, 'markOf'> & {
  /** Those no link led to. */
  count(): number;
  /** Their marks, and none is left. */
  takeAll(): string;
};

/** `xml`: null for a document without. What is taken goes into `into`. IMPORT_FILE_DAMAGED. */
export const linkedNotes = (
  xml: string | null,
  into: { comments: Comment[]; footnotes: Map<string, string> },
): LinkedNotes => {
  const left = new Map<string, { isFootnote: boolean; paragraphs: string[] }>();
  for (const [id, { isFootnote, words }] of xml === null ? [] : readNotes(xml)) {
    const paragraphs = paragraphsIn(words);
    if (paragraphs.length > 0) left.set(id, { isFootnote, paragraphs });
  }
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
    count: () => left.size,
    takeAll: () => {
      const marks = [...left.keys()].map(markOf).filter((mark) => mark !== null);
      return paragraphOf(marks, 0);
    },
  };
};

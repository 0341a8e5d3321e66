/** A rich text of its own. */
import type { ImportWarning } from '#shared/contract/import.ts';
import { countChanges } from '../marks.ts';
import { joinParagraphs } from '../markdown-text.ts';
import { onePart, plainSource } from '../source-text.ts';
import type { FormatReader } from './reader.ts';
import { freshNotes, readRtf } from './rtf-text.ts';

const warningsOf = (changes: number, comments: number): ImportWarning[] => {
  const all: (ImportWarning & { count: number })[] = [
    { code: 'CHANGES_TRACKED', message: 'The document has tracked changes.', count: changes },
    { code: 'COMMENTS_FOUND', message: 'The document has comments.', count: comments },
  ];
  return all.filter(({ count }) => count > 0);
};

export const rtfReader: FormatReader = {
  format: 'rtf',
  recognises: (source) =>
    source.kind === 'bytes' && source.bytes.subarray(0, 5).toString('latin1') === '{\\rtf',
  async read(source) {
    if (source.kind !== 'bytes') return plainSource('rtf', []);
    const notes = freshNotes();
    const text = joinParagraphs(readRtf(source.bytes, notes));
    const { footnotes, changeAuthors, comments } = notes;
    return plainSource('rtf', onePart(text === '' ? '' : `${text}\n`), {
      footnotes,
      changeAuthors,
      comments,
      warnings: warningsOf(countChanges(text), comments.length),
    });
  },
};

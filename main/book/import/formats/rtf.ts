/** A rich text of its own. */
import { countChanges } from '../marks.ts';
import { joinParagraphs } from '../markdown-text.ts';
import { onePart, plainSource } from '../source-text.ts';
import type { FormatReader } from './reader.ts';
import { freshNotes, readRtf } from './rtf-text.ts';

export const rtfReader: FormatReader = {
  format: 'rtf',
  recognises: (source) =>
    source.kind === 'bytes' && source.bytes.subarray(0, 5).toString('latin1') === '{\\rtf',
  async read(source) {
    if (source.kind !== 'bytes') return plainSource('rtf', []);
    const notes = freshNotes();
    const text = joinParagraphs(readRtf(source.bytes, notes));
    const count = countChanges(text);
    const message = 'The document has tracked changes.';
    return plainSource('rtf', onePart(text === '' ? '' : `${text}\n`), {
      footnotes: notes.footnotes,
      changeAuthors: notes.changeAuthors,
      warnings: count === 0 ? [] : [{ code: 'CHANGES_TRACKED', message, count }],
    });
  },
};

/** A rich text of its own. */
import { foundWarnings, picturesLeftOut, reviewWarnings } from '../counted-warnings.ts';
import { countChanges } from '../marks.ts';
import { areSpacedOut, joinWithGaps } from '../markdown-text.ts';
import { onePart, plainSource } from '../source-text.ts';
import type { FormatReader } from './reader.ts';
import { freshNotes } from './rtf-notes.ts';
import { readRtf } from './rtf-text.ts';

export const rtfReader: FormatReader = {
  format: 'rtf',
  recognises: (source) =>
    source.kind === 'bytes' && source.bytes.subarray(0, 5).toString('latin1') === '{\\rtf',
  async read(source) {
    if (source.kind !== 'bytes') return plainSource('rtf', []);
    const notes = freshNotes();
    const { paragraphs, pictures } = readRtf(source.bytes, notes);
    const text = joinWithGaps(paragraphs, !areSpacedOut(paragraphs));
    const { footnotes, changeAuthors, comments } = notes;
    return plainSource('rtf', onePart(text === '' ? '' : `${text}\n`), {
      footnotes,
      changeAuthors,
      comments,
      warnings: foundWarnings([
        ...reviewWarnings('document', { changes: countChanges(text), comments: comments.length }),
        picturesLeftOut(pictures),
      ]),
    });
  },
};

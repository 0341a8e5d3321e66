/** A rich text of its own. */
import { joinParagraphs } from '../markdown-text.ts';
import { onePart, plainSource } from '../source-text.ts';
import type { FormatReader } from './reader.ts';
import { readRtf } from './rtf-text.ts';

export const rtfReader: FormatReader = {
  format: 'rtf',
  recognises: (source) =>
    source.kind === 'bytes' && source.bytes.subarray(0, 5).toString('latin1') === '{\\rtf',
  async read(source) {
    const text = source.kind === 'bytes' ? joinParagraphs(readRtf(source.bytes)) : '';
    return plainSource('rtf', onePart(text === '' ? '' : `${text}\n`));
  },
};

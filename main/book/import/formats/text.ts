/** Plain text, in whatever encoding: its lines become paragraphs. */
import { onePart, plainSource } from '../source-text.ts';
import { paragraphsOf } from './plain-paragraphs.ts';
import { readPlain } from './read-plain.ts';
import type { FormatReader } from './reader.ts';

export const textReader: FormatReader = {
  format: 'txt',
  recognises: (source) => source.kind === 'bytes',
  async read(source, options) {
    if (source.kind !== 'bytes') return plainSource('txt', []);
    const { text, ...about } = readPlain(source.bytes, options);
    return plainSource('txt', onePart(paragraphsOf(text)), about);
  },
};

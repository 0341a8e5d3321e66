/** Markdown is taken as it is: only its line ends and its encoding may change. */
import { onePart, plainSource } from '../source-text.ts';
import { readPlain } from './read-plain.ts';
import type { FormatReader } from './reader.ts';

export const markdownReader: FormatReader = {
  format: 'markdown',
  recognises: (source) => source.kind === 'bytes' && /\.(?:md|markdown|mdown)$/i.test(source.name),
  async read(source, options) {
    if (source.kind !== 'bytes') return plainSource('markdown', []);
    const { text, ...about } = readPlain(source.bytes, options);
    return plainSource('markdown', onePart(text), about);
  },
};

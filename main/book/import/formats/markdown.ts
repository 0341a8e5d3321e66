/** Markdown is taken as it is: only its line ends and its encoding may change, and front matter gives the book its title. */
import { onePart, plainSource } from '../source-text.ts';
import { readFrontMatter } from './front-matter.ts';
import { readPlain } from './read-plain.ts';
import type { FormatReader } from './reader.ts';

export const markdownReader: FormatReader = {
  format: 'markdown',
  recognises: (source) => source.kind === 'bytes' && /\.(?:md|markdown|mdown)$/i.test(source.name),
  async read(source, options) {
    if (source.kind !== 'bytes') return plainSource('markdown', []);
    const { text: whole, ...about } = readPlain(source.bytes, options);
    const { title, kept, text } = readFrontMatter(whole);
    return plainSource('markdown', onePart(text), { ...about, title, frontMatter: kept });
  },
};

/** Plain text, in whatever encoding: its lines become paragraphs. */
import { damaged } from '../failures.ts';
import { onePart, plainSource } from '../source-text.ts';
import { paragraphsOf } from './plain-paragraphs.ts';
import { readPlain } from './read-plain.ts';
import type { FormatReader } from './reader.ts';

/** A file of that name is an archive; a text in its place is a page that says why it did not come, or half of it. */
const archiveName = /\.(?:docx|epub|zip)$/i;

export const textReader: FormatReader = {
  format: 'txt',
  recognises: (source) => source.kind === 'bytes',
  async read(source, options) {
    if (source.kind !== 'bytes') return plainSource('txt', []);
    const { text, ...about } = readPlain(source.bytes, options);
    if (archiveName.test(source.name)) throw damaged('it is no archive, as its name says');
    return plainSource('txt', onePart(paragraphsOf(text)), about);
  },
};

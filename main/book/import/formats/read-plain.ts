/** Bytes of a text file as text, and what must be said of the encoding. */
import { AppError } from '#shared/errors.ts';
import type { ImportWarning } from '#shared/contract/import.ts';
import { formatUnknown } from '../failures.ts';
import { withoutMarks } from '../marks.ts';
import type { SourceText } from '../source-text.ts';
import type { ReadOptions } from './reader.ts';

/** Bytes in which each encoding shows how it reads. */
const sampleBytes = 8 * 1024;

export type PlainText = { text: string } & Required<
  Pick<SourceText, 'encoding' | 'encodings' | 'warnings'>
>;

/** True where another encoding may be the right one. */
export const isUnsure = ({ warnings }: PlainText): boolean =>
  warnings.some(({ code }) => code.startsWith('ENCODING_'));

/** IMPORT_FORMAT_UNKNOWN for what is no text, INVALID_INPUT for an encoding it cannot be read in. */
export const readPlain = (bytes: Buffer, options: ReadOptions): PlainText => {
  const { encoding } = options;
  const reading = options.readText(bytes, encoding);
  if (reading === null && encoding !== null) {
    throw new AppError('INVALID_INPUT', 'The file cannot be read in that encoding.', { encoding });
  }
  if (reading === null) throw formatUnknown('it is no text');
  const warnings: ImportWarning[] = [];
  if (reading.unsure && encoding === null) {
    warnings.push({ code: 'ENCODING_UNSURE', message: 'The encoding cannot be told for certain.' });
  } else if (reading.guessed) {
    warnings.push({ code: 'ENCODING_GUESSED', message: 'The encoding was guessed.' });
  }
  if (reading.badBytes > 0) {
    const message = 'Some bytes belong to no character of the encoding.';
    warnings.push({ code: 'BYTES_UNREADABLE', message, count: reading.badBytes });
  }
  return {
    text: withoutMarks(reading.text),
    encoding: reading.encoding,
    encodings: options.listReadings(bytes.subarray(0, sampleBytes)),
    warnings,
  };
};

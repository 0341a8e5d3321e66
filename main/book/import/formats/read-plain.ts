/** Bytes of a text file as text, and what must be said of the encoding. */
import { AppError } from '#shared/errors.ts';
import type { ImportWarning } from '#shared/contract/import.ts';
import { formatUnknown } from '../failures.ts';
import { withoutMarks } from '../marks.ts';
import type { SourceText } from '../source-text.ts';
import type { ReadOptions } from './reader.ts';

/** Bytes in which each encoding shows how it reads. */
const sampleBytes = 8 * 1024;

export type DecodedText = { text: string } & Required<Pick<SourceText, 'encoding' | 'warnings'>>;
type PlainText = DecodedText & Required<Pick<SourceText, 'encodings'>>;

/** True where another encoding may be the right one. */
export const isUnsure = ({ warnings }: DecodedText): boolean =>
  warnings.some(({ code }) => code.startsWith('ENCODING_'));

/** How a text begins in each encoding that makes sense of it: takes longer than to read the whole of it. */
export const encodingsOf = (bytes: Buffer, options: ReadOptions): PlainText['encodings'] =>
  options.listReadings(bytes, sampleBytes);

/** Null for what is no text, or none in the encoding that was asked for. */
export const decodeIfText = (bytes: Buffer, options: ReadOptions): DecodedText | null => {
  const { encoding } = options;
  const reading = options.readText(bytes, encoding);
  if (reading === null) return null;
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
  return { text: withoutMarks(reading.text), encoding: reading.encoding, warnings };
};

/** IMPORT_FORMAT_UNKNOWN for what is no text, INVALID_INPUT for an encoding it cannot be read in. */
export const decodePlain = (bytes: Buffer, options: ReadOptions): DecodedText => {
  const { encoding } = options;
  const decoded = decodeIfText(bytes, options);
  if (decoded !== null) return decoded;
  if (encoding === null) throw formatUnknown('it is no text');
  throw new AppError('INVALID_INPUT', 'The file cannot be read in that encoding.', { encoding });
};

/** The same with the encodings it could be in; the same codes. */
export const readPlain = (bytes: Buffer, options: ReadOptions): PlainText => ({
  ...decodePlain(bytes, options),
  encodings: encodingsOf(bytes, options),
});

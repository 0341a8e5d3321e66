/**
 * Text with bytes in it that belong to no character. Each such byte stands in the text as one character of a private
 * range, so that a torn file can be read, edited and written again without a byte of it changing.
 */
import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';

/** U+10F780 … U+10F7FF stand for the bytes 0x80 … 0xFF. No font and no standard uses them. */
const base = 0x10f700;
const standIns = /[\u{10f780}-\u{10f7ff}]/gu;
const around = /([\u{10f780}-\u{10f7ff}])/u;

/** Encodings in which a line's end is one byte that no other character has in it. */
export const multiByteEncodings = [
  'UTF-8',
  'GB18030',
  'Big5',
  'Shift_JIS',
  'EUC-JP',
  'EUC-KR',
] as const;

const longestCharacter = 4;

const decodePlain = (bytes: Buffer, encoding: string): string =>
  encoding === 'UTF-8'
    ? bytes.toString('utf8')
    : iconv.decode(bytes, encoding, { stripBOM: false });

const encodePlain = (text: string, encoding: string): Buffer =>
  encoding === 'UTF-8'
    ? Buffer.from(text, 'utf8')
    : iconv.encode(text, encoding, { addBOM: false });

/** Whether these bytes are characters of the encoding and nothing else. */
const isWhole = (bytes: Buffer, encoding: string): boolean => {
  if (encoding === 'UTF-8') return isUtf8(bytes);
  const text = decodePlain(bytes, encoding);
  return !text.includes('\ufffd') && encodePlain(text, encoding).equals(bytes);
};

/** Bytes that stand in a text as characters of their own. */
export const countStandIns = (text: string): number => text.match(standIns)?.length ?? 0;

/** A text that is not to be written back to its file: where bytes were, it says that something is missing. */
export const withoutStandIns = (text: string): string => text.replace(standIns, '\ufffd');

const decodeTornLine = (line: Buffer, encoding: string): string => {
  let text = '';
  let at = 0;
  while (at < line.length) {
    let length = 1;
    while (
      length <= longestCharacter &&
      (at + length > line.length || !isWhole(line.subarray(at, at + length), encoding))
    ) {
      length += 1;
    }
    if (length <= longestCharacter) {
      text += decodePlain(line.subarray(at, at + length), encoding);
      at += length;
    } else {
      text += String.fromCodePoint(base + (line[at] ?? 0));
      at += 1;
    }
  }
  return text;
};

/**
 * The text of bytes that are mostly of an encoding (one of {@link multiByteEncodings}), with a stand-in for each byte
 * that is not; null when even so the bytes could not be written again.
 */
export const decodeTorn = (bytes: Buffer, encoding: string): string | null => {
  const parts: string[] = [];
  for (let from = 0; from <= bytes.length; ) {
    const end = bytes.indexOf(0x0a, from);
    const line = bytes.subarray(from, end < 0 ? bytes.length : end + 1);
    parts.push(
      isWhole(line, encoding) ? decodePlain(line, encoding) : decodeTornLine(line, encoding),
    );
    if (end < 0) break;
    from = end + 1;
  }
  const text = parts.join('');
  return encodeTorn(text, encoding).equals(bytes) ? text : null;
};

/** Bytes of a text with stand-ins: each gives back its byte. */
export const encodeTorn = (text: string, encoding: string): Buffer => {
  if (countStandIns(text) === 0) return encodePlain(text, encoding);
  return Buffer.concat(
    text.split(around).map((part, index) =>
      // Every second part is a stand-in, as `split` keeps what it split at.
      index % 2 === 1
        ? Buffer.from([(part.codePointAt(0) ?? base) - base])
        : encodePlain(part, encoding),
    ),
  );
};

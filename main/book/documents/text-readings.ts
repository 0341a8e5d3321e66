/** Bytes as text, for texts that are no chapters yet: in the encoding they seem to have, in a given one, in each. */
import { withPlainLineEnds } from './line-ends.ts';
import type { ListReadings, ReadText } from './service.ts';
import { countStandIns, withoutStandIns } from './stand-ins.ts';
import { decodeAs, decodeFile } from './text-encoding.ts';

/** Encodings novels are found in, the common ones first. */
export const offeredEncodings = [
  'UTF-8',
  'GB18030',
  'Big5',
  'UTF-16LE',
  'UTF-16BE',
  'Shift_JIS',
  'EUC-JP',
  'EUC-KR',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'KOI8-R',
  'ISO-8859-7',
];

const previewLength = 300;
/** Of a thousand bytes so many may belong to no character for an encoding to be offered. */
const maxBad = 0.3;

const unreadable = /[\ufffd\p{Cc}]/gu;

/** Characters that show that an encoding is not the one, controls of ordinary text apart. */
const strangeCount = (text: string): number =>
  text.replace(/[\t\n\r\f\v]/g, '').match(unreadable)?.length ?? 0;

/** UTF-16 code units at the end of a sample that may be what its end has left of a character. */
const maxTornByCut = 3;

/**
 * How bytes read in each encoding that makes sense of them, the likeliest first.
 * @param maxBytes only so many from the beginning are read; a character that this cuts through counts for no encoding
 */
export const listReadings: ListReadings = (bytes, maxBytes = bytes.length) => {
  const sample = bytes.subarray(0, maxBytes);
  const cut = sample.length < bytes.length ? maxTornByCut : 0;
  const readings = offeredEncodings.flatMap((encoding) => {
    const decoded = decodeAs(sample, encoding);
    if (decoded === null) return [];
    const counted = decoded.raw.slice(0, decoded.raw.length - cut);
    const badBytes = countStandIns(counted) + strangeCount(counted);
    if (badBytes > sample.length * maxBad) return [];
    const text = withPlainLineEnds(decoded.raw).trimStart();
    return [{ encoding, preview: [...text.slice(0, previewLength)].join(''), badBytes }];
  });
  return readings.toSorted((one, other) => one.badBytes - other.badBytes);
};

export const readText: ReadText = (bytes, encoding) => {
  const isOffered = encoding === null || offeredEncodings.includes(encoding);
  const decoded = !isOffered
    ? null
    : encoding === null
      ? decodeFile(bytes)
      : decodeAs(bytes, encoding);
  if (decoded === null) return null;
  const { encoding: found, guessed, unsure, badBytes } = decoded;
  const text = withoutStandIns(withPlainLineEnds(decoded.raw));
  return { text, encoding: found, guessed, unsure, badBytes };
};

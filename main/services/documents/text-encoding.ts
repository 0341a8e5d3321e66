import { isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import iconv from 'iconv-lite';

export type DecodedFile = {
  /** With the file's own line ends, without the byte order mark. */
  raw: string;
  encoding: string;
  byteOrderMark: boolean;
  /** True when neither a byte order mark nor valid UTF-8 said which encoding this is. */
  guessed: boolean;
};

const marks: readonly { encoding: string; bytes: readonly number[] }[] = [
  { encoding: 'UTF-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'UTF-16LE', bytes: [0xff, 0xfe] },
  { encoding: 'UTF-16BE', bytes: [0xfe, 0xff] },
];

const decode = (bytes: Buffer, encoding: string): string =>
  encoding === 'UTF-8'
    ? bytes.toString('utf8')
    : iconv.decode(bytes, encoding, { stripBOM: false });

const encode = (raw: string, encoding: string): Buffer =>
  encoding === 'UTF-8' ? Buffer.from(raw, 'utf8') : iconv.encode(raw, encoding, { addBOM: false });

const isLossless = (bytes: Buffer, encoding: string): boolean =>
  iconv.encodingExists(encoding) && encode(decode(bytes, encoding), encoding).equals(bytes);

/** Characters no prose holds: controls other than tab and line ends, and what broken decoding leaves. */
const strangeCharacters = /(?![\t\n\v\f\r\u0085])\p{Cc}|[\ufffd-\uffff]/gu;

const strangeShare = (text: string): number =>
  text === '' ? 0 : (text.match(strangeCharacters)?.length ?? 0) / text.length;

const familiar =
  /[\p{Script=Han}\p{Script=Latin}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{N}\p{P}\s\u3000-\u303f\uff00-\uffef]/gu;

/** UTF-16 without its mark: the reading in which almost everything is a letter that prose uses. */
const guessUtf16 = (bytes: Buffer): string | null => {
  if (bytes.length % 2 === 1 || bytes.length < 4) return null;
  const sample = bytes.subarray(0, 64 * 1024);
  const shares = ['UTF-16LE', 'UTF-16BE'].map((encoding) => {
    const text = decode(sample, encoding);
    const share = (text.match(familiar)?.length ?? 0) / text.length;
    // Line ends, spaces and ASCII are what the wrong byte order can never show.
    const ordinary =
      (text.match(/[\n\r\u0020-\u007e，。、：；！？“”]/g)?.length ?? 0) / text.length;
    return { encoding, share, ordinary, strange: strangeShare(text) };
  });
  const best = shares.sort((a, b) => b.ordinary - a.ordinary)[0];
  if (!best || best.share < 0.95 || best.ordinary < 0.02 || best.strange > 0) return null;
  return isLossless(bytes, best.encoding) ? best.encoding : null;
};

/** Two-byte text of the GB family: nearly every pair is a common character or a punctuation mark. */
const looksLikeGb = (bytes: Buffer): boolean => {
  let pairs = 0;
  let common = 0;
  const end = Math.min(bytes.length, 64 * 1024) - 1;
  for (let at = 0; at < end; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const trail = bytes[at + 1] ?? 0;
    pairs += 1;
    if (trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3)))
      common += 1;
    at += 1;
  }
  return pairs > 0 && common / pairs >= 0.9;
};

/** Broken UTF-8, a file torn by another program: it stays UTF-8, the bad bytes become U+FFFD. */
const looksLikeDamagedUtf8 = (bytes: Buffer): boolean => {
  const text = bytes.toString('utf8');
  const wide = text.match(/\P{ASCII}/gu)?.length ?? 0;
  const bad = text.match(/\ufffd/g)?.length ?? 0;
  return wide > 0 && bad / wide < 0.02;
};

const guessLegacy = (bytes: Buffer): string | null => {
  if (looksLikeDamagedUtf8(bytes)) return 'UTF-8';
  if (looksLikeGb(bytes) && isLossless(bytes, 'GB18030')) return 'GB18030';
  const sample = bytes.subarray(0, 64 * 1024);
  const candidates = analyse(sample).map((match) => String(match.name));
  for (const candidate of [...candidates, 'windows-1252', 'ISO-8859-1']) {
    const encoding =
      candidate === 'ISO-8859-1' && isLossless(bytes, 'windows-1252') ? 'windows-1252' : candidate;
    if (/^(?:UTF|ISO-2022)/i.test(encoding)) continue;
    if (isLossless(bytes, encoding) && strangeShare(decode(sample, encoding)) < 0.01)
      return encoding;
  }
  return null;
};

/** The text of a file's bytes, or null when they are not text. */
export const decodeFile = (bytes: Buffer): DecodedFile | null => {
  const mark = marks.find(({ bytes: start }) => start.every((byte, at) => bytes[at] === byte));
  if (mark) {
    const content = bytes.subarray(mark.bytes.length);
    const raw = decode(content, mark.encoding);
    const isWhole = mark.encoding === 'UTF-8' && isUtf8(content);
    const isText = !raw.includes('\0') && (isWhole || strangeShare(raw) < 0.01);
    return isText ? { raw, encoding: mark.encoding, byteOrderMark: true, guessed: false } : null;
  }
  const hasNul = bytes.includes(0);
  if (!hasNul && isUtf8(bytes)) {
    return { raw: bytes.toString('utf8'), encoding: 'UTF-8', byteOrderMark: false, guessed: false };
  }
  // Chinese in UTF-16 need not hold a single zero byte, so the guess is made either way.
  const encoding = guessUtf16(bytes) ?? (hasNul ? null : guessLegacy(bytes));
  if (encoding === null) return null;
  return { raw: decode(bytes, encoding), encoding, byteOrderMark: false, guessed: true };
};

export type EncodedFile = {
  bytes: Buffer;
  encoding: string;
  byteOrderMark: boolean;
};

/**
 * Bytes of a text in the encoding its file had. When that encoding cannot hold it, or the result would be read
 * back as something else, the file becomes UTF-8.
 */
export const encodeFile = (
  raw: string,
  format: Pick<DecodedFile, 'encoding' | 'byteOrderMark'>,
): EncodedFile => {
  const { encoding, byteOrderMark } = format;
  const mark = byteOrderMark ? (marks.find((one) => one.encoding === encoding)?.bytes ?? []) : [];
  const bytes = Buffer.concat([Buffer.from(mark), encode(raw, encoding)]);
  if (encoding === 'UTF-8' || decodeFile(bytes)?.raw === raw)
    return { bytes, encoding, byteOrderMark };
  return { bytes: Buffer.from(raw, 'utf8'), encoding: 'UTF-8', byteOrderMark: false };
};

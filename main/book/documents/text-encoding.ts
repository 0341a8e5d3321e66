/** Finds out the encoding of a file and writes text in it. */
import { isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import { countStandIns, decodeTorn, encodeTorn, multiByteEncodings } from './stand-ins.ts';

export type DecodedFile = {
  /** With the file's own line ends, without the byte order mark. */
  raw: string;
  encoding: string;
  byteOrderMark: boolean;
  /** True when neither a byte order mark nor valid UTF-8 said which encoding this is. */
  guessed: boolean;
  /** True when the bytes could be read in several ways, or not be written again: a person must say which it is. */
  unsure: boolean;
  /** Bytes that belong to no character; each stands in `raw` as a character of its own. */
  badBytes: number;
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

/** Of a hundred characters so many may be torn for an encoding still to be the one. */
const maxTorn = 0.02;

const wideCount = (text: string): number => text.match(/\P{ASCII}/gu)?.length ?? 0;

type Guess = Pick<DecodedFile, 'raw' | 'encoding' | 'unsure'>;

/** A file of a multi-byte encoding that another program has torn: few of its bytes belong to no character. */
const guessTorn = (bytes: Buffer, encodings: readonly string[]): Guess | null => {
  const sample = bytes.subarray(0, 64 * 1024);
  for (const encoding of encodings) {
    const rough = decode(sample, encoding);
    // Going through a file byte by byte is for files that are nearly whole.
    const torn = rough.match(/\ufffd/g)?.length ?? 0;
    if (torn >= Math.max(2, wideCount(rough) * maxTorn * 2)) continue;
    const raw = decodeTorn(bytes, encoding);
    if (raw === null) continue;
    const wide = wideCount(raw);
    const bad = countStandIns(raw);
    if (wide > bad && bad / wide < maxTorn) return { raw, encoding, unsure: false };
  }
  return null;
};

/** Letters above ASCII that a one-byte encoding may have among its letters before it looks like a wrong guess. */
const maxForeign = 0.3;

/** In a one-byte encoding everything is readable: text that is hardly ASCII may as well be another one's. */
const guessOneByte = (bytes: Buffer, encodings: readonly string[]): Guess | null => {
  const sample = bytes.subarray(0, 64 * 1024);
  for (const candidate of [...encodings, 'windows-1252', 'ISO-8859-1']) {
    const encoding =
      candidate === 'ISO-8859-1' && isLossless(bytes, 'windows-1252') ? 'windows-1252' : candidate;
    if (/^(?:UTF|ISO-2022)/i.test(encoding) || !isLossless(bytes, encoding)) continue;
    if (strangeShare(decode(sample, encoding)) >= 0.01) continue;
    const raw = decode(bytes, encoding);
    const letters = raw.match(/\p{L}/gu)?.length ?? 0;
    const isOneByte = !multiByteEncodings.some((name) => name === encoding);
    // GB18030 can read nearly anything; what it should read looks like it, and was found before.
    const unsure = encoding === 'GB18030' || (isOneByte && wideCount(raw) > letters * maxForeign);
    return { raw, encoding, unsure };
  }
  return null;
};

/** No encoding fits: shown as UTF-8 as far as it goes, if it is text at all. */
const guessNothing = (bytes: Buffer): Guess | null => {
  if (strangeShare(decode(bytes.subarray(0, 64 * 1024), 'UTF-8')) > 0.3) return null;
  const raw = decodeTorn(bytes, 'UTF-8');
  if (raw === null || countStandIns(raw) > bytes.length * 0.3) return null;
  return strangeShare(raw) < 0.001 ? { raw, encoding: 'UTF-8', unsure: true } : null;
};

const guessLegacy = (bytes: Buffer): Guess | null => {
  const torn = guessTorn(bytes, ['UTF-8']);
  if (torn) return torn;
  const isGb = looksLikeGb(bytes);
  if (isGb && isLossless(bytes, 'GB18030')) {
    return { raw: decode(bytes, 'GB18030'), encoding: 'GB18030', unsure: false };
  }
  const likely = analyse(bytes.subarray(0, 64 * 1024)).map((match) => String(match.name));
  const whole = likely.find(
    (name) => multiByteEncodings.some((one) => one === name) && isLossless(bytes, name),
  );
  const tornOnes = isGb ? ['GB18030'] : likely.slice(0, 1).filter(isTearable);
  return (
    (whole === undefined ? guessTorn(bytes, tornOnes) : null) ??
    guessOneByte(bytes, likely) ??
    guessNothing(bytes)
  );
};

const isTearable = (encoding: string): boolean =>
  encoding !== 'UTF-8' && multiByteEncodings.some((name) => name === encoding);

const described = (
  file: Pick<DecodedFile, 'raw' | 'encoding'> & Partial<DecodedFile>,
): DecodedFile => ({
  byteOrderMark: false,
  guessed: false,
  unsure: false,
  badBytes: countStandIns(file.raw),
  ...file,
});

const decodeMarked = (bytes: Buffer): DecodedFile | null | undefined => {
  const mark = marks.find(({ bytes: start }) => start.every((byte, at) => bytes[at] === byte));
  if (!mark) return undefined;
  const content = bytes.subarray(mark.bytes.length);
  const { encoding } = mark;
  const raw =
    encoding === 'UTF-8'
      ? (decodeTorn(content, encoding) ?? decode(content, encoding))
      : decode(content, encoding);
  const isText = !raw.includes('\0') && (encoding === 'UTF-8' || strangeShare(raw) < 0.01);
  const unsure = !encodeTorn(raw, encoding).equals(content);
  return isText ? described({ raw, encoding, byteOrderMark: true, unsure }) : null;
};

/** Whether a file itself has characters that stand for bytes elsewhere: they would be written as bytes. */
const holdsOurCharacters = ({ raw, encoding }: Guess, bytes: Buffer): boolean =>
  countStandIns(raw) > 0 && !encodeTorn(raw, encoding).equals(bytes);

/** The text of a file's bytes, or null when they are not text. */
export const decodeFile = (bytes: Buffer): DecodedFile | null => {
  const marked = decodeMarked(bytes);
  if (marked !== undefined) return marked;
  const hasNul = bytes.includes(0);
  if (!hasNul && isUtf8(bytes)) {
    const raw = bytes.toString('utf8');
    // The file itself has such characters: they would be written as bytes.
    return described({ raw, encoding: 'UTF-8', unsure: countStandIns(raw) > 0, badBytes: 0 });
  }
  // Chinese in UTF-16 need not hold a single zero byte, so the guess is made either way.
  const wide = guessUtf16(bytes);
  const guess: Guess | null =
    wide === null
      ? hasNul
        ? null
        : guessLegacy(bytes)
      : { raw: decode(bytes, wide), encoding: wide, unsure: false };
  if (guess === null) return null;
  const unsure = guess.unsure || holdsOurCharacters(guess, bytes);
  return described({ ...guess, unsure, guessed: true });
};

/** The same in the encoding a person has chosen; what does not fit it is torn. Null for an encoding nobody knows. */
export const decodeAs = (bytes: Buffer, encoding: string): DecodedFile | null => {
  if (!iconv.encodingExists(encoding)) return null;
  const mark = marks.find((one) => one.encoding === encoding)?.bytes ?? [];
  const byteOrderMark = mark.length > 0 && mark.every((byte, at) => bytes[at] === byte);
  const content = byteOrderMark ? bytes.subarray(mark.length) : bytes;
  const torn = multiByteEncodings.some((name) => name === encoding)
    ? decodeTorn(content, encoding)
    : null;
  const raw = torn ?? decode(content, encoding);
  return raw.includes('\0') ? null : described({ raw, encoding, byteOrderMark });
};

export type EncodedFile = {
  bytes: Buffer;
  encoding: string;
  byteOrderMark: boolean;
};

/** Whether every character of a text exists in the encoding, stand-ins apart. */
const canHold = (raw: string, encoding: string): boolean => {
  const bytes = encodeTorn(raw, encoding);
  const isMultiByte = multiByteEncodings.some((name) => name === encoding);
  return (isMultiByte ? decodeTorn(bytes, encoding) : decode(bytes, encoding)) === raw;
};

/**
 * Bytes of a text in the encoding its file had. When that encoding cannot hold it, or the result would be read
 * back as something else, the file becomes UTF-8. Stand-ins give back their bytes in either.
 */
export const encodeFile = (
  raw: string,
  format: Pick<DecodedFile, 'encoding' | 'byteOrderMark'> & { chosen?: boolean },
): EncodedFile => {
  const { encoding, byteOrderMark } = format;
  const mark = byteOrderMark ? (marks.find((one) => one.encoding === encoding)?.bytes ?? []) : [];
  const bytes = Buffer.concat([Buffer.from(mark), encodeTorn(raw, encoding)]);
  // A torn file, or one whose encoding was chosen, may not be guessed again from its bytes.
  const isTold = format.chosen === true || countStandIns(raw) > 0;
  const isKept =
    encoding === 'UTF-8' || (isTold ? canHold(raw, encoding) : decodeFile(bytes)?.raw === raw);
  if (isKept) return { bytes, encoding, byteOrderMark };
  return { bytes: encodeTorn(raw, 'UTF-8'), encoding: 'UTF-8', byteOrderMark: false };
};

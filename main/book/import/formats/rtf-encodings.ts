/** Which characters the bytes of a rich text are: by its page, and by the character sets of its fonts. */
import iconv from 'iconv-lite';

/** Character sets of fonts, as Windows numbers them. */
const charsets: Record<number, string> = {
  ...{ 77: 'macroman', 128: 'Shift_JIS', 129: 'EUC-KR', 134: 'GB18030', 136: 'Big5' },
  ...{ 161: 'windows-1253', 162: 'windows-1254', 163: 'windows-1258', 177: 'windows-1255' },
  ...{ 178: 'windows-1256', 186: 'windows-1257', 204: 'windows-1251', 222: 'windows-874' },
  238: 'windows-1250',
};
const codePages: Record<number, string> = {
  ...{ 932: 'Shift_JIS', 936: 'GB18030', 949: 'EUC-KR', 950: 'Big5' },
  ...{ 10000: 'macroman', 65001: 'UTF-8' },
};

export const westernEncoding = 'windows-1252';

export const encodingOfPage = (page: number): string => {
  const name = codePages[page] ?? `windows-${page}`;
  return iconv.encodingExists(name) ? name : westernEncoding;
};

/** Null for what says nothing, such as the default of the machine. */
export const encodingOfCharset = (charset: number): string | null => charsets[charset] ?? null;

export const decodeBytes = (bytes: readonly number[], encoding: string): string =>
  iconv.decode(Buffer.from(bytes), encoding);

const doubleByte = new Set(['Shift_JIS', 'EUC-KR', 'GB18030', 'Big5']);

/** Whether the last byte is only the first of a character. */
export const endsHalfway = (bytes: readonly number[], encoding: string): boolean =>
  doubleByte.has(encoding) && bytes.length > 0 && decodeBytes(bytes, encoding).endsWith('\ufffd');

/** Letters that no western text has, with the signs between them. */
const foreign =
  /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\u3000-\u303f\uff01-\uff5e“”‘’…—·]+$/u;

/** Bytes that pairs of letters with accents seldom make in a western text, but common characters of East Asia do. */
const commonByte = 0xa1;

const isForeign = (bytes: readonly number[], encoding: string): boolean => {
  if (!foreign.test(decodeBytes(bytes, encoding))) return false;
  const isCommon = bytes.length > 1 && bytes.every((byte) => byte >= commonByte);
  return bytes.length >= 4 || (doubleByte.has(encoding) && isCommon);
};

/**
 * Fonts of character set 0 are western, but many programs write all bytes in the encoding of the page, whatever the font.
 * One program does the one or the other: most bytes say which. They stand in runs of whole characters of the page, or
 * by themselves between letters.
 */
export class WesternFonts {
  private ofPage = 0;
  private western = 0;

  add(bytes: readonly number[], page: string): void {
    if (isForeign(bytes, page)) this.ofPage += bytes.length;
    else this.western += bytes.length;
  }

  /** Whether they are what they should be. */
  areWestern(): boolean {
    return this.western > this.ofPage;
  }
}

const pagesOfOtherLetters = new Set([
  ...doubleByte,
  ...['windows-1251', 'windows-1253', 'windows-1255', 'windows-1256', 'windows-874'],
]);

/** Whether western fonts may be meant otherwise; a page of western letters says nothing against its own. */
export const mayDiffer = (rtf: string): boolean => {
  const page = Number(/\\ansicpg(\d{1,5})/.exec(rtf)?.[1] ?? 1252);
  return pagesOfOtherLetters.has(encodingOfPage(page)) && /\\fcharset0(?!\d)/.test(rtf);
};

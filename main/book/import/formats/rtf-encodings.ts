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

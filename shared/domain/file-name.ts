/** Makes file names of titles. */
/** What some system keeps in no name. */
export const forbiddenInNames = /[<>:"/\\|?*\p{Cc}\u2028\u2029]/gu;
/** The sign of the same look that every system keeps. */
export const fullWidth: Readonly<Record<string, string>> = {
  '<': '＜',
  '>': '＞',
  ':': '：',
  '"': '＂',
  '/': '／',
  '\\': '＼',
  '|': '｜',
  '?': '？',
  '*': '＊',
};
/** Full-width marks look wrong between Latin letters; there the usual stand-ins are used. */
const latin: Record<string, string> = {
  '<': '',
  '>': '',
  ':': ' -',
  '"': "'",
  '/': '-',
  '\\': '-',
  '|': '-',
  '?': '',
  '*': '',
};
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Bytes of UTF-8 a name may take, so that an extension and a mark such as ` (12)` still fit into 255. */
const longestName = 200;

/** As many whole characters from the beginning as take so many bytes of UTF-8. */
export const cutToBytes = (text: string, max: number): string => {
  let cut = '';
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes > max) break;
    cut += character;
  }
  return cut;
};

/** A name that sorts by its number in any program: at least two digits, then what of the title a name can have. */
export const numberedName = (number: number, digits: number, title: string): string =>
  `${String(number).padStart(Math.max(2, digits), '0')} ${fileNameFor(title) ?? ''}`.trim();

/** One name of two files on disks that ignore letter case or compose characters. */
export const foldName = (path: string): string => path.normalize('NFC').toLowerCase();

/**
 * A file or folder name every system accepts, as close to `title` as that allows: forbidden characters give
 * way to marks that look like them, a long one is cut at a whole character. Null when nothing is left.
 */
export const fileNameFor = (title: string): string | null => {
  const replacements = wide.test(title) ? fullWidth : latin;
  const clean = title
    .normalize('NFC')
    .replace(forbiddenInNames, (character) => replacements[character] ?? ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const name = cutToBytes(clean, longestName).trim().replace(/\.+$/, '');
  if (name === '') return null;
  return reserved.test(name) ? `${name}_` : name;
};

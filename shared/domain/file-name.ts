/** Makes file names of titles. */
const forbidden = /[<>:"/\\|?*\p{Cc}\u2028\u2029]/gu;
const fullWidth: Record<string, string> = {
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

/**
 * A file or folder name every system accepts, as close to `title` as that allows: forbidden characters give
 * way to marks that look like them, a long one is cut at a whole character. Null when nothing is left.
 */
export const fileNameFor = (title: string): string | null => {
  const replacements = wide.test(title) ? fullWidth : latin;
  const clean = title
    .normalize('NFC')
    .replace(forbidden, (character) => replacements[character] ?? ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  let name = '';
  let bytes = 0;
  for (const character of clean) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes > longestName) break;
    name += character;
  }
  name = name.trim().replace(/\.+$/, '');
  if (name === '') return null;
  return reserved.test(name) ? `${name}_` : name;
};

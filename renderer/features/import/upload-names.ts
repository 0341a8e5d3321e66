/** Names under which files are sent, so that every system can keep them beside one another; pure. */

/** What some system keeps no file by, and the sign of the same look that all keep. */
const lookAlikes: Readonly<Record<string, string>> = {
  '\\': '＼',
  ':': '：',
  '*': '＊',
  '?': '？',
  '"': '＂',
  '<': '＜',
  '>': '＞',
  '|': '｜',
};

/** Bytes of a name as UTF-8 that the program takes, with room for a number. */
const maxBytes = 190;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Its end is kept, which tells the kind of file. */
const shortened = (name: string): string => {
  const dot = name.lastIndexOf('.');
  const end = dot > 0 && name.length - dot <= 10 ? name.slice(dot) : '';
  const letters = [...name.slice(0, name.length - end.length)];
  while (bytesOf(letters.join('') + end) > maxBytes) letters.pop();
  return letters.join('') + end;
};

/** A part of a way as any system can keep it. */
const plainPart = (part: string): string =>
  shortened(part.replace(/[\\:*?"<>|\p{Cc}]/gu, (sign) => lookAlikes[sign] ?? '_'));

const numbered = (name: string, number: number): string =>
  name.replace(/(\.[^./]*)?$/, ` (${number})$1`);

/** Names that a disk may hold to be one. */
const sameOnDisk = (name: string): string => name.normalize('NFC').toLowerCase();

/** As many names as were given, in that order, no two of them one on any disk. */
export const uploadNames = (names: readonly string[]): string[] => {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = name.split('/').map(plainPart).join('/');
    let free = plain;
    for (let number = 2; taken.has(sameOnDisk(free)); number += 1) free = numbered(plain, number);
    taken.add(sameOnDisk(free));
    return free;
  });
};

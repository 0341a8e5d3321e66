/** Names under which files are sent, so that every system can keep them beside one another; pure. */
import { cutToBytes, foldName, forbiddenInNames, fullWidth } from '#shared/domain/file-name.ts';

/** Bytes of a name as UTF-8 that the program takes, with room for a number. */
const maxBytes = 190;

/** Its end is kept, which tells the kind of file. */
const shortened = (name: string): string => {
  const dot = name.lastIndexOf('.');
  const end = dot > 0 && name.length - dot <= 10 ? name.slice(dot) : '';
  const room = maxBytes - new TextEncoder().encode(end).length;
  return cutToBytes(name.slice(0, name.length - end.length), room) + end;
};

/** A part of a way as any system can keep it. */
const plainPart = (part: string): string =>
  shortened(part.replace(forbiddenInNames, (sign) => fullWidth[sign] ?? '_'));

const numbered = (name: string, number: number): string =>
  name.replace(/(\.[^./]*)?$/, ` (${number})$1`);

/** As many names as were given, in that order, no two of them one on any disk. */
export const uploadNames = (names: readonly string[]): string[] => {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = name.split('/').map(plainPart).join('/');
    let free = plain;
    for (let number = 2; taken.has(foldName(free)); number += 1) free = numbered(plain, number);
    taken.add(foldName(free));
    return free;
  });
};

/** Which text a synopsis was written for, and whether that text is still there but for trifles (E3). */

/** Characters that are looked at together. */
const shingle = 4;
/** Each stands for the smallest hash of its share of all shingles. */
const bins = 64;
/** Values of two base64url characters, less the one that says that a share is empty. */
const values = 4095;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const emptyBin = '__';
/** Parts of a text that may be others before its synopsis is one of another text: about a tenth. */
const trifle = 0.9;
const separator = '~';

/** A hash whose bits depend on all characters: murmur's last steps over a polynomial. */
const mix = (value: number): number => {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

const charactersOf = (value: number): string =>
  alphabet.charAt(value >>> 6) + alphabet.charAt(value & 63);

/**
 * What a text is known by: 64 pairs of characters, most of which a text that differs a little has too, and its length. White
 * space does not count. '' for a text too short to be known.
 */
export const minHash = (text: string): string => {
  const lowest = new Uint32Array(bins).fill(0xffffffff);
  let before = 0;
  let seen = 0;
  // The last four characters as a number: what is older has left it by the shift.
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code <= 32 || code === 0x3000) continue;
    before = ((before << 8) ^ Math.imul(code, 0x9e3779b1)) >>> 0;
    seen += 1;
    if (seen < shingle) continue;
    const hash = mix(before);
    const bin = hash & (bins - 1);
    const value = hash >>> 6;
    if (value < (lowest[bin] ?? 0)) lowest[bin] = value;
  }
  if (seen < shingle) return '';
  const known = Array.from(lowest, (value) =>
    value === 0xffffffff ? emptyBin : charactersOf(value % values),
  );
  return `${known.join('')}${seen.toString(36)}`;
};

/** Length of the shorter text as a part of the longer one. */
const lengthLikeness = (one: string, other: string): number => {
  const lengths = [one, other].map((signature) => Number.parseInt(signature.slice(2 * bins), 36));
  return Math.min(...lengths) / Math.max(...lengths);
};

/** How much two texts have in common, from 0 to 1, as far as their signatures tell. */
const likenessOf = (one: string, other: string): number => {
  let shared = 0;
  let known = 0;
  for (let at = 0; at < 2 * bins; at += 2) {
    const [left, right] = [one.slice(at, at + 2), other.slice(at, at + 2)];
    if (left === emptyBin && right === emptyBin) continue;
    known += 1;
    if (left === right) shared += 1;
  }
  return Math.min(known === 0 ? 1 : shared / known, lengthLikeness(one, other));
};

/** A text by its version and by what it is known by. Earlier versions of the program noted the version alone. */
export const synopsisMark = (text: { version: string; minHash: string }): string =>
  text.minHash === '' ? text.version : `${text.version}${separator}${text.minHash}`;

/** Whether the text went on beyond trifles since the synopsis was written; never where there is none. */
export const isSynopsisStale = (
  mark: string | null,
  now: { version: string; minHash: string },
): boolean => {
  if (mark === null) return false;
  const [version = '', signature = ''] = mark.split(separator);
  if (version === now.version) return false;
  const isKnown = [signature, now.minHash].every(({ length }) => length > 2 * bins);
  return !isKnown || likenessOf(signature, now.minHash) < trifle;
};

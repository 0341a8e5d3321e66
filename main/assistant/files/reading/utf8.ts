/** Finds where UTF-8 can be cut. */

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** How many bytes from `start` a decoder takes as one: a character, or the beginning of one that breaks off. */
export const unitLength = (bytes: Uint8Array, start: number): number => {
  const lead = bytes[start] ?? 0;
  if (lead < 0xc2 || lead > 0xf4) return 1;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const second = bytes[start + 1];
  if (second === undefined || !isContinuation(second)) return 1;
  // Overlong forms, surrogates and what lies beyond Unicode break off after their first byte.
  if (lead === 0xe0 && second < 0xa0) return 1;
  if (lead === 0xed && second > 0x9f) return 1;
  if (lead === 0xf0 && second < 0x90) return 1;
  if (lead === 0xf4 && second > 0x8f) return 1;
  let taken = 2;
  while (taken < length && isContinuation(bytes[start + taken] ?? 0)) taken += 1;
  return taken;
};

/**
 * The last position at or before `position` at which bytes can be cut without tearing a character; `bytes` should
 * begin at least three bytes earlier, and go on for three more, or be the whole.
 */
export const floorBoundary = (bytes: Uint8Array, position: number): number => {
  for (let back = 1; back <= 3 && back <= position; back += 1) {
    const byte = bytes[position - back] ?? 0;
    if (isContinuation(byte)) continue;
    return unitLength(bytes, position - back) > back ? position - back : position;
  }
  return position;
};

const first = { seed: 0x2f0b4f1d, factor: 0x5bd1e995 };
const second = { seed: 0x6c62272e, factor: 0x01000193 };

/**
 * A 52-bit whole number for a string or a part of it, taken unit by unit: keys of typed-array tables. Two different
 * terms of a library sharing a key is less likely than one in a hundred thousand.
 */
export const termKey = (text: string, start = 0, end = text.length): number => {
  let high = first.seed;
  let low = second.seed;
  for (let index = start; index < end; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, first.factor);
    high ^= high >>> 15;
    low = Math.imul(low ^ code, second.factor);
    low ^= low >>> 13;
  }
  high = Math.imul(high ^ (low >>> 7), 0x27d4eb2d);
  low = Math.imul(low ^ (high >>> 16), 0x165667b1);
  return ((high ^ (high >>> 14)) & 0xfffff) * 0x100000000 + ((low ^ (low >>> 15)) >>> 0);
};

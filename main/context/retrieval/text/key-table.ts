/** Keys (see termKey) to small numbers, in two typed arrays that cross a thread without being copied. */
export type KeyTable = { keys: Float64Array<ArrayBuffer>; values: Int32Array<ArrayBuffer> };

/** At most half full, so that a search ends soon. An empty place holds -1. */
export const createKeyTable = (entries: number): KeyTable => {
  const size = 2 ** Math.ceil(Math.log2(Math.max(8, entries * 2)));
  return { keys: new Float64Array(size).fill(-1), values: new Int32Array(size) };
};

/** The place of `key`, or of the empty place where it belongs. */
const placeOf = (table: KeyTable, key: number): number => {
  const mask = table.keys.length - 1;
  let place = (key >>> 0) & mask;
  for (;;) {
    const held = table.keys[place];
    if (held === key || held === -1) return place;
    place = (place + 1) & mask;
  }
};

export const setKey = (table: KeyTable, key: number, value: number): void => {
  const place = placeOf(table, key);
  table.keys[place] = key;
  table.values[place] = value;
};

/** The value of `key`, or -1. */
export const getKey = (table: KeyTable, key: number): number => {
  const place = placeOf(table, key);
  return table.keys[place] === key ? (table.values[place] ?? -1) : -1;
};

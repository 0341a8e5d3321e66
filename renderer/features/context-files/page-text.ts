/** Bytes of one page of the reader; a little more is fetched around it, within the contract's 64 KiB. */
export const pageBytes = 16_384;
/** So far behind a page's edge the end of its last line is looked for; a longer line is cut at the edge itself. */
export const overlap = 4_096;

export const countPages = (byteSize: number): number => Math.ceil(byteSize / pageBytes);

/** What to read for a page: offset and limit in bytes. */
export const rangeOf = (page: number): { offset: number; limit: number } => {
  const offset = Math.max(0, page * pageBytes - 1);
  return { offset, limit: (page + 1) * pageBytes + overlap - offset };
};

const lineFeed = 10;
const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** Where the text around `at` is cut: behind the first line end from there, or at the character that begins there. */
const edge = (bytes: Uint8Array, at: number): number => {
  if (at <= 0) return 0;
  const found = bytes.subarray(at - 1, at - 1 + overlap).indexOf(lineFeed);
  if (found >= 0) return at + found;
  let cut = Math.min(at, bytes.length);
  while (cut > 0 && isContinuation(bytes[cut] ?? 0)) cut -= 1;
  return cut;
};

/**
 * The lines that belong to a page, out of what was read for it from `offset` on. Pages follow each other without
 * a gap, and no line is torn unless it is longer than a page reaches.
 */
export const textOfPage = (page: number, read: { offset: number; content: string }): string => {
  const bytes = new TextEncoder().encode(read.content);
  const start = edge(bytes, page * pageBytes - read.offset);
  const end = edge(bytes, (page + 1) * pageBytes - read.offset);
  return new TextDecoder().decode(bytes.subarray(start, end)).replace(/\r?\n$/, '');
};

/** Bytes of one page of the reader; a little more is fetched around it, within the contract's 64 KiB. */
export const pageBytes = 16_384;
/** So far behind a page's edge the end of its last line is looked for; a longer line is cut at the edge itself. */
export const overlap = 4_096;

export const countPages = (byteSize: number): number => Math.ceil(byteSize / pageBytes);

/** Reading ends at a character, perhaps a little early. */
const longestCharacter = 4;

/** What to read for a page: offset and limit in bytes. */
export const rangeOf = (page: number): { offset: number; limit: number } => {
  const offset = Math.max(0, page * pageBytes - 1);
  return { offset, limit: (page + 1) * pageBytes + overlap + longestCharacter - offset };
};

const lineFeed = 10;
const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** Where the text around `at` is cut: behind the first line end from there, or at the character that begins there. */
const edge = (bytes: Uint8Array, at: number, done: boolean): number => {
  if (at <= 0) return 0;
  const found = bytes.subarray(at - 1, at - 1 + overlap).indexOf(lineFeed);
  if (found >= 0) return at + found;
  // The end of the file ends its last line.
  if (done && at - 1 + overlap > bytes.length) return bytes.length;
  let cut = Math.min(at, bytes.length);
  while (cut > 0 && isContinuation(bytes[cut] ?? 0)) cut -= 1;
  return cut;
};

type ReadPage = { offset: number; content: string; done: boolean };

/** Lines of a file, and the byte at which the first of them begins. */
export type PageText = { text: string; offset: number };

/**
 * The lines that belong to a page, out of what was read for it. Pages follow each other without a gap, and no line
 * is torn unless it is longer than a page reaches.
 */
export const textOfPage = (page: number, read: ReadPage): PageText => {
  const bytes = new TextEncoder().encode(read.content);
  const start = edge(bytes, page * pageBytes - read.offset, read.done);
  const end = edge(bytes, (page + 1) * pageBytes - read.offset, read.done);
  const text = new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(bytes.subarray(start, end))
    .replace(/\r?\n$/, '');
  return { text, offset: read.offset + start };
};

/** Where in the page's text a byte of the file is; null when the page does not show it. */
export const placeIn = ({ text, offset }: PageText, byte: number): number | null => {
  const bytes = new TextEncoder().encode(text);
  const inside = byte - offset;
  if (inside < 0 || inside > bytes.length) return null;
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, inside)).length;
};

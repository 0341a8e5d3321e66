/** The last bytes of a text that keeps growing. */
export type KeptEnd = {
  push(text: string): void;
  text(): string;
  /** Bytes of UTF-8 that came, and those given up at the beginning. */
  readonly bytes: number;
  readonly dropped: number;
};

/** Keeps at most `limit` bytes of UTF-8, and never half a character. */
export const createKeptEnd = (limit: number): KeptEnd => {
  let pieces: Buffer[] = [];
  let held = 0;
  let bytes = 0;
  const trim = (): void => {
    const all = Buffer.concat(pieces);
    let start = Math.max(0, all.length - limit);
    while (start < all.length && ((all[start] ?? 0) & 0xc0) === 0x80) start += 1;
    pieces = [all.subarray(start)];
    held = all.length - start;
  };
  return {
    push(text) {
      const piece = Buffer.from(text);
      bytes += piece.length;
      held += piece.length;
      pieces.push(piece);
      // Seldom, so that many small pieces cost no copy each.
      if (held > limit * 2) trim();
    },
    text() {
      if (held > limit) trim();
      return Buffer.concat(pieces).toString('utf8');
    },
    get bytes() {
      return bytes;
    },
    get dropped() {
      if (held > limit) trim();
      return bytes - held;
    },
  };
};

/** Reads a stretch of what lies in blocks. */

type Blocks = {
  /** Of the whole content, bytes. */
  size: number;
  blockBytes: number;
  /** A whole block; shorter only at the end. */
  blockAt(block: number): Promise<Buffer>;
};

/** A stretch of what lies in blocks; fewer bytes than asked for only at the end. */
export const readBlocks = async (
  { size, blockBytes, blockAt }: Blocks,
  offset: number,
  length: number,
): Promise<Buffer> => {
  const end = Math.min(size, offset + length);
  const pieces: Buffer[] = [];
  for (let position = offset; position < end; ) {
    const block = Math.floor(position / blockBytes);
    const start = block * blockBytes;
    const piece = (await blockAt(block)).subarray(position - start, end - start);
    if (piece.length === 0) break;
    pieces.push(piece);
    position += piece.length;
  }
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
};

import type { ByteSource } from './byte-source.ts';

const blockBytes = 32 * 1024;
const remembered = 8;

/** The same source for many small looks close together: what was read around one serves the next. */
export const windowed = (source: ByteSource): Pick<ByteSource, 'size' | 'read'> => {
  const blocks = new Map<number, Buffer>();

  const blockAt = async (block: number): Promise<Buffer> => {
    const known = blocks.get(block);
    if (known) return known;
    const bytes = await source.read(block * blockBytes, blockBytes);
    const oldest = blocks.keys().next();
    if (blocks.size >= remembered && !oldest.done) blocks.delete(oldest.value);
    blocks.set(block, bytes);
    return bytes;
  };

  return {
    size: source.size,
    async read(offset, length) {
      const end = Math.min(source.size, offset + length);
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
    },
  };
};

/** Makes many small reads close together cheap. */
import type { ByteSource } from './byte-source.ts';
import { readBlocks } from './read-blocks.ts';

const blockBytes = 32 * 1024;
const remembered = 8;

/** The same source for many small looks close together: what was read around one serves the next. */
export const readInWindows = (source: ByteSource): Pick<ByteSource, 'size' | 'read'> => {
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

  const { size } = source;
  return {
    size,
    read: (offset, length) => readBlocks({ size, blockBytes, blockAt }, offset, length),
  };
};

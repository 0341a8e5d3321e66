/** Reads a context file anywhere in it, packed or not. */
import type { FileHandle } from 'node:fs/promises';
import { blockBytes, readBlock, readPackedIndex } from './gzip-blocks.ts';
import { readBlocks } from './read-blocks.ts';

const chunkBytes = 256 * 1024;

/** The content of an open context file, wherever in it one looks, packed or not. */
export type ByteSource = {
  readonly size: number;
  /** Fewer bytes than asked for only at the end. */
  read(offset: number, length: number): Promise<Buffer>;
  /** Everything, in order, a piece at a time. */
  chunks(): AsyncGenerator<Buffer>;
  /** Of the file as it lies on disk, for a program that reads it itself; null when that is not the content. */
  readonly descriptor: number | null;
  close(): Promise<void>;
};

export async function* chunksOf(source: Pick<ByteSource, 'size' | 'read'>): AsyncGenerator<Buffer> {
  for (let offset = 0; offset < source.size; offset += chunkBytes) {
    yield await source.read(offset, chunkBytes);
  }
}

const openPlain = async (handle: FileHandle): Promise<ByteSource> => {
  const { size } = await handle.stat();
  const read = async (offset: number, length: number): Promise<Buffer> => {
    const wanted = Math.max(0, Math.min(length, size - offset));
    const bytes = Buffer.allocUnsafe(wanted);
    let filled = 0;
    while (filled < wanted) {
      const { bytesRead } = await handle.read(bytes, filled, wanted - filled, offset + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  };
  return {
    size,
    read,
    chunks: () => chunksOf({ size, read }),
    descriptor: handle.fd,
    close: () => handle.close(),
  };
};

/** Blocks unpacked at once when all are wanted: each takes a thread. */
const ahead = 4;

const openPacked = async (handle: FileHandle): Promise<ByteSource> => {
  const index = await readPackedIndex(handle);
  const size = index.byteSize;
  let last: { block: number; bytes: Buffer } | null = null;
  const blockAt = async (block: number): Promise<Buffer> => {
    // Neighbouring looks mostly fall into one block.
    if (last?.block === block) return last.bytes;
    const bytes = await readBlock(handle, index, block);
    last = { block, bytes };
    return bytes;
  };
  return {
    size,
    read: (offset, length) => readBlocks({ size, blockBytes, blockAt }, offset, length),
    async *chunks() {
      const blocks = Math.ceil(size / blockBytes);
      const coming: Promise<Buffer>[] = [];
      for (let block = 0; block < blocks + ahead; block += 1) {
        if (block < blocks) {
          const next = readBlock(handle, index, block);
          // Awaited in its turn; until then a damaged block must not count as unhandled.
          next.catch(() => undefined);
          coming.push(next);
        }
        const first = block >= ahead ? coming.shift() : undefined;
        if (first) yield await first;
      }
    },
    descriptor: null,
    close: () => handle.close(),
  };
};

/** Takes the handle over: it is closed with the source, or at once when the file is not what it should be. */
export const openSource = async (handle: FileHandle, packed: boolean): Promise<ByteSource> => {
  try {
    return await (packed ? openPacked(handle) : openPlain(handle));
  } catch (error) {
    await handle.close();
    throw error;
  }
};

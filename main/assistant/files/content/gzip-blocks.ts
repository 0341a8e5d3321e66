/** Packs content in blocks, so that any part can be read alone. */
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

/*
 * A packed file is plain gzip (any gunzip reads it): one member per block of content, so that a page is found
 * without unpacking what lies before it, and one empty member at the end whose extra field lists the packed sizes
 * of the blocks and then the size of the content. It tells its own layout: no other file has to survive with it.
 */

const pack = promisify(gzip);
const unpack = promisify(gunzip);

export const blockBytes = 128 * 1024;
const header = [0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255];
/** An empty deflate stream, checksum 0, length 0. */
const emptyEnd = [3, 0, 0, 0, 0, 0, 0, 0, 0, 0];
const fieldId = 'FB';
/** Header, length of the extra field, id and length of the subfield. */
const before = header.length + 2 + 4;
const maxBlocks = 16_000;

/** More content than this has no room in the index; it stays unpacked. */
export const maxPackedBytes = maxBlocks * blockBytes;

const indexMember = (sizes: readonly number[], byteSize: number): Buffer => {
  const field = Buffer.alloc(sizes.length * 4 + 12);
  for (const [block, size] of sizes.entries()) field.writeUInt32LE(size, block * 4);
  field.writeDoubleLE(byteSize, sizes.length * 4);
  field.writeUInt32LE(sizes.length, sizes.length * 4 + 8);
  const lengths = Buffer.alloc(6);
  lengths.writeUInt16LE(field.length + 4, 0);
  lengths.write(fieldId, 2, 'latin1');
  lengths.writeUInt16LE(field.length, 4);
  return Buffer.concat([Buffer.from(header), lengths, field, Buffer.from(emptyEnd)]);
};

/** Packs content that comes in pieces of any size; answers the bytes written. */
export const writePacked = async (
  handle: FileHandle,
  content: AsyncIterable<Buffer>,
): Promise<number> => {
  const sizes: number[] = [];
  let byteSize = 0;
  let written = 0;
  const append = async (bytes: Buffer): Promise<void> => {
    await handle.appendFile(bytes);
    written += bytes.length;
  };
  const writeBlock = async (block: Buffer): Promise<void> => {
    const packed = await pack(block);
    sizes.push(packed.length);
    byteSize += block.length;
    await append(packed);
  };
  let pending: Buffer[] = [];
  let length = 0;
  for await (const piece of content) {
    pending.push(piece);
    length += piece.length;
    if (length < blockBytes) continue;
    const all = Buffer.concat(pending);
    let start = 0;
    for (; start + blockBytes <= all.length; start += blockBytes) {
      await writeBlock(all.subarray(start, start + blockBytes));
    }
    pending = [all.subarray(start)];
    length = all.length - start;
  }
  if (length > 0) await writeBlock(Buffer.concat(pending));
  await append(indexMember(sizes, byteSize));
  return written;
};

export type PackedIndex = {
  byteSize: number;
  /** Where each block begins in the file, and behind the last one where the index does. */
  starts: number[];
};

const readExactly = async (
  handle: FileHandle,
  position: number,
  length: number,
): Promise<Buffer> => {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await handle.read(bytes, 0, length, position);
  if (bytesRead !== length) throw new Error('A packed context file ends early.');
  return bytes;
};

/** Throws an Error when the file is not one {@link writePacked} wrote. */
export const readPackedIndex = async (handle: FileHandle): Promise<PackedIndex> => {
  const { size } = await handle.stat();
  const minBytes = before + 12 + emptyEnd.length;
  if (size < minBytes) throw new Error('A packed context file is too short.');
  const tail = await readExactly(handle, size - emptyEnd.length - 12, 12);
  const byteSize = tail.readDoubleLE(0);
  const blocks = tail.readUInt32LE(8);
  const start = size - emptyEnd.length - 12 - blocks * 4 - before;
  if (blocks > maxBlocks || start < 0 || Math.ceil(byteSize / blockBytes) !== blocks) {
    throw new Error('A packed context file has no index.');
  }
  const member = await readExactly(handle, start, before + blocks * 4);
  if (member.toString('latin1', 12, 14) !== fieldId)
    throw new Error('A packed context file has no index.');
  const starts = [0];
  for (let block = 0; block < blocks; block += 1) {
    starts.push((starts[block] ?? 0) + member.readUInt32LE(before + block * 4));
  }
  if (starts.at(-1) !== start) throw new Error('A packed context file has a wrong index.');
  return { byteSize, starts };
};

/**
 * Room for a whole block and a little more: zlib goes to a thread for every piece of output, and once again when a
 * piece came out exactly full.
 */
const outputBytes = blockBytes + 64;

/** One block's content. */
export const readBlock = async (
  handle: FileHandle,
  { starts }: PackedIndex,
  block: number,
): Promise<Buffer> => {
  const start = starts[block] ?? 0;
  const end = starts[block + 1] ?? start;
  const packed = await readExactly(handle, start, end - start);
  return unpack(packed, { chunkSize: outputBytes, maxOutputLength: blockBytes });
};

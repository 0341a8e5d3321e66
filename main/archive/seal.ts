/** The hash of a whole archive, kept in its last bytes: any byte that changed is known without unpacking. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';

/** The archive's comment, which a zip ends with: so many characters of hexadecimal. */
export const sealLength = 64;
export const emptySeal = '0'.repeat(sealLength);

const digestBeforeSeal = async (path: string, size: number): Promise<string> => {
  const hash = createHash('sha256');
  if (size > sealLength) {
    for await (const part of createReadStream(path, { end: size - sealLength - 1 })) {
      hash.update(part);
    }
  }
  return hash.digest('hex');
};

/** Writes the seal over the empty one. Throws the file system's error. */
export const sealArchive = async (path: string): Promise<void> => {
  const { size } = await stat(path);
  const digest = await digestBeforeSeal(path, size);
  const file = await open(path, 'r+');
  try {
    await file.write(digest, size - sealLength, 'latin1');
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Whether not a byte changed since it was sealed. Throws the file system's error. */
export const isSealWhole = async (path: string): Promise<boolean> => {
  const { size } = await stat(path);
  if (size <= sealLength) return false;
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(sealLength), 0, sealLength, size - sealLength);
    return buffer.toString('latin1') === (await digestBeforeSeal(path, size));
  } finally {
    await file.close();
  }
};

/** What the content of a file hashes to. */
import { createHash, type Hash } from 'node:crypto';
import { openRegularFile } from './regular-file.ts';

/** Hexadecimal; a SHA-256 unless another hash is handed, which may hold something already. Throws the file system's errors. */
export const hashFile = async (
  file: string,
  hash: Hash = createHash('sha256'),
): Promise<string> => {
  const handle = await openRegularFile(file);
  // The stream closes it.
  for await (const part of handle.createReadStream()) hash.update(part);
  return hash.digest('hex');
};

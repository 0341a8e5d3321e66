/** Unpacks one entry of a zip. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { writeFailure } from '../failure.ts';
import { archiveInvalid } from './layout.ts';
import { asArchiveFailure, type OpenArchive } from './open-zip.ts';

export type Unpacked = { path: string; bytes: number; sha256: string };

/** Writes one entry to `target`, which must not exist. Throws CONTEXT_ARCHIVE_INVALID when its checksum is wrong. */
export const unpackEntry = async (
  archive: OpenArchive,
  index: number,
  target: string,
): Promise<Unpacked> => {
  const hash = createHash('sha256');
  let checksum = 0;
  let bytes = 0;
  const handle = await open(target, 'wx', 0o600).catch((error: unknown) => {
    throw writeFailure(error);
  });
  try {
    for await (const piece of await archive.read(index)) {
      if (!Buffer.isBuffer(piece)) throw archiveInvalid('it cannot be read');
      hash.update(piece);
      checksum = crc32(piece, checksum);
      bytes += piece.length;
      await handle.appendFile(piece).catch((error: unknown) => {
        throw writeFailure(error);
      });
    }
  } catch (error) {
    throw asArchiveFailure(error);
  } finally {
    await handle.close();
  }
  if (checksum !== archive.entries[index]?.crc32) throw archiveInvalid('a file in it is damaged');
  return { path: target, bytes, sha256: hash.digest('hex') };
};

const maxManifestBytes = 64 * 1024 * 1024;

/** An entry's text, for the manifest. */
export const readText = async (archive: OpenArchive, index: number): Promise<string> => {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of await archive.read(index)) {
      if (!Buffer.isBuffer(piece)) throw archiveInvalid('it cannot be read');
      pieces.push(piece);
      bytes += piece.length;
      if (bytes > maxManifestBytes) throw archiveInvalid('its manifest is too long');
    }
  } catch (error) {
    throw asArchiveFailure(error);
  }
  return Buffer.concat(pieces).toString('utf8');
};

/** Replaces a file by its gzip. */
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { openSource } from '../content/byte-source.ts';
import { blockBytes, maxPackedBytes, writePacked } from '../content/gzip-blocks.ts';
import { type ManifestEntry, storedPath } from '../entry.ts';
import type { Dependencies } from '../dependencies.ts';

const compress = promisify(gzip);
/** A file that would not shrink below this share is left as it is. */
const worthwhile = 0.8;

/**
 * Replaces a file by its gzip (S1-20), in blocks, so that reading it stays as quick. Answers the bytes freed; 0 when
 * it would not shrink, or changed meanwhile.
 */
export const packFile = async (
  dependencies: Dependencies,
  conversationId: string,
  entry: ManifestEntry,
): Promise<number> => {
  const { tree, manifests } = dependencies;
  if (entry.stored === null || entry.stored.packed) return 0;
  if (entry.stored.bytes > maxPackedBytes) return 0;
  const source = await openSource(
    await tree.openFile(conversationId, storedPath(entry), entry.id),
    false,
  );
  try {
    const sample = await source.read(Math.floor(source.size / 2), blockBytes);
    if ((await compress(sample)).length > sample.length * worthwhile) return 0;
    const { handle, path } = await tree.createTemporary(conversationId);
    try {
      let bytes: number;
      try {
        bytes = await writePacked(handle, source.chunks());
        // What it takes the place of is deleted below: by then it must be on the disk.
        await handle.datasync();
      } finally {
        await handle.close();
      }
      const packed = { ...entry, stored: { packed: true, bytes } };
      const replaced = await manifests.change(conversationId, async (draft, undo) => {
        const now = draft.get(entry.id);
        if (now === undefined || now.stored?.packed !== false || now.sha256 !== entry.sha256) {
          return false;
        }
        tree.adopt(path, conversationId, storedPath(packed));
        undo(() => tree.remove(conversationId, storedPath(packed)));
        draft.set(entry.id, { ...now, stored: packed.stored });
        return true;
      });
      if (!replaced) return 0;
      await tree.remove(conversationId, storedPath(entry));
      return entry.stored.bytes - bytes;
    } finally {
      await rm(path, { force: true });
    }
  } finally {
    await source.close();
  }
};

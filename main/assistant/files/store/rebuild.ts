/** Rebuilds a manifest from the files there are. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ManifestEntry } from '../entry.ts';
import { contentFolders, foldedKey, isContentPath } from '../names.ts';
import type { Entries } from './manifest.ts';
import { listRefs, readRef } from './refs.ts';
import { readFolder } from './tree.ts';

type Found = { path: string; packed: boolean; full: string };

const findFiles = async (folder: string, inside = ''): Promise<Found[]> => {
  const found: Found[] = [];
  for (const item of await readFolder(join(folder, inside))) {
    const path = inside === '' ? item.name : `${inside}/${item.name}`;
    const top = path.split('/')[0] ?? '';
    if (!Object.hasOwn(contentFolders, top)) continue;
    if (item.isDirectory()) found.push(...(await findFiles(folder, path)));
    const packed = path.endsWith('.gz');
    const plain = packed ? path.slice(0, -3) : path;
    // Links and special files are no content.
    if (item.isFile() && isContentPath(plain)) {
      found.push({ path: plain, packed, full: join(folder, path) });
    }
  }
  return found.sort((one, other) => (one.path < other.path ? -1 : 1));
};

const measure = async ({ full, packed }: Found): Promise<{ byteSize: number; sha256: string }> => {
  const hash = createHash('sha256');
  let byteSize = 0;
  const count = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) {
      hash.update(chunk);
      byteSize += chunk.length;
    }
  };
  if (packed) await pipeline(createReadStream(full), createGunzip(), count);
  else await pipeline(createReadStream(full), count);
  return { byteSize, sha256: hash.digest('hex') };
};

/** An id for a file that lost its own: the same for the same path, so that two processes that rebuild at once agree. */
export const idForPath = (path: string, taken: ReadonlySet<string>): string => {
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  if (/^[A-Za-z0-9_-]{5,12}$/.test(stem) && !taken.has(foldedKey(stem))) return stem;
  const digest = createHash('sha256').update(path).digest('base64url');
  for (let length = 8; ; length += 1) {
    const id = digest.slice(0, length);
    if (!taken.has(foldedKey(id))) return id;
  }
};

/** What is known without a ref: the place tells the kind, the file its size and time. */
const describeFile = async (found: Found, id: string): Promise<ManifestEntry> => {
  const { size, mtimeMs } = await stat(found.full);
  const { byteSize, sha256 } = await measure(found);
  const createdAt = Math.max(0, Math.floor(mtimeMs));
  return {
    id,
    kind: contentFolders[found.path.split('/')[0] ?? ''] ?? 'artifact',
    path: found.path,
    mimeType: null,
    hint: `Recovered: ${found.path}`,
    source: { type: 'recovered', id: found.path.slice(-200) },
    createdAt,
    expiresAt: null,
    lazy: false,
    byteSize,
    sha256,
    stored: { packed: found.packed, bytes: size },
    pinned: false,
    lastUsedAt: createdAt,
    referredBy: [],
    costTokens: 0,
  };
};

const knownEntry = async (
  ref: ManifestEntry,
  found: Found | undefined,
): Promise<ManifestEntry | null> => {
  if (found === undefined) return ref.lazy ? { ...ref, stored: null } : null;
  const { size } = await stat(found.full);
  const measured = ref.lazy || ref.sha256 === null ? await measure(found) : {};
  return { ...ref, ...measured, stored: { packed: found.packed, bytes: size } };
};

/** The manifest as the tree tells it, oldest first: ids, hints and sources from the refs, the rest from the files. */
export const rebuildEntries = async (folder: string): Promise<Entries> => {
  const files = new Map((await findFiles(folder)).map((found) => [foldedKey(found.path), found]));
  const entries: ManifestEntry[] = [];
  const taken = new Set<string>();
  for (const id of await listRefs(folder)) {
    const ref = await readRef(folder, id);
    if (ref === null || taken.has(foldedKey(ref.id))) continue;
    const key = foldedKey(ref.path);
    const entry = await knownEntry(ref, files.get(key));
    files.delete(key);
    if (entry === null) continue;
    taken.add(foldedKey(ref.id));
    entries.push(entry);
  }
  for (const found of files.values()) {
    const id = idForPath(found.path, taken);
    taken.add(foldedKey(id));
    entries.push(await describeFile(found, id));
  }
  entries.sort((one, other) => one.createdAt - other.createdAt);
  return new Map(entries.map((entry) => [entry.id, entry]));
};

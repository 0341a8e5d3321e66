/** Restores a conversation's files from a zip. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nanoid } from 'nanoid';
import { AppError } from '#shared/errors.ts';
import type { ManifestEntry } from '../entry.ts';
import { writeFailure } from '../failure.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Quota } from '../files/quota.ts';
import { contentFolders, foldedKey } from '../names.ts';
import type { Draft } from '../store/manifests.ts';
import { type Entries, parseManifest } from '../store/manifest.ts';
import { idForPath } from '../store/rebuild.ts';
import { claimRef, releaseRef } from '../store/refs.ts';
import { archiveInvalid, type ArchivePlan, planArchive } from './layout.ts';
import { openArchive, type OpenArchive } from './open-zip.ts';
import { readText, type Unpacked, unpackEntry } from './unpack.ts';

/** Staging folders lie beside the conversations, under names no conversation can have. */
export const importFolderPrefix = '.import-';

type Imported = { entry: ManifestEntry; from: string };

const checkAgainst = (known: ManifestEntry, unpacked: Unpacked): void => {
  const wrongHash = known.sha256 !== null && known.sha256 !== unpacked.sha256;
  const wrongSize = known.byteSize !== null && known.byteSize !== unpacked.bytes;
  if (wrongHash || wrongSize)
    throw archiveInvalid('a file in it is not the one its manifest names');
};

const describeUnknown = (path: string, now: number, ids: Set<string>): ManifestEntry => {
  const id = idForPath(path, ids);
  ids.add(foldedKey(id));
  return {
    id,
    kind: contentFolders[path.split('/')[0] ?? ''] ?? 'artifact',
    path,
    mimeType: null,
    hint: `Imported: ${path}`,
    source: { type: 'imported', id: '' },
    createdAt: now,
    expiresAt: null,
    lazy: false,
    byteSize: null,
    sha256: null,
    stored: null,
    pinned: false,
    lastUsedAt: now,
    referredBy: [],
    costTokens: 0,
  };
};

/** What an archive says of itself before anything is unpacked: where its files are, and what it names of them. */
type Contents = Pick<ArchivePlan, 'files'> & { known: Entries; byPath: Map<string, ManifestEntry> };

const readContents = async (archive: OpenArchive): Promise<Contents> => {
  const plan = planArchive(archive.entries.map(({ fileName }) => fileName));
  let known: Entries = new Map();
  if (plan.manifest !== null) {
    const parsed = parseManifest(await readText(archive, plan.manifest));
    if (parsed === null) throw archiveInvalid('its manifest is damaged');
    known = parsed;
  }
  const byPath = new Map(Array.from(known.values(), (entry) => [entry.path, entry]));
  for (const path of byPath.keys()) {
    if (!plan.files.has(path)) throw archiveInvalid('a file its manifest names is missing');
  }
  return { files: plan.files, known, byPath };
};

/** Bytes of what the conversation has not yet, as the archive declares them. */
const declaredNew = (
  archive: OpenArchive,
  { files, byPath }: Contents,
  present: ReadonlyMap<string, ManifestEntry>,
): number => {
  let bytes = 0;
  for (const [path, index] of files) {
    const named = byPath.get(path);
    const here = named && present.get(named.id);
    const size = archive.entries[index]?.uncompressedSize ?? 0;
    const isHere = here?.byteSize === size && here.sha256 === named?.sha256;
    if (!isHere || here.sha256 === null) bytes += size;
  }
  return bytes;
};

/** Unpacks everything beside the tree, checked against the manifest as far as there is one. */
const stage = async (
  archive: OpenArchive,
  { files, known, byPath }: Contents,
  folder: string,
  now: number,
): Promise<Imported[]> => {
  const ids = new Set(Array.from(known.keys(), foldedKey));
  const imported: Imported[] = [];
  for (const [path, index] of files) {
    const named = byPath.get(path);
    const unpacked = await unpackEntry(archive, index, join(folder, String(index)));
    if (named) checkAgainst(named, unpacked);
    const entry: ManifestEntry = {
      ...(named ?? describeUnknown(path, now, ids)),
      // What could be produced again where it came from is the only copy here.
      lazy: false,
      byteSize: unpacked.bytes,
      sha256: unpacked.sha256,
      stored: { packed: false, bytes: unpacked.bytes },
      lastUsedAt: now,
    };
    imported.push({ entry, from: unpacked.path });
  }
  return imported.sort((one, other) => one.entry.createdAt - other.entry.createdAt);
};

/** Those that are not here yet, with a free name each. Throws CONTEXT_FILE_EXISTS when an id means something else. */
const chooseNew = (imported: readonly Imported[], draft: Draft): Imported[] => {
  const ids = new Map(Array.from(draft.values(), (entry) => [foldedKey(entry.id), entry]));
  const paths = new Set(Array.from(draft.values(), ({ path }) => foldedKey(path)));
  const chosen: Imported[] = [];
  for (const { entry, from } of imported) {
    const present = ids.get(foldedKey(entry.id));
    if (present?.id === entry.id && present.sha256 === entry.sha256) continue;
    if (present) {
      throw new AppError('CONTEXT_FILE_EXISTS', 'An id of the archive means another file here.', {
        id: entry.id,
      });
    }
    const path = paths.has(foldedKey(entry.path))
      ? entry.path.replace(/(\.[^./]*)?$/, (extension) => `-${entry.id}${extension}`)
      : entry.path;
    if (path !== entry.path && paths.has(foldedKey(path)))
      throw archiveInvalid('its names clash with files here');
    paths.add(foldedKey(path));
    chosen.push({ entry: { ...entry, path }, from });
  }
  return chosen;
};

const bytesOf = (imported: readonly Imported[]): number =>
  imported.reduce((sum, { entry }) => sum + (entry.byteSize ?? 0), 0);

/**
 * Restores an exported conversation's files into a conversation: ids, bytes, hints and times (S0-18). Either all of
 * them are there afterwards or nothing changed. What was there before is neither counted nor answered.
 */
export const importArchive = async (
  dependencies: Dependencies,
  quota: Quota,
  conversationId: string,
  path: string,
): Promise<{ files: number; bytes: number }> => {
  const { tree, manifests, limits, clock, events } = dependencies;
  const present = await manifests.entries(conversationId);
  const archive = await openArchive(path, limits);
  const folder = join(tree.root, `${importFolderPrefix}${nanoid()}`);
  try {
    const contents = await readContents(archive);
    await quota.check(present.values(), declaredNew(archive, contents, present));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const imported = await stage(archive, contents, folder, clock.now());
    const added = await manifests.change(conversationId, async (draft, undo) => {
      const chosen = chooseNew(imported, draft);
      await quota.check(draft.values(), bytesOf(chosen));
      for (const { entry, from } of chosen) {
        if (!claimRef(tree.folder(conversationId), entry)) {
          throw new AppError(
            'CONTEXT_FILE_EXISTS',
            'An id of the archive means another file here.',
            {
              id: entry.id,
            },
          );
        }
        undo(() => releaseRef(tree.folder(conversationId), entry.id));
        tree.adopt(from, conversationId, entry.path);
        undo(() => tree.remove(conversationId, entry.path));
        draft.set(entry.id, entry);
      }
      return chosen;
    });
    const bytes = bytesOf(added);
    quota.add(bytes);
    events?.emit('context-files:changed', { conversationId });
    return { files: added.length, bytes };
  } catch (error) {
    throw writeFailure(error);
  } finally {
    archive.close();
    await rm(folder, { recursive: true, force: true });
  }
};

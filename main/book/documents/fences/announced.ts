/** Chapters that were fenced on another machine and arrive here for the first time (B2). */
import { findOwner } from '../store.ts';
import type { DocumentsContext } from '../context.ts';
import { textAt } from '../closed-text.ts';
import { sentencesOf } from '../likeness.ts';
import type { KnownFile, Matches } from '../match.ts';
import type { OpenFolder } from '../open-folder.ts';
import type { AnnouncedChapter } from '../service.ts';
import { type FenceEntry, holdsMarked } from './list.ts';
import { readFenceList } from './list-file.ts';
import { fenceKeyOf } from './sync.ts';

/** Which chapter of the list a new file is, and the id it gets. */
export type Announced = {
  documentId: string | null;
  fenceKey: string | null;
  /** What is decided of it stands in a record of its own, beside the list. */
  isRecorded: boolean;
};

type NewFile = { path: string; version: string };

/**
 * Finds the chapter that a file nobody knows is, by its record or the list of fences: by its path, its content, or the likeness of its sentences. The
 * caller holds the folder's mutex.
 */
export const createAnnouncedFinder = async (
  context: DocumentsContext,
  folder: OpenFolder,
): Promise<(file: NewFile) => Promise<Announced | null>> => {
  const found = await readFenceList(folder.root);
  const known = new Set([...folder.present.values(), ...folder.missing.values()].map(fenceKeyOf));
  const awaited = new Map<string, FenceEntry>(
    found.kind === 'present'
      ? [...found.entries].filter(([key, { fence }]) => fence !== null && !known.has(key))
      : [],
  );
  let records: AnnouncedChapter[] | null = null;
  const findRecorded = async ({ path, version }: NewFile): Promise<string | null> => {
    records ??= (await context.records.listAnnounced(folder.root)).filter(
      ({ key }) => !known.has(key),
    );
    const one =
      records.find((record) => record.path === path) ??
      records.find((record) => record.hash === version);
    records = records.filter((record) => record !== one);
    return one?.key ?? null;
  };
  const findListed = async ({ path, version }: NewFile): Promise<string | null> => {
    for (const [key, entry] of awaited) if (entry.path === path) return key;
    for (const [key, entry] of awaited) if (entry.version === version) return key;
    const sentences = sentencesOf(await textAt(folder, path));
    for (const [key, entry] of awaited) if (holdsMarked(entry, sentences)) return key;
    return null;
  };
  return async (file) => {
    const recorded = await findRecorded(file);
    const key = recorded ?? (await findListed(file));
    if (key === null) return null;
    const isRecorded = recorded !== null;
    // A copy of the chapter keeps an entry of its own.
    const isFree = findOwner(context.database, key) === null;
    awaited.delete(key);
    return { documentId: isFree ? key : null, fenceKey: isFree ? null : key, isRecorded };
  };
};

/**
 * Adds to the matches of a look the chapters whose files went elsewhere on another machine: their records say where to.
 * `known`: chapters that may have moved.
 */
export const matchAnnounced = async (
  context: DocumentsContext,
  folder: OpenFolder,
  {
    known,
    read,
    matches,
  }: { known: readonly KnownFile[]; read: readonly NewFile[]; matches: Matches },
): Promise<void> => {
  const arrived = read.filter(({ path }) => !matches.has(path));
  const found = new Set(matches.values());
  const lost = known.filter(({ documentId }) => !found.has(documentId));
  if (arrived.length === 0 || lost.length === 0) return;
  const records = [...folder.present.values(), ...folder.missing.values()];
  const keys = new Map(records.map((record) => [record.documentId, fenceKeyOf(record)]));
  const announced = await context.records.listAnnounced(folder.root);
  const pathOf = new Map(announced.map(({ key, path }) => [key, path]));
  for (const { documentId } of lost) {
    const path = pathOf.get(keys.get(documentId) ?? '');
    const file = arrived.find((one) => one.path === path);
    if (file && !matches.has(file.path)) matches.set(file.path, documentId);
  }
};

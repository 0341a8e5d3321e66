/** Reads and writes a conversation's manifest. */
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { nanoid } from 'nanoid';
import { z } from 'zod';
import { ManifestEntry } from '../entry.ts';
import { isMissing, systemCode } from '#main/base/failures/system-code.ts';
import { foldedKey } from '../names.ts';

export const manifestName = 'manifest.json';

const Manifest = z.object({
  version: z.literal(1),
  conversationId: z.string(),
  entries: z.array(ManifestEntry),
});

/** In order of creation. */
export type Entries = ReadonlyMap<string, ManifestEntry>;

/** Tells whether the file was replaced since: every write makes a new one. */
export type ManifestStamp = string;

export const stampManifest = (folder: string): ManifestStamp | null => {
  try {
    const { ino, size, mtimeNs } = statSync(join(folder, manifestName), { bigint: true });
    return `${ino}:${size}:${mtimeNs}`;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

/** Null for anything but a manifest whose every line is sound: one bad line makes the rest doubtful. */
export const parseManifest = (text: string): Entries | null => {
  let parsed: z.infer<typeof Manifest>;
  try {
    parsed = Manifest.parse(JSON.parse(text));
  } catch {
    return null;
  }
  const entries = new Map(parsed.entries.map((entry) => [entry.id, entry]));
  const ids = new Set(parsed.entries.map(({ id }) => foldedKey(id)));
  const paths = new Set(parsed.entries.map(({ path }) => foldedKey(path)));
  const unique = ids.size === parsed.entries.length && paths.size === parsed.entries.length;
  return unique ? entries : null;
};

export type LoadedManifest =
  | { state: 'sound'; entries: Entries }
  | { state: 'missing' }
  | { state: 'corrupt' };

export const loadManifest = async (folder: string): Promise<LoadedManifest> => {
  let text: string;
  try {
    text = await readFile(join(folder, manifestName), 'utf8');
  } catch (error) {
    const code = systemCode(error);
    if (['ENOENT', 'ENOTDIR'].includes(code)) return { state: 'missing' };
    if (code === 'EISDIR') return { state: 'corrupt' };
    throw error;
  }
  const entries = parseManifest(text);
  return entries === null ? { state: 'corrupt' } : { state: 'sound', entries };
};

const written = new WeakMap<ManifestEntry, string>();

const lineOf = (entry: ManifestEntry): string => {
  const known = written.get(entry);
  if (known !== undefined) return known;
  const line = JSON.stringify(entry);
  written.set(entry, line);
  return line;
};

export const formatManifest = (conversationId: string, entries: Entries): string =>
  `{"version":1,"conversationId":${JSON.stringify(conversationId)},"entries":[\n${Array.from(
    entries.values(),
    lineOf,
  ).join(',\n')}\n]}\n`;

/** Replaces the manifest whole or not at all. Not synced: a torn one is rebuilt from the tree. */
export const writeManifest = (folder: string, conversationId: string, entries: Entries): void => {
  const temporary = join(folder, `.manifest-${nanoid()}`);
  try {
    writeFileSync(temporary, formatManifest(conversationId, entries), {
      flag: 'wx',
      mode: 0o600,
    });
    renameSync(temporary, join(folder, manifestName));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
};

/** Keeps a bad manifest beside the one that will replace it. */
export const keepBadManifest = (folder: string, now: number): Promise<void> =>
  rename(
    join(folder, manifestName),
    join(
      folder,
      `manifest.corrupt-${new Date(now).toISOString().replace(/[:.]/g, '-')}-${nanoid(5)}.json`,
    ),
  );

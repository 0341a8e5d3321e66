/** Packs a book into one file: its folder, its rows, its conversations' files, and texts that no disk would take. */
import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { ZipFile } from 'yazl';
import { schemaVersion } from '#main/db/migrate.ts';
import { fileTooLargeCode, readRegularFile } from '#main/base/files/regular-file.ts';
import { isMissing, systemCode } from '#main/base/failures/system-code.ts';
import { AppError } from '#shared/errors.ts';
import type { ArchiveStep } from './archive-step.ts';
import { archiveLimits } from './book-archive.ts';
import { copyRows, digestRows } from './book-rows.ts';
import { listFiles } from './list-files.ts';
import { type ArchivedFile, folders, type Manifest, manifestName, rowsName } from './manifest.ts';
import { emptySeal, sealArchive } from './seal.ts';

export type BookPlaces = {
  projectId: string;
  /** The writer's folder. */
  root: string;
  /** The program's data folder. */
  data: string;
};

/** Between looks for a file that was there when the folder was listed, ms. */
const pausesMs = [20, 100, 0];

const tooLargeFile = (): AppError =>
  new AppError('ARCHIVE_TOO_LARGE', 'A file of the book is too large.', {
    limit: archiveLimits.entry,
  });

type SourceFile = { from: string; path: string };

const conversationIds = (source: Database, projectId: string): string[] =>
  source
    .prepare<[string], string>(
      'SELECT conversation_id FROM conversations WHERE project_id = ? ORDER BY conversation_id',
    )
    .pluck()
    .all(projectId);

const filesBelow = async (
  from: string,
  prefix: string,
): Promise<{ files: SourceFile[]; leftOut: number }> => {
  const { paths, leftOut } = await listFiles(from);
  return {
    files: paths.map((path) => ({ from: join(from, path), path: prefix + path })),
    leftOut,
  };
};

/** Where everything that is packed lies now. */
const findFiles = async (source: Database, { projectId, root, data }: BookPlaces) => {
  const conversations = conversationIds(source, projectId).map((id) =>
    filesBelow(join(data, 'context', id), `${folders.context}${id}/`),
  );
  const found = await Promise.all([
    filesBelow(root, folders.book),
    filesBelow(join(data, 'journal', encodeURIComponent(projectId)), folders.journal),
    ...conversations,
  ]);
  return {
    files: found.flatMap(({ files }) => files),
    leftOut: found.reduce((sum, { leftOut }) => sum + leftOut, 0),
  };
};

const sampleBytes = 64 * 1024;

/** So repetitive that whoever opens the archive would take it for a bomb: then it goes in as it is. */
const isRepetitive = (bytes: Buffer): boolean =>
  bytes.byteLength > archiveLimits.ratioFloor &&
  [0, 0.5, 1].some((place) => {
    const from = Math.floor((bytes.byteLength - sampleBytes) * place);
    const sample = bytes.subarray(from, from + sampleBytes);
    return sample.byteLength / deflateRawSync(sample).byteLength > archiveLimits.ratio / 4;
  });

/** Adds bytes and waits until they are taken, so that one file is in memory. */
const addBytes = async (
  zip: ZipFile,
  path: string,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<void> => {
  const content = Readable.from([bytes], { signal });
  const taken = once(content, 'close');
  zip.addReadStream(content, path, { mode: 0o100600, compress: !isRepetitive(bytes) });
  await taken;
  signal.throwIfAborted();
};

type Contents = Omit<Manifest, 'files'> & {
  sources: readonly SourceFile[];
  rows: Buffer;
  onStep(step: ArchiveStep): void;
};

/** A file that is being replaced is away for a moment; one that stays away belongs to nothing any more. */
const readOrGone = async (path: string): Promise<Buffer | null> => {
  for (const pause of pausesMs) {
    try {
      return await readRegularFile(path, archiveLimits.entry);
    } catch (error) {
      if (systemCode(error) === fileTooLargeCode) throw tooLargeFile();
      if (!isMissing(error)) throw error;
      await wait(pause);
    }
  }
  return null;
};

/** What was read of each file is what the manifest says of it. */
const addAll = async (
  zip: ZipFile,
  { sources, rows, onStep, ...said }: Contents,
  signal: AbortSignal,
): Promise<Manifest> => {
  const files: ArchivedFile[] = [];
  for (const [done, { from, path }] of sources.entries()) {
    onStep({ step: 'packing', done, total: sources.length });
    const bytes = await readOrGone(from);
    if (bytes === null) continue;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    files.push({ path, size: bytes.byteLength, sha256 });
    await addBytes(zip, path, bytes, signal);
  }
  await addBytes(zip, rowsName, rows, signal);
  const manifest = { ...said, files };
  await addBytes(zip, manifestName, Buffer.from(JSON.stringify(manifest)), signal);
  const options = { forceZip64Format: false, comment: emptySeal };
  zip.end(options);
  return manifest;
};

const writeZip = async (target: string, contents: Contents): Promise<Manifest> => {
  const zip = new ZipFile();
  // Whichever side fails first, writing or reading, ends the other.
  const failed = new AbortController();
  const { signal } = failed;
  zip.once('error', (error: unknown) => failed.abort(error));
  const output = createWriteStream(target, { flags: 'wx', mode: 0o600 });
  const written = pipeline(zip.outputStream, output, { signal });
  const added = addAll(zip, contents, signal);
  for (const side of [written, added]) side.catch((error: unknown) => failed.abort(error));
  const outcomes = await Promise.allSettled([added, written]);
  if (outcomes.some(({ status }) => status === 'rejected')) throw signal.reason;
  await sealArchive(target);
  return added;
};

/**
 * Packs a book into a new file at `target`; nothing of it is left when it throws the file system's or SQLite's error.
 * @param source a connection in a read transaction: all rows are of one moment
 */
export const packBook = async (
  source: Database,
  places: BookPlaces,
  target: string,
  {
    now,
    binding,
    onStep,
  }: { now: number; binding: string | null; onStep(step: ArchiveStep): void },
): Promise<Manifest> => {
  const { projectId } = places;
  const rowsFile = `${target}.rows-${randomBytes(4).toString('hex')}`;
  try {
    copyRows(source, projectId, rowsFile, binding);
    const { files, leftOut } = await findFiles(source, places);
    const name = source
      .prepare<[string], string>('SELECT name FROM projects WHERE project_id = ?')
      .pluck()
      .get(projectId);
    return await writeZip(target, {
      format: 'fabula-book',
      formatVersion: 1,
      projectId,
      name: name ?? '',
      createdAt: now,
      schema: schemaVersion(source),
      rowsSha256: digestRows(source, projectId),
      leftOut,
      sources: files,
      rows: await readFile(rowsFile),
      onStep,
    });
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  } finally {
    await rm(rowsFile, { force: true });
  }
};

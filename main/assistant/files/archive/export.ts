/** Packs a conversation's files into a zip. */
import { open } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { ZipFile } from 'yazl';
import { AppError } from '#shared/errors.ts';
import { choosePlace, type Place } from '#main/base/files/place-file.ts';
import type { ByteSource } from '../content/byte-source.ts';
import type { ManifestEntry } from '../entry.ts';
import { writeFailure } from '../failure.ts';
import type { Dependencies } from '../dependencies.ts';
import type { OpenFiles } from '../files/open.ts';
import type { ContextFileLimits } from '../limits.ts';
import { formatManifest, manifestName } from '../store/manifest.ts';
import { planArchive } from './layout.ts';
import { openArchive } from './open-zip.ts';

const deflate = promisify(deflateRaw);
const sampleBytes = 64 * 1024;

const taken = (): AppError =>
  new AppError(
    'CONTEXT_FILE_EXISTS',
    'Something that is no archive of this kind lies at that place.',
  );

/** Whether a file is an archive that an export made: nothing in it but context files and their manifest. */
const isExport = async (path: string, limits: ContextFileLimits): Promise<boolean> => {
  try {
    const archive = await openArchive(path, limits);
    try {
      const names = archive.entries.map(({ fileName }) => fileName);
      return (
        planArchive(names).manifest !== null && names.every((name) => name.startsWith('context/'))
      );
    } finally {
      archive.close();
    }
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
};

const choose = async (path: string, limits: ContextFileLimits): Promise<Place> => {
  if (!isAbsolute(path) || path.includes('\0')) {
    throw new AppError('CONTEXT_FILE_INVALID', 'That is no place for an archive.', {
      field: 'path',
    });
  }
  try {
    const place = await choosePlace(path, (present) => isExport(present, limits));
    if (place) return place;
  } catch (error) {
    throw writeFailure(error);
  }
  throw taken();
};

/** So repetitive that its own import would take it for a bomb: then it goes in as it is. */
const isRepetitive = async (source: ByteSource, ratio: number): Promise<boolean> => {
  for (const place of [0, 0.5, 1]) {
    const from = Math.floor(Math.max(0, source.size - sampleBytes) * place);
    const sample = await source.read(from, sampleBytes);
    if (sample.length / (await deflate(sample)).length > ratio / 4) return true;
  }
  return false;
};

type ExportWork = {
  dependencies: Dependencies;
  openFiles: OpenFiles;
  conversationId: string;
};

/** Writes the zip to a new file. */
const writeZip = async (
  { dependencies, openFiles, conversationId }: ExportWork,
  target: string,
): Promise<{ files: number; bytes: number }> => {
  const { manifests, limits } = dependencies;
  const known = [...(await manifests.entries(conversationId)).values()];
  const zip = new ZipFile();
  const exported = new Map<string, ManifestEntry>();
  const inside = (path: string): string => `context/${conversationId}/${path}`;
  let bytes = 0;
  // Whichever side fails first, writing or reading, ends the other.
  const failed = new AbortController();
  zip.once('error', (error: unknown) => failed.abort(error));

  const addFiles = async (): Promise<void> => {
    for (const { id } of known) {
      await openFiles.withSource(conversationId, id, async (source) => {
        const entry = await openFiles.find(conversationId, id);
        const compress = !(await isRepetitive(source, limits.archiveRatio));
        const content = Readable.from(source.chunks(), { signal: failed.signal });
        const read = new Promise<void>((resolve, reject) => {
          content.once('close', resolve);
          content.once('error', reject);
        });
        zip.addReadStream(content, inside(entry.path), {
          compress,
          mtime: new Date(entry.createdAt),
        });
        await read;
        bytes += source.size;
        const stored = { packed: false, bytes: source.size };
        exported.set(id, { ...entry, byteSize: source.size, stored });
      });
    }
    const manifest = Buffer.from(formatManifest(conversationId, exported));
    zip.addBuffer(manifest, inside(manifestName));
    zip.end();
  };

  const handle = await open(target, 'wx', 0o600);
  const sides = [
    addFiles(),
    pipeline(zip.outputStream, handle.createWriteStream(), { signal: failed.signal }),
  ];
  for (const side of sides) side.catch((error: unknown) => failed.abort(error));
  const outcomes = await Promise.allSettled(sides);
  if (outcomes.some(({ status }) => status === 'rejected')) throw failed.signal.reason;
  return { files: exported.size, bytes };
};

/**
 * Packs a conversation's files into a zip (S0-18): contents unpacked, lazy ones materialised, a manifest that fits.
 * The archive appears whole or not at all.
 */
export const exportArchive = async (
  dependencies: Dependencies,
  openFiles: OpenFiles,
  conversationId: string,
  target: string,
): Promise<{ files: number; bytes: number }> => {
  const { unfinished, limits } = dependencies;
  const place = await choose(target, limits);
  try {
    await unfinished.sweep();
    return await unfinished.make(target, async (temporary) => {
      const made = await writeZip({ dependencies, openFiles, conversationId }, temporary);
      if (!(await place.fill(temporary))) throw taken();
      return made;
    });
  } catch (error) {
    throw writeFailure(error);
  }
};

/**
 * Portraits of codex entries (W6): a file each in the book's own folder, which travels with it. They are for screens alone:
 * no request, export or tool asks for them. What lies there may come from anywhere and is looked at before it is shown.
 */
import { lstat, mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isInside, openFileInside, outsideFolderCode } from '#main/base/files/regular-file.ts';
import {
  diskFailures,
  errorCodeOf,
  isMissing,
  systemCode,
  unlessMissing,
} from '#main/base/failures/system-code.ts';
import type { EventSink } from '#shared/contract/events.ts';
import { RecordId } from '#shared/domain/identifiers.ts';
import { maxPortraitBytes } from '#shared/domain/knowledge.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import type { KnowledgeService } from '../knowledge/service.ts';
import { cleanJpeg } from './clean-jpeg.ts';
import type { PortraitsService } from './service.ts';

type Dependencies = {
  /** PROJECT_NOT_FOUND, PROJECT_CLOSED. */
  projects: { get(projectId: string): { path: string; readOnly: unknown } };
  knowledge: Pick<KnowledgeService, 'listEntities'>;
  events: EventSink;
  /** Whole or not at all. Throws the file system's error. */
  writeOwnFile(path: string, bytes: Buffer): Promise<void>;
  /** A path in the book's folder where nothing lies: this one, or one beside it. */
  findFreePath(root: string, path: string): Promise<string>;
};

const own = '.fabula';
const folder = `${own}/portraits`;
/** The book's bin, as of its chapters. */
const bin = `${own}/trash`;
const extension = '.jpg';
const pathOf = (entityId: string): string => `${folder}/${entityId}${extension}`;

/** Whether an entry's id can be the name of a file. */
const isName = (entityId: string): boolean => RecordId.safeParse(entityId).success;

const invalid = (): AppError =>
  new AppError('PORTRAIT_INVALID', 'This is no picture that can be a portrait.');

const writeFailures: Readonly<Record<string, ErrorCode>> = {
  ...diskFailures,
  EACCES: 'FILE_NOT_PERMITTED',
  EPERM: 'FILE_NOT_PERMITTED',
};

const explainWriteFailure = (error: unknown): unknown => {
  const cause = error instanceof AppError ? '' : systemCode(error) || errorCodeOf(error);
  if (cause === '') return error;
  const code = writeFailures[cause] ?? 'FILE_WRITE_FAILED';
  return new AppError(code, 'The portrait could not be written.', { cause }, { cause: error });
};

const notPermitted = ['EACCES', 'EPERM'];

/** What lies there is no picture, unless nobody may look at it. */
const explainReadFailure = (error: unknown): unknown => {
  if (error instanceof AppError) return error;
  const cause = systemCode(error);
  if (!notPermitted.includes(cause)) return invalid();
  const message = 'The portrait may not be read.';
  return new AppError('PORTRAIT_UNREADABLE', message, { cause }, { cause: error });
};

/** What is there, or null; PORTRAIT_UNREADABLE where it may not be looked at. */
const lookAt = async <T>(look: Promise<T>): Promise<T | null> => {
  try {
    return await unlessMissing<T | null>(look, null);
  } catch (error) {
    throw notPermitted.includes(systemCode(error)) ? explainReadFailure(error) : error;
  }
};

/** The folder of portraits; one that leads out of the book's folder is none. */
const makeFolder = async (root: string): Promise<void> => {
  for (const path of [own, folder]) {
    try {
      await mkdir(join(root, path));
    } catch (error) {
      if (errorCodeOf(error) !== 'EEXIST') throw error;
    }
  }
  if (isInside(await realpath(root), await realpath(join(root, folder)))) return;
  throw Object.assign(new Error(outsideFolderCode), { code: outsideFolderCode });
};

const readPortrait = async (root: string, entityId: string): Promise<Buffer | null> => {
  try {
    const handle = await openFileInside(await realpath(root), pathOf(entityId));
    try {
      if ((await handle.stat()).size > maxPortraitBytes) throw invalid();
      const picture = cleanJpeg(await handle.readFile());
      if (picture === null) throw invalid();
      return picture;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isMissing(error)) return null;
    throw explainReadFailure(error);
  }
};

export const createPortraits = (parts: Dependencies): PortraitsService => {
  const { projects, knowledge, events } = parts;
  const isEntry = (projectId: string, entityId: string): boolean =>
    isName(entityId) && knowledge.listEntities(projectId).some((one) => one.entityId === entityId);

  const rootToWrite = (projectId: string): string => {
    const { path, readOnly } = projects.get(projectId);
    if (!readOnly) return path;
    throw new AppError('PROJECT_LOCKED', 'This project cannot be written here.', { projectId });
  };

  return {
    async list(projectId) {
      const { path } = projects.get(projectId);
      const names = new Set(await lookAt(readdir(join(path, folder))));
      const items: { entityId: string; version: string }[] = [];
      for (const { entityId } of knowledge.listEntities(projectId)) {
        if (!names.has(`${entityId}${extension}`) || !isName(entityId)) continue;
        const stamp = await lookAt(lstat(join(path, pathOf(entityId))));
        if (stamp?.isFile() !== true || stamp.size > maxPortraitBytes) continue;
        items.push({ entityId, version: `${stamp.size}-${stamp.mtimeMs}` });
      }
      return { items };
    },

    async read(projectId, entityId) {
      const { path } = projects.get(projectId);
      if (!isEntry(projectId, entityId)) return { image: null };
      const picture = await readPortrait(path, entityId);
      return { image: picture === null ? null : picture.toString('base64') };
    },

    async join(projectId, { kept, gone }) {
      const { path } = projects.get(projectId);
      if (!isName(kept) || !isName(gone)) return;
      const [own, other] = [pathOf(kept), pathOf(gone)];
      if ((await lookAt(lstat(join(path, other)))) === null) return;
      rootToWrite(projectId);
      try {
        await makeFolder(path);
        const isFree = (await lookAt(lstat(join(path, own)))) === null;
        const to = isFree ? own : await parts.findFreePath(path, `${bin}/${gone}${extension}`);
        await mkdir(join(path, dirname(to)), { recursive: true });
        await rename(join(path, other), join(path, to));
      } catch (error) {
        throw explainWriteFailure(error);
      }
      events.emit('knowledge:changed', { projectId });
    },

    async set({ projectId, entityId, image }) {
      const path = rootToWrite(projectId);
      if (!isEntry(projectId, entityId)) {
        throw new AppError('ENTITY_NOT_FOUND', 'There is no such entity in this project.', {
          entityId,
        });
      }
      const picture = image === null ? null : cleanJpeg(Buffer.from(image, 'base64'));
      if (image !== null && picture === null) throw invalid();
      try {
        await makeFolder(path);
        const file = join(path, pathOf(entityId));
        if (picture === null) await rm(file, { force: true });
        else await parts.writeOwnFile(file, picture);
      } catch (error) {
        throw explainWriteFailure(error);
      }
      events.emit('knowledge:changed', { projectId });
    },
  };
};

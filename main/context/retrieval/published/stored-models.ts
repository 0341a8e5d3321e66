/**
 * The sentence models that were downloaded to this machine, whole or not, and their removal (E5). A removal that broke off
 * with the program is ended when it starts.
 */
import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { EmbedderChoice } from '#shared/domain/settings.ts';
import type { Logger } from '#main/platform.ts';
import type { StoredModel } from '#shared/domain/sentence-model.ts';
import { AppError } from '#shared/errors.ts';
import { systemCode, unlessMissing } from '#main/base/failures/system-code.ts';

/** What stands behind the name of a folder whose files have not all come, or do not all go. */
const notWhole = /\.(?:part|removed)$/u;
const going = /\.removed$/u;
export const unfinishedOf = (folder: string): string => `${folder}.part`;
const wholeOf = (folder: string): string => folder.replace(notWhole, '');
const removedOf = (folder: string): string => `${wholeOf(folder)}.removed`;

const revisionLength = 12;

const modelsFolder = (data: string): string => path.join(data, 'models');

/** Named by model and revision: a newer one never takes the place of one that is in use. */
export const folderOf = (data: string, name: string, revision: string): string => {
  const stored = `${name.replace('/', '--')}-${revision.slice(0, revisionLength)}`;
  return path.join(modelsFolder(data), stored);
};

/** As the site named it. */
const nameOf = (id: string): string =>
  id
    .replace(notWhole, '')
    .slice(0, -revisionLength - 1)
    .replace('--', '/');

const bytesIn = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = files.map(async ({ parentPath, name }) =>
    unlessMissing(
      stat(path.join(parentPath, name)).then(({ size }) => size),
      0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
};

export type StoredModels = {
  list(): Promise<StoredModel[]>;
  /** SENTENCE_MODEL_NOT_STORED; SENTENCE_MODEL_IN_USE while it is chosen or on its way; errors of the file system. */
  remove(id: string): Promise<void>;
};

type Needs = {
  data: string;
  /** What is chosen now. */
  embedder(): EmbedderChoice;
  /** Whether somebody is bringing the model of this folder just now. */
  isComing(folder: string): boolean;
  logger: Logger;
};

export const createStoredModels = ({ data, embedder, isComing, logger }: Needs): StoredModels => {
  const root = modelsFolder(data);
  const roleOf = (folder: string): StoredModel['use'] => {
    if (folder === unfinishedOf(wholeOf(folder)) && isComing(wholeOf(folder))) return 'coming';
    const choice = embedder();
    return choice.kind === 'model' && path.resolve(choice.folder) === folder ? 'chosen' : null;
  };
  const folderNames = async (): Promise<string[]> => {
    const entries = await unlessMissing(readdir(root, { withFileTypes: true }), []);
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  };

  const removeAll = (folder: string): Promise<void> =>
    rm(folder, { recursive: true, force: true, maxRetries: 3 });
  /** What cannot be removed now is listed, and can be asked for again. */
  const endRemovals = async (): Promise<void> => {
    for (const id of (await folderNames()).filter((name) => going.test(name))) {
      try {
        await removeAll(path.join(root, id));
      } catch (error) {
        logger.log('warn', 'a removed sentence model is still there', { code: systemCode(error) });
      }
    }
  };
  const ended = endRemovals();

  return {
    async list() {
      await ended;
      const names = (await folderNames()).toSorted();
      return Promise.all(
        names.map(async (id): Promise<StoredModel> => {
          const folder = path.join(root, id);
          return {
            ...{ id, name: nameOf(id), folder },
            bytes: await unlessMissing(bytesIn(folder), 0),
            isWhole: !notWhole.test(id),
            use: roleOf(folder),
          };
        }),
      );
    },
    async remove(id) {
      await ended;
      if (!(await folderNames()).includes(id)) {
        throw new AppError('SENTENCE_MODEL_NOT_STORED', 'There is no such model here.', { id });
      }
      const folder = path.join(root, id);
      const use = roleOf(folder);
      if (use) throw new AppError('SENTENCE_MODEL_IN_USE', 'The model is in use.', { id, use });
      // A folder from which only some files are gone must not pass for the whole model, nor for one on its way.
      const removed = removedOf(folder);
      if (removed !== folder) {
        await removeAll(removed);
        await rename(folder, removed);
      }
      await removeAll(removed);
    },
  };
};

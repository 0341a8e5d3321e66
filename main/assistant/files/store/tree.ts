/** The folder of all conversations, and the only code that turns names into paths. */
import { constants, type Dirent, lstatSync, mkdirSync, realpathSync, renameSync } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nanoid } from 'nanoid';
import type { Logger } from '#main/platform.ts';
import { fileNotFound } from '../failure.ts';
import { isMissing, systemCode } from '#main/base/failures/system-code.ts';
import { checkConversationId } from '../names.ts';

/** Windows knows neither flag; there the look before opening has to do. */
const noFollow = constants.O_NOFOLLOW ?? 0;
const noWait = constants.O_NONBLOCK ?? 0;

/*
 * Looks and renames are synchronous here and in the store: each takes microseconds, a turn through the thread pool
 * many times that, and a file is made of dozens of them. Contents always go the asynchronous way.
 */

/** The folder of all conversations, and the only code that turns names into paths (S0-16, S0-20). */
export type Tree = {
  readonly root: string;
  /** Absolute path of a conversation's folder. Throws CONTEXT_FILE_INVALID. */
  folder(conversationId: string): string;
  /** Throws CONTEXT_FILE_NOT_FOUND when the folder, or one that is the store's own inside it, is a link. */
  checkFolder(conversationId: string): void;
  /** Names of the conversations on disk. */
  conversations(): Promise<string[]>;
  /** Opens a regular file for reading. Throws CONTEXT_FILE_NOT_FOUND when a link or a special file lies there. */
  openFile(conversationId: string, path: string, id: string): Promise<FileHandle>;
  /** A new file of this process, beside the content folders. */
  createTemporary(conversationId: string): Promise<{ handle: FileHandle; path: string }>;
  /** Moves a temporary file to its place; the caller knows that nothing is there. */
  adopt(temporary: string, conversationId: string, path: string): void;
  exists(conversationId: string, path: string): boolean;
  remove(conversationId: string, path: string): Promise<void>;
  /** Everything of a conversation, gone at once for everybody who looks. */
  discard(conversationId: string): Promise<void>;
};

export const incomingFolder = '.incoming';
export const refsFolder = '.refs';
/** A deleted conversation on its way out. */
export const trashPrefix = '.trash-';

export const readFolder = async (path: string): Promise<Dirent[]> => {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
};

export const createTree = (root: string, logger: Logger): Tree => {
  const folder = (conversationId: string): string => {
    checkConversationId(conversationId);
    return join(root, conversationId);
  };

  /** True when no link on the way leads elsewhere; a folder of another letter case is elsewhere too. */
  const isOwn = (conversationId: string, path: string): boolean => {
    const wanted = join(realpathSync.native(root), conversationId, path);
    return realpathSync.native(join(folder(conversationId), path)) === wanted;
  };

  const refuse = (conversationId: string, id: string): never => {
    logger.log('security', 'a context file leads out of its conversation', { conversationId, id });
    throw fileNotFound(id);
  };

  const makeFolder = (conversationId: string, path: string): void => {
    mkdirSync(join(folder(conversationId), path), { recursive: true, mode: 0o700 });
    if (!isOwn(conversationId, path)) refuse(conversationId, path);
  };

  return {
    root,
    folder,
    checkFolder(conversationId) {
      for (const path of ['', refsFolder, incomingFolder]) {
        try {
          if (!isOwn(conversationId, path)) refuse(conversationId, conversationId);
        } catch (error) {
          if (systemCode(error) !== 'ENOENT') throw error;
          // What is not there leads nowhere; without the folder there is nothing below it either.
          if (path === '') return;
        }
      }
    },
    async conversations() {
      const names = [];
      for (const item of await readFolder(root)) {
        if (!item.isDirectory() || item.name.startsWith('.')) continue;
        try {
          checkConversationId(item.name);
          names.push(item.name);
        } catch {
          logger.log('warn', 'a foreign folder lies among the context files', {});
        }
      }
      return names;
    },
    async openFile(conversationId, path, id) {
      const full = join(folder(conversationId), path);
      if (!isOwn(conversationId, dirname(path))) refuse(conversationId, id);
      if (noFollow === 0 && lstatSync(full).isSymbolicLink()) refuse(conversationId, id);
      let handle: FileHandle;
      try {
        handle = await open(full, constants.O_RDONLY | noFollow | noWait);
      } catch (error) {
        if (systemCode(error) === 'ELOOP') refuse(conversationId, id);
        throw error;
      }
      if ((await handle.stat()).isFile()) return handle;
      await handle.close();
      return refuse(conversationId, id);
    },
    async createTemporary(conversationId) {
      makeFolder(conversationId, incomingFolder);
      const path = join(folder(conversationId), incomingFolder, nanoid());
      return { handle: await open(path, 'wx', 0o600), path };
    },
    adopt(temporary, conversationId, path) {
      makeFolder(conversationId, dirname(path));
      renameSync(temporary, join(folder(conversationId), path));
    },
    exists(conversationId, path) {
      try {
        lstatSync(join(folder(conversationId), path));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    async remove(conversationId, path) {
      await rm(join(folder(conversationId), path), { force: true });
    },
    async discard(conversationId) {
      const aside = join(root, `${trashPrefix}${nanoid()}`);
      try {
        await rename(folder(conversationId), aside);
      } catch (error) {
        if (systemCode(error) === 'ENOENT') return;
        throw error;
      }
      await rm(aside, { recursive: true, force: true });
    },
  };
};

/** The folders of the projects that are open. */
import type { Database } from 'better-sqlite3';
import { createForeignWrites } from '#main/db/foreign-writes.ts';
import { AppError } from '#shared/errors.ts';
import { isHeldElsewhere, takeDecisions } from './held-elsewhere.ts';
import type { OpenFolder } from './open-folder.ts';
import { isFolderKnown } from './store.ts';
import type { FolderWatch } from './watch.ts';

export type OpenedFolders = {
  /** With what another process that has the book decided until now; undefined when the project is not open. */
  find(projectId: string): OpenFolder | undefined;
  /** As {@link find}. PROJECT_CLOSED, PROJECT_NOT_FOUND. */
  require(projectId: string): OpenFolder;
  /** Whether this very folder is the one its project is open with. */
  has(folder: OpenFolder): boolean;
  /** `attach` reads the folder; writes of other processes count from before that. */
  add(
    projectId: string,
    attach: () => Promise<{ folder: OpenFolder; watch: FolderWatch }>,
  ): Promise<void>;
  /** As {@link add}, in the place of one that is open: that one answers until the new one does, and is watched no more. */
  replace: OpenedFolders['add'];
  /** As {@link FolderWatch.pause}. PROJECT_CLOSED, PROJECT_NOT_FOUND. */
  pauseWatch(projectId: string): () => void;
  /** Ends the watch of a project; null when it is not open. */
  remove(projectId: string): Promise<OpenFolder | null>;
  projectIds(): string[];
};

type Opened = {
  folder: OpenFolder;
  watch: FolderWatch;
  /** Whether another process wrote since it was last asked. */
  writtenElsewhere(): boolean;
};

export const createOpenedFolders = (database: Database): OpenedFolders => {
  const opened = new Map<string, Opened>();
  const find: OpenedFolders['find'] = (projectId) => {
    const found = opened.get(projectId);
    if (!found) return undefined;
    const { folder, writtenElsewhere } = found;
    if (isHeldElsewhere(folder) && writtenElsewhere()) takeDecisions(database, folder);
    return folder;
  };
  const notOpen = (projectId: string): AppError =>
    isFolderKnown(database, projectId)
      ? new AppError('PROJECT_CLOSED', 'The project is not open.', { projectId })
      : new AppError('PROJECT_NOT_FOUND', 'There is no such project.', { projectId });
  return {
    find,
    require(projectId) {
      const folder = find(projectId);
      if (folder) return folder;
      throw notOpen(projectId);
    },
    pauseWatch(projectId) {
      const found = opened.get(projectId);
      if (!found) throw notOpen(projectId);
      return found.watch.pause();
    },
    has: (folder) => opened.get(folder.projectId)?.folder === folder,
    async add(projectId, attach) {
      const writtenElsewhere = createForeignWrites(database);
      opened.set(projectId, { ...(await attach()), writtenElsewhere });
    },
    async replace(projectId, attach) {
      const before = opened.get(projectId);
      await before?.watch.close();
      await before?.folder.mutex.waitForUnlock();
      await this.add(projectId, attach);
    },
    async remove(projectId) {
      const found = opened.get(projectId);
      if (!found) return null;
      opened.delete(projectId);
      await found.watch.close();
      return found.folder;
    },
    projectIds: () => [...opened.keys()],
  };
};

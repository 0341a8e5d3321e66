/** Makes the room of projects from its operations. */
import { basename, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { nanoid } from 'nanoid';
import { interfaceLanguages } from '#shared/domain/interface-language.ts';
import { type BookSettings, noBookSettings } from '#shared/domain/book-settings.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { AppError } from '#shared/errors.ts';
import { givenFields } from '#shared/given-fields.ts';
import { explainStorageFailure } from '#main/base/failures/storage-failure.ts';
import { holdFile } from '#main/db/exclusive-file.ts';
import type { Platform } from '#main/platform.ts';
import type { EventBus } from '#main/events.ts';
import type { DocumentFolders, DocumentsService } from '#main/book/documents/index.ts';
import type { RecordsService } from '#main/book/records/service.ts';
import { exchangePath } from './exchange-path.ts';
import { findRoot } from './find-root.ts';
import { identifyFolder } from './identify.ts';
import { detectLanguage } from './language.ts';
import { acquireLock, isLockedElsewhere, type ProjectLock } from './lock.ts';
import { makeFolder } from './new-folder.ts';
import {
  findWriteObstacle,
  isFolderWritable,
  putProjectFileAside,
  readProjectFile,
  writeProjectFile,
} from './project-file.ts';
import { createOpenSample, type SampleParts } from './open-sample.ts';
import { isFolder } from './samples.ts';
import type { ProjectsService } from './service.ts';
import {
  findProject,
  listProjects,
  removeProject,
  saveProject,
  type StoredProject,
} from './store.ts';

export type ProjectsDependencies = {
  database: Database;
  /** False where books are only read, whoever else writes in them. */
  mayWrite: boolean;
  platform: Pick<Platform, 'paths' | 'clock' | 'logger' | 'systemLanguage' | 'sqliteBinding'>;
  events: EventBus;
  documents: DocumentsService & DocumentFolders;
  records: Pick<RecordsService, 'attach' | 'detach' | 'problems' | 'noteTouched'>;
  sample: SampleParts;
};

const bookSettingsOf = ({ narrativePerson, tense, style }: BookSettings): BookSettings => ({
  narrativePerson,
  tense,
  style,
});

type Opened = {
  project: StoredProject;
  lock: ProjectLock | null;
  readOnly: 'PROJECT_LOCKED' | 'PROJECT_FOLDER_UNWRITABLE' | null;
};

const lockedElsewhere = (projectId: string): AppError =>
  new AppError('PROJECT_LOCKED', 'Another program has the project open.', { projectId });

/** Folders the writer works in: who they are, where they are, who may write in them. */
export const createProjects = (dependencies: ProjectsDependencies): ProjectsService => {
  const { database, platform, events, documents, records, sample } = dependencies;
  const { clock, paths } = platform;
  const opened = new Map<string, Opened>();
  const token = nanoid();
  const locks = join(paths.data, 'locks');
  /** One opening or closing at a time: two calls for one folder must not both make it a project. */
  let queue: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = queue.then(work, work);
    queue = done.catch(() => undefined);
    return done;
  };

  const storedOf = (projectId: string): StoredProject => {
    const project = opened.get(projectId)?.project ?? findProject(database, projectId);
    if (!project)
      throw new AppError('PROJECT_NOT_FOUND', 'There is no such project.', { projectId });
    return project;
  };
  const openOf = (projectId: string): Opened => {
    const open = opened.get(projectId);
    if (open) return open;
    storedOf(projectId);
    throw new AppError('PROJECT_CLOSED', 'The project is not open.', { projectId });
  };
  const infoOf = (projectId: string): ProjectInfo => {
    const { project, readOnly } = openOf(projectId);
    return {
      projectId,
      name: project.name,
      language: project.language,
      path: project.path,
      readOnly: readOnly !== null,
      documents: documents.list(projectId),
      problems: [...documents.problems(projectId), ...records.problems(projectId)],
      pointOfViewEntityId: project.pointOfViewEntityId,
      ...bookSettingsOf(project),
    };
  };
  /** What came with the folder of the book. */
  events.on((name, payload) => {
    if (name !== 'project:settled' || !('projectId' in payload)) return;
    const projectId = String(payload.projectId);
    const open = opened.get(projectId);
    const stored = open && findProject(database, projectId);
    if (stored) open.project = stored;
  });
  const change = (projectId: string, changes: Partial<StoredProject>): StoredProject => {
    const project = { ...storedOf(projectId), ...changes };
    saveProject(database, project);
    const open = opened.get(projectId);
    if (open) open.project = project;
    events.emit('project:settled', { projectId });
    return project;
  };

  const isStillAt = async (path: string, projectId: string): Promise<boolean> => {
    const file = await readProjectFile(path);
    return file.kind === 'present' && file.projectId === projectId;
  };

  /** Whose folder it is, with project.json made or mended. */
  const identify = async (root: string, writable: boolean): Promise<string> => {
    const file = await readProjectFile(root);
    if (file.kind === 'unmerged') {
      const path = '.fabula/project.json';
      throw new AppError('PROJECT_FILE_INVALID', 'git left two versions in it.', { path });
    }
    const known = file.kind === 'present' ? findProject(database, file.projectId) : null;
    const identity = identifyFolder({
      path: root,
      file,
      writable,
      idsAtPath: listProjects(database)
        .filter((project) => project.path === root)
        .map((project) => project.projectId),
      rememberedPath: known?.path ?? null,
      originalStillThere: known !== null && (await isStillAt(known.path, known.projectId)),
    });
    const projectId = identity.projectId ?? nanoid();
    if (!identity.writeFile) return projectId;
    if (file.kind === 'broken') {
      const aside = await putProjectFileAside(root, clock.now());
      events.emit('host:notice', {
        code: 'PROJECT_FILE_INVALID',
        message: `The project's own file was damaged. It is kept as ${aside}; a new one was made.`,
      });
    }
    await writeProjectFile(root, projectId);
    return projectId;
  };

  const languageOf = async (projectId: string): Promise<Language> => {
    let sample = '';
    for (const { documentId } of documents.list(projectId).slice(0, 5)) {
      sample += (await documents.read(projectId, documentId)).text.slice(0, 4000);
    }
    return detectLanguage(sample) ?? interfaceLanguages[platform.systemLanguage].bookLanguage;
  };

  const closeNow = async (projectId: string): Promise<void> => {
    const open = opened.get(projectId);
    if (!open) return;
    await records.detach(projectId);
    await documents.detach(projectId);
    opened.delete(projectId);
    await open.lock?.release();
  };

  /** Null where there is nothing to lock: the folder is gone, another project's by now, or cannot be written. */
  const lockWhileGoing = async (projectId: string, root: string): Promise<ProjectLock | null> => {
    const isOpenOtherwise = [...opened.values()].some(({ project }) => project.path === root);
    if (isOpenOtherwise || !(await isStillAt(root, projectId))) return null;
    if (!(await isFolderWritable(root))) return null;
    const lock = await acquireLock({ locks, root, token });
    if (lock) return lock;
    throw lockedElsewhere(projectId);
  };

  /** When a known project was opened last is no reason to keep the writer out of it where nothing can be stored. */
  const keepOpened = (project: StoredProject, isKnown: boolean): void => {
    try {
      saveProject(database, project);
    } catch (error) {
      const told = explainStorageFailure(error);
      if (!isKnown || !(told instanceof AppError)) throw error;
      const { projectId } = project;
      platform.logger.log('warn', 'an opening is not remembered', { projectId, code: told.code });
    }
  };

  /** As nobody decided anything of it: what the folder knows of the book goes before (B1). */
  const undecidedProject = async (projectId: string, root: string): Promise<StoredProject> => ({
    projectId,
    name: basename(root) || root,
    isNameGiven: false,
    language: await languageOf(projectId),
    isLanguageGiven: false,
    path: root,
    pointOfViewEntityId: null,
    createdAt: clock.now(),
    openedAt: clock.now(),
    ...noBookSettings,
  });

  const attachRecords = (projectId: string, root: string, canWrite: boolean): Promise<void> =>
    records.attach({
      ...{ projectId, root, canWrite },
      isExchangedElsewhere: () => isLockedElsewhere({ locks, root, token }),
      holdExchange: () => holdFile(exchangePath(paths.data, projectId), platform.sqliteBinding),
    });

  /** A folder that could not be written when it was opened has no file that says whose it is: it gets one now. */
  const claimUnmarked = async (root: string, { project, readOnly }: Opened): Promise<boolean> => {
    if (readOnly !== 'PROJECT_FOLDER_UNWRITABLE') return false;
    if ((await readProjectFile(root)).kind !== 'absent') return false;
    return (await identify(root, true)) === project.projectId;
  };

  /** What the other program left half done is brought to an end as at an opening; who reads meanwhile is answered. */
  const takeOverNow = async (projectId: string): Promise<ProjectInfo> => {
    const open = openOf(projectId);
    if (open.readOnly === null) return infoOf(projectId);
    const root = await findRoot(open.project.path);
    if (!(await isFolderWritable(root))) {
      throw new AppError('PROJECT_FOLDER_UNWRITABLE', 'The folder cannot be written.', {
        projectId,
      });
    }
    if (!(await isStillAt(root, projectId)) && !(await claimUnmarked(root, open))) {
      throw new AppError('PROJECT_FOLDER_MISSING', 'Another folder is there now.', { path: root });
    }
    const lock = await acquireLock({ locks, root, token });
    if (!lock) throw lockedElsewhere(projectId);
    try {
      await records.detach(projectId);
      await documents.attach({ projectId, root, readOnly: null });
      await attachRecords(projectId, root, true);
    } catch (error) {
      await closeNow(projectId);
      await lock.release();
      throw error;
    }
    Object.assign(open, { lock, readOnly: null });
    events.emit('project:settled', { projectId });
    return infoOf(projectId);
  };

  const openNow = async (
    path: string,
    language: Language | undefined,
    signal?: AbortSignal,
  ): Promise<ProjectInfo> => {
    signal?.throwIfAborted();
    const root = await findRoot(path);
    if ((await readProjectFile(root)).kind === 'absent') await documents.checkFolder(root, signal);
    const writable = await isFolderWritable(root);
    const projectId = await identify(root, writable);
    const isKnown = findProject(database, projectId) !== null;
    const before = opened.get(projectId);
    const stays = before?.project.path === root && (await before.lock?.holds()) === true;
    if (before && !stays) await closeNow(projectId);
    const wants = dependencies.mayWrite && writable && !stays;
    const fresh = wants ? await acquireLock({ locks, root, token }) : null;
    const lock = stays ? before.lock : fresh;
    const readOnly = lock ? null : writable ? 'PROJECT_LOCKED' : 'PROJECT_FOLDER_UNWRITABLE';
    try {
      await documents.attach({ projectId, root, readOnly, signal });
      if (!isKnown) saveProject(database, await undecidedProject(projectId, root));
      await attachRecords(projectId, root, lock !== null);
    } catch (error) {
      if (!isKnown) removeProject(database, projectId);
      await fresh?.release();
      throw error;
    }
    const project = { ...storedOf(projectId), path: root, openedAt: clock.now() };
    const given = language === undefined ? {} : { language, isLanguageGiven: true };
    keepOpened({ ...project, ...given }, isKnown);
    opened.set(projectId, { project: { ...project, ...given }, lock, readOnly });
    if (language !== undefined) records.noteTouched(projectId);
    return infoOf(projectId);
  };

  const openSample = createOpenSample({ database, platform, sample, openNow, change });

  return {
    open: (input, signal) => inTurn(() => openNow(input.path, input.language, signal)),
    async list() {
      const seen = new Set<string>();
      const items = listProjects(database).map(async (project) => {
        // Two projects remembered at one path: the folder there now is the one opened last.
        const isReplaced = seen.has(project.path);
        seen.add(project.path);
        const present = !isReplaced && (await isFolder(project.path));
        const { projectId, name, path, language, openedAt } = project;
        return { projectId, name, path, language, openedAt, present };
      });
      return Promise.all(items);
    },
    get: infoOf,
    languageOf: (projectId) => openOf(projectId).project.language,
    async writer(projectId) {
      const { readOnly, project } = openOf(projectId);
      if (readOnly === null) return 'here';
      const isLocked = readOnly === 'PROJECT_LOCKED';
      const obstacle = isLocked ? null : await findWriteObstacle(project.path);
      if (obstacle !== null) return obstacle;
      const isHeld = await isLockedElsewhere({ locks, root: project.path, token });
      return isHeld ? 'elsewhere' : 'nobody';
    },
    takeOver: (projectId) => inTurn(() => takeOverNow(projectId)),
    locate(projectId) {
      const { path: root, name, language, createdAt } = storedOf(projectId);
      return { root, name, language, createdAt };
    },
    projectContext(projectId) {
      const { project } = openOf(projectId);
      const { language, pointOfViewEntityId } = project;
      return { language, pointOfViewEntityId, ...bookSettingsOf(project) };
    },
    async rename(projectId, name) {
      infoOf(projectId);
      change(projectId, { name, isNameGiven: true });
      return infoOf(projectId);
    },
    async update(input) {
      const { projectId, ...changes } = input;
      infoOf(projectId);
      const given = changes.language === undefined ? {} : { isLanguageGiven: true };
      change(projectId, { ...givenFields(changes), ...given });
      return infoOf(projectId);
    },
    close: (projectId) =>
      inTurn(async () => {
        storedOf(projectId);
        const isOpen = opened.has(projectId);
        await closeNow(projectId);
        if (isOpen) events.emit('project:closed', { projectId });
      }),
    holdAlone: (projectId, work) =>
      inTurn(async () => {
        const { path } = storedOf(projectId);
        await closeNow(projectId);
        const lock = await lockWhileGoing(projectId, path);
        try {
          await work();
        } finally {
          await lock?.release();
        }
      }),
    forgetProject: (projectId) => removeProject(database, projectId),
    create: (input) =>
      inTurn(async () => {
        const path = await makeFolder(input, paths.documents);
        const { projectId } = await openNow(path, input.language);
        change(projectId, { name: input.name, isNameGiven: true });
        return infoOf(projectId);
      }),
    openSample: (language) => inTurn(async () => infoOf(await openSample(language))),
    closeAll: () =>
      inTurn(async () => {
        for (const projectId of [...opened.keys()]) await closeNow(projectId);
      }),
  };
};

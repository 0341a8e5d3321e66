/** Opens the writer's copy of a sample novel, which is made on the first time, with what comes with it. */
import { resolve } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { Language } from '#shared/domain/identifiers.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import type { Platform } from '#main/platform.ts';
import { explainFolderFailure } from './new-folder.ts';
import { copySample, isFolder, readSeed } from './samples.ts';
import type { Seed } from './seed.ts';
import {
  findProject,
  findSampleProjects,
  importOnce,
  listProjects,
  type StoredProject,
} from './store.ts';

export type SampleParts = {
  /** Whether the book has of its own what comes with a sample. */
  isTaken(projectId: string): boolean;
  /** Decides what comes with its chapters; what is decided already stays. */
  plan(projectId: string, seed: Seed): Promise<void>;
  /** Stores the rest of what comes with it; synchronous, because it runs inside a transaction of `database`. */
  importSeed(projectId: string, seed: Seed): { pointOfViewEntityId: string | null };
};

type OpenSampleNeeds = {
  database: Database;
  platform: Pick<Platform, 'paths' | 'clock'>;
  sample: SampleParts;
  openNow(path: string, language: Language): Promise<ProjectInfo>;
  change(projectId: string, changes: Partial<StoredProject>): void;
};

/** Answers the project's id. Errors of opening a folder; PROJECT_FILE_INVALID when the installation is damaged. */
export const createOpenSample = ({
  database,
  platform: { paths, clock },
  sample,
  openNow,
  change,
}: OpenSampleNeeds) => {
  /** The writer's copy, wherever it is now; made when there is none. */
  const sampleFolder = async (language: Language, seed: Seed): Promise<string> => {
    for (const projectId of findSampleProjects(database, language)) {
      const path = findProject(database, projectId)?.path;
      if (path !== undefined && (await isFolder(path))) return path;
    }
    const target = resolve(paths.documents, 'Fabula', seed.folder);
    try {
      await copySample(paths.samples, language, target);
    } catch (error) {
      throw explainFolderFailure(target, error);
    }
    return target;
  };

  /** What comes with a sample goes into a copy that has none of it, once. */
  const takeSeed = async (projectId: string, language: Language, seed: Seed): Promise<void> => {
    if (findSampleProjects(database, language).includes(projectId)) return;
    const isTaken = sample.isTaken(projectId);
    if (!isTaken) await sample.plan(projectId, seed);
    importOnce(database, { projectId, language, now: clock.now() }, () => {
      if (!isTaken) change(projectId, sample.importSeed(projectId, seed));
    });
  };

  return async (language: Language): Promise<string> => {
    const seed = await readSeed(paths.samples, language);
    const path = await sampleFolder(language, seed);
    const isNew = !listProjects(database).some((project) => project.path === path);
    const { projectId, readOnly } = await openNow(path, language);
    if (isNew) change(projectId, { name: seed.name, isNameGiven: true });
    // Another program that has it open takes it in.
    if (!readOnly) await takeSeed(projectId, language, seed);
    return projectId;
  };
};

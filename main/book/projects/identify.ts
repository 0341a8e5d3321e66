import type { ProjectFileState } from './project-file.ts';

/** What is known when a folder is opened. */
export type FolderFacts = {
  path: string;
  file: ProjectFileState;
  writable: boolean;
  /** Projects remembered at this path, the last opened first. */
  idsAtPath: readonly string[];
  /** Where the project of the file's id was last seen, when it is known at all. */
  rememberedPath: string | null;
  /** Whether that other folder is still there under the same id: then this one is a copy of it. */
  originalStillThere: boolean;
};

export type Identity = {
  /** Null asks for a new one. */
  projectId: string | null;
  /** Whether the folder's project.json must be written. */
  writeFile: boolean;
};

/**
 * Whose folder this is. A moved folder keeps its id, a copied one becomes a project of its own, one that cannot
 * be written is known by its path.
 */
export const identifyFolder = (facts: FolderFacts): Identity => {
  const atPath = facts.idsAtPath[0] ?? null;
  if (facts.file.kind !== 'present') return { projectId: atPath, writeFile: facts.writable };
  const { projectId } = facts.file;
  const isCopy =
    facts.rememberedPath !== null &&
    facts.rememberedPath !== facts.path &&
    facts.originalStillThere;
  if (!isCopy) return { projectId, writeFile: false };
  // A read-only copy keeps the file of its original: only the path tells them apart.
  const ownId = facts.writable ? null : facts.idsAtPath.find((id) => id !== projectId);
  return { projectId: ownId ?? null, writeFile: facts.writable };
};

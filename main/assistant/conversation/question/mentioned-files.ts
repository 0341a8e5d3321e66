/** Tells the model which project files a question names. */
import { systemCode } from '#main/base/failures/system-code.ts';
import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { FenceView } from '#main/context/engine/service.ts';
import type { DocumentInfo, ProjectInfo } from '#shared/domain/project.ts';
import { findMentions, pathAtStart, projectPath } from './mentions.ts';

/** The project as a question may name its files. */
export type MentionedProject = Pick<ProjectInfo, 'path'> & {
  documents: readonly Pick<DocumentInfo, 'documentId' | 'path'>[];
};

const missing = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'ENAMETOOLONG']);

const isFileOf = async (root: string, path: string): Promise<boolean> => {
  try {
    const [folder, file] = await Promise.all([realpath(root), realpath(join(root, path))]);
    return file.startsWith(folder + sep) && (await stat(file)).isFile();
  } catch (error) {
    if (missing.has(systemCode(error))) return false;
    throw error;
  }
};

/**
 * Paths of existing project files that a text mentions, each once, in order. A chapter that a fence keeps back is
 * not there, and neither is a file outside the folder or of a program (S4-26).
 */
export const readMentionedFiles = async (
  text: string,
  project: MentionedProject,
  view: Pick<FenceView, 'allowsDocument'>,
): Promise<string[]> => {
  const chapters = new Map(
    project.documents.map(({ path, documentId }) => [path.normalize('NFC'), documentId]),
  );
  const exists = async (path: string): Promise<boolean> => {
    const documentId = chapters.get(path);
    if (documentId !== undefined) return view.allowsDocument(documentId);
    return isFileOf(project.path, path);
  };
  const found = new Set<string>();
  for (const { candidates, words } of findMentions(text)) {
    const known = pathAtStart(words, [...chapters.keys()]);
    for (const candidate of known === null ? candidates : [...candidates, known]) {
      const path = projectPath(candidate);
      if (path === null || !(await exists(path))) continue;
      found.add(path);
      break;
    }
  }
  return [...found];
};

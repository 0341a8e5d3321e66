/** Takes a file in: into a new folder, or behind the chapters of an open book. All chapters or none. */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Language } from '#shared/domain/identifiers.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import type { Output } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import type { DaysService } from '#main/book/days/service.ts';
import type { DocumentsService, NewChapter } from '#main/book/documents/service.ts';
import type { Platform } from '#main/platform.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import type { CommitRequest } from './import-order.ts';
import type { ImportJournal } from './journal.ts';
import type { UnfinishedNotes } from './unfinished-notes.ts';
import type { ImportLimits } from './limits.ts';
import { type ImportRun, runImport } from './run-import.ts';
import { chooseFolder, fileNames, writeFolder } from './write-folder.ts';

export type CommitDependencies = {
  platform: Pick<Platform, 'workers' | 'logger'>;
  limits: ImportLimits;
  documents: DocumentsService;
  projects: ProjectsService;
  days: Pick<DaysService, 'recordImported'>;
  journal: ImportJournal;
  notes: UnfinishedNotes;
  /** The writer's own documents. */
  documentsFolder: string;
};

type Committed = Output<'import:commit'>;

type Target = { path: string; language: Language; name: string | null };

const targetOf = async (
  into: Exclude<CommitRequest['into'], { projectId: string }>,
  documentsFolder: string,
): Promise<Target> => {
  const { language } = into;
  if ('folder' in into) return { path: resolve(into.folder), language, name: null };
  const { name } = into;
  const parent =
    into.parentPath === undefined ? join(documentsFolder, 'Fabula') : resolve(into.parentPath);
  if (into.parentPath === undefined) await mkdir(parent, { recursive: true });
  return { path: await chooseFolder(parent, name), language, name };
};

/**
 * What came out of the file goes among the snapshots of its chapters, before it the text without tracked changes; what the
 * writer noted about them there goes with them.
 */
const keepImported = async (
  { documents }: CommitDependencies,
  { projectId, documents: infos }: ProjectInfo,
  chapters: ReadonlyMap<string, NewChapter>,
): Promise<void> => {
  for (const { documentId, path } of infos) {
    const chapter = chapters.get(path);
    if (chapter === undefined) continue;
    const { text, earlierText, file, decisions } = chapter;
    const kept = { projectId, documentId, file };
    if (earlierText !== null) {
      await documents.keepImported({ ...kept, text: earlierText, isBeforeChanges: true });
    }
    await documents.keepImported({ ...kept, text, isBeforeChanges: false });
    if (decisions !== null) await documents.update({ projectId, documentId, ...decisions });
  }
};

const createdOf = async (
  { documents }: CommitDependencies,
  project: ProjectInfo,
): Promise<Committed['created']> => {
  const created: Committed['created'] = [];
  for (const { documentId } of project.documents) {
    const { version } = await documents.read(project.projectId, documentId);
    created.push({ documentId, version });
  }
  return created;
};

/** Every chapter is in the book, or a person hears of it: a file that is no chapter for the book is only one of its problems. */
export const requireAllRead = (
  { documents, problems }: Pick<ProjectInfo, 'documents' | 'problems'>,
  chapters: readonly NewChapter[],
): void => {
  const unread = chapters.length - documents.length;
  if (unread <= 0) return;
  throw new AppError('DOCUMENT_UNREADABLE', 'Chapters that were written cannot be read.', {
    unread,
    problems: problems.map(({ problem }) => problem),
  });
};

const intoFolder = async (
  dependencies: CommitDependencies,
  target: Target,
  chapters: readonly NewChapter[],
  run: ImportRun,
): Promise<Omit<Committed, 'warnings'>> => {
  const { projects, days, journal, notes } = dependencies;
  const byPath = new Map<string, NewChapter>();
  for (const [at, path] of fileNames(chapters).entries()) {
    const chapter = chapters[at];
    if (chapter) byPath.set(path, chapter);
  }
  const kept = await notes.keep(target.path, byPath);
  try {
    await writeFolder(target.path, chapters, journal, run);
  } catch (error) {
    await kept.done();
    throw error;
  }
  run.report({ step: 'opening', done: 0, total: 0 });
  const { path, language, name } = target;
  const opened = await projects.open({ path, language });
  const project = name === null ? opened : await projects.rename(opened.projectId, name);
  days.recordImported(project.projectId, project.documents);
  await keepImported(dependencies, project, byPath);
  await kept.done();
  requireAllRead(project, chapters);
  const created = await createdOf(dependencies, project);
  return { projectId: project.projectId, documents: project.documents, created };
};

const intoBook = async (
  { documents, projects, journal }: CommitDependencies,
  into: { projectId: string; afterDocumentId?: string | undefined },
  chapters: readonly NewChapter[],
  { signal, report }: ImportRun,
): Promise<Omit<Committed, 'warnings'>> => {
  const { projectId } = into;
  const { path: root } = projects.get(projectId);
  let kept: Awaited<ReturnType<ImportJournal['keep']>> | null = null;
  try {
    const created = await documents.createAll({
      projectId,
      afterDocumentId: into.afterDocumentId ?? null,
      chapters,
      onWritten: (done) => report({ step: 'writing', done, total: chapters.length }),
      beforeWriting: async (files) => {
        kept = await journal.keep({ kind: 'chapters', root, files: [...files] });
      },
      signal,
    });
    return { projectId, documents: documents.list(projectId), created };
  } finally {
    // What was written is whole by now, or taken back.
    await (kept as Awaited<ReturnType<ImportJournal['keep']>> | null)?.done();
  }
};

/**
 * Errors: those of {@link runImport} and {@link writeFolder}, those of a new chapter (PROJECT_LOCKED, DISK_FULL …), and
 * PROJECT_NOT_FOUND or PROJECT_CLOSED. A new folder whose book cannot be opened afterwards, or not all of its chapters
 * (DOCUMENT_UNREADABLE), stays, whole.
 */
export const commitImport = async (
  { into, ...request }: CommitRequest,
  dependencies: CommitDependencies,
  run: ImportRun,
): Promise<Committed> => {
  const { platform, limits, projects, documentsFolder } = dependencies;
  if ('projectId' in into) projects.get(into.projectId);
  const order = { kind: 'chapters', limits, request } as const;
  const { chapters, warnings } = await runImport(platform, order, run);
  run.signal.throwIfAborted();
  const made =
    'projectId' in into
      ? await intoBook(dependencies, into, chapters, run)
      : await intoFolder(dependencies, await targetOf(into, documentsFolder), chapters, run);
  return { ...made, warnings };
};

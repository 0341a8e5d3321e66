/** Takes a file in: into a new folder, or behind the chapters of an open book. All chapters or none. */
import { mkdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Language } from '#shared/domain/identifiers.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { AppError } from '#shared/errors.ts';
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { ImportWarning } from '#shared/contract/import.ts';
import type { DocumentsService, NewChapter } from '#main/book/documents/service.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import { applyEdits, type Chapter, commentsChapter, textsOf } from './chapters.ts';
import { tooLarge } from './failures.ts';
import type { ImportJournal } from './journal.ts';
import { type ReadChapters, type ReadDependencies, readSource } from './read-source.ts';
import { chooseFolder, writeFolder } from './write-folder.ts';

export type CommitDependencies = ReadDependencies & {
  documents: DocumentsService;
  projects: ProjectsService;
  journal: ImportJournal;
  /** The writer's own documents. */
  documentsFolder: string;
};

type CommitRequest = Parsed<'import:commit'>;
type Committed = Output<'import:commit'>;

const chaptersOf = (read: ReadChapters, request: CommitRequest, file: string): NewChapter[] => {
  const { source, language } = read;
  const choice = request.changes ?? 'keep';
  const edited: Chapter[] = applyEdits(read.chapters, request.edits ?? []);
  const comments = request.keepComments ? commentsChapter(edited, source, language) : null;
  return [...edited, ...(comments === null ? [] : [comments])].map((chapter) => ({
    title: chapter.title,
    group: chapter.group,
    file,
    ...textsOf(chapter, source, choice),
  }));
};

const checkChapters = (chapters: readonly NewChapter[], limit: number): void => {
  if (chapters.length === 0) throw new AppError('IMPORT_NOTHING_FOUND', 'No chapter is wanted.');
  for (const { text } of chapters) {
    const size = Buffer.byteLength(text);
    if (size > limit) throw tooLarge('text in one chapter', { size, limit });
  }
};

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

/** What came out of the file goes among the snapshots of its chapters, before it the text without tracked changes. */
const keepImported = async (
  { documents }: CommitDependencies,
  { projectId, documents: infos }: ProjectInfo,
  chapters: ReadonlyMap<string, NewChapter>,
): Promise<void> => {
  for (const { documentId, path } of infos) {
    const chapter = chapters.get(path);
    if (chapter === undefined) continue;
    const { text, earlierText, file } = chapter;
    const kept = { projectId, documentId, file };
    if (earlierText !== null) {
      await documents.keepImported({ ...kept, text: earlierText, isBeforeChanges: true });
    }
    await documents.keepImported({ ...kept, text, isBeforeChanges: false });
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

const intoFolder = async (
  dependencies: CommitDependencies,
  target: Target,
  chapters: readonly NewChapter[],
  signal: AbortSignal,
): Promise<Omit<Committed, 'warnings'>> => {
  const { projects, journal } = dependencies;
  const paths = await writeFolder(target.path, chapters, journal, signal);
  const { path, language, name } = target;
  const opened = await projects.open({ path, language });
  const project = name === null ? opened : await projects.rename(opened.projectId, name);
  const byPath = new Map(chapters.map((chapter, at) => [paths[at] ?? '', chapter]));
  await keepImported(dependencies, project, byPath);
  const created = await createdOf(dependencies, project);
  return { projectId: project.projectId, documents: project.documents, created };
};

const intoBook = async (
  { documents, projects, journal }: CommitDependencies,
  into: { projectId: string; afterDocumentId?: string | undefined },
  chapters: readonly NewChapter[],
  signal: AbortSignal,
): Promise<Omit<Committed, 'warnings'>> => {
  const { projectId } = into;
  const { path: root } = projects.get(projectId);
  let kept: Awaited<ReturnType<ImportJournal['keep']>> | null = null;
  try {
    const created = await documents.createAll({
      projectId,
      afterDocumentId: into.afterDocumentId ?? null,
      chapters,
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

/** What the source says of itself; what was adjusted afterwards needs no more warning. */
const warningsOf = (read: ReadChapters): ImportWarning[] => read.warnings;

/**
 * Errors: those of {@link readSource} and {@link writeFolder}, those of a new chapter (PROJECT_LOCKED, DISK_FULL …), and
 * PROJECT_NOT_FOUND or PROJECT_CLOSED. A new folder whose book cannot be opened afterwards stays, whole.
 */
export const commitImport = async (
  request: CommitRequest,
  dependencies: CommitDependencies,
  signal: AbortSignal,
): Promise<Committed> => {
  const { into } = request;
  if ('projectId' in into) dependencies.projects.get(into.projectId);
  const read = await readSource(request, dependencies);
  const chapters = chaptersOf(read, request, basename(request.path));
  checkChapters(chapters, dependencies.limits.chapter);
  signal.throwIfAborted();
  const made =
    'projectId' in into
      ? await intoBook(dependencies, into, chapters, signal)
      : await intoFolder(
          dependencies,
          await targetOf(into, dependencies.documentsFolder),
          chapters,
          signal,
        );
  return { ...made, warnings: warningsOf(read) };
};

/** The project's files as a conversation may know of them. */
import { recordFolderNames } from '#shared/domain/records.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { FenceView } from '#main/context/engine/service.ts';
import type { DecodeText, DocumentsService } from '#main/book/documents/service.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import type { ToolContext } from '../../tool.ts';
import type { ChapterCopies } from '../../fenced-chapters/index.ts';
import { Refusal } from '../catch-tool-failure.ts';
import { pathSegments } from './location.ts';
import { type Entry, findEntry, listEntries, readPlainText, walkFiles } from './project-folder.ts';

/** An entry the conversation may know of; `document` is its chapter, if it is one. */
export type ProjectEntry = Entry & { document: DocumentInfo | null };

/** `redacted`: how many lines were kept back because they have words of closed chapters. */
export type FileText = { text: string; version: string | null; redacted: number };

export type ProjectFiles = {
  /** PATH_NOT_FOUND, FENCED, CHAPTER_UNKNOWN, and what is wrong with the path. */
  find(context: ToolContext, path: string): Promise<ProjectEntry>;
  /** As {@link find}, but null where there is nothing. */
  findOrNull(context: ToolContext, path: string): Promise<ProjectEntry | null>;
  list(context: ToolContext, folder: ProjectEntry): Promise<ProjectEntry[]>;
  /** Files below a folder in reading order: chapters as in the binder, then the others by name. */
  walk(
    context: ToolContext,
    folder: ProjectEntry,
  ): Promise<{ files: ProjectEntry[]; complete: boolean }>;
  /**
   * With `\n` line ends, names not redacted yet: whoever calls passes it through the view. Words of closed chapters in a
   * file that is none are.
   */
  readText(context: ToolContext, file: ProjectEntry): Promise<FileText>;
  /** The chapters that files which are none may be copies of. */
  sourcesOf(
    context: ToolContext,
    files: readonly { path: string; text: string }[],
  ): Promise<string[]>;
  title(context: ToolContext, document: DocumentInfo): string;
};

const chapterName = /\.(?:md|markdown|txt)$/i;
const instructionsFile = /^code_law\.md$/i;

/** Whether the documents service takes such a file for a chapter. */
export const isChapterPath = (path: string): boolean =>
  chapterName.test(path) && !instructionsFile.test(path);

/** A path may give a name away as well as a text; its separators are taken for spaces. */
export const allowsPath = (view: FenceView, path: string): boolean =>
  !view.hidesNames || (view.allowsText(path) && view.allowsText(path.replace(/[/_.-]+/g, ' ')));

const names = new Intl.Collator('zh-CN', { numeric: true });

/** Chapters as in the binder, the others behind them by name. */
export const inReadingOrder = (one: ProjectEntry, other: ProjectEntry): number => {
  if (one.document && other.document) return one.document.order - other.document.order;
  if (one.document) return -1;
  return other.document ? 1 : names.compare(one.path, other.path);
};

const recordsRefused = (): Refusal =>
  new Refusal(
    'PATH_HIDDEN',
    'The codex, the constraints and the habits are not read or written as files. Look them up with lookup_codex and lookup_constraints.',
  );

const fenced = (): Refusal =>
  new Refusal('FENCED', 'A fence of the writer keeps this back from this conversation.');

/** The project's folder as the conversation may see it (N3): what a fence hides is neither listed nor read. */
export const createProjectFiles = (dependencies: {
  projects: Pick<ProjectsService, 'get'>;
  documents: Pick<DocumentsService, 'list' | 'read'>;
  decodeText: DecodeText;
  copies: ChapterCopies;
}): ProjectFiles => {
  const { projects, documents, decodeText, copies } = dependencies;
  const rootOf = ({ projectId }: ToolContext): string => projects.get(projectId).path;
  const chaptersOf = ({ projectId }: ToolContext): Map<string, DocumentInfo> =>
    new Map(documents.list(projectId).map((document) => [document.path, document]));

  /** In a folder of the book's records, unless the writer keeps chapters there. */
  const isOfRecords = (context: ToolContext, path: string): boolean => {
    const [top = '', ...below] = path.split('/');
    if (below.length === 0 || !recordFolderNames.includes(top.toLowerCase())) return false;
    return ![...chaptersOf(context).keys()].some((chapter) => chapter.startsWith(`${top}/`));
  };

  /** Null for what is no text. */
  const plainTextOf = async (context: ToolContext, path: string): Promise<string | null> => {
    try {
      return await readPlainText(rootOf(context), path, decodeText);
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  };
  /** A file that is no chapter is closed with the chapter it is a copy of. */
  const isClosedCopy = async (
    context: ToolContext,
    entry: Entry,
    isNamedAfterClosed: (path: string) => boolean,
  ): Promise<boolean> =>
    isNamedAfterClosed(entry.path) ||
    copies.holdsClosedText(context, entry, () => plainTextOf(context, entry.path));

  const visible = async (
    context: ToolContext,
    entries: readonly Entry[],
  ): Promise<ProjectEntry[]> => {
    const chapters = chaptersOf(context);
    /** Made for the first file that is no chapter: asking the view about every chapter is noted as having read it. */
    let closedNames: ((path: string) => boolean) | null = null;
    const isNamedAfterClosed = (path: string): boolean => {
      closedNames ??= copies.closedNames(context);
      return closedNames(path);
    };
    const isVisible = async (entry: ProjectEntry): Promise<boolean> => {
      const { document } = entry;
      if (!document && isOfRecords(context, entry.path)) return false;
      if (document && !context.view.allowsDocument(document.documentId)) return false;
      // A chapter that just came or was renamed: nobody knows yet which fence it has.
      if (entry.type === 'file' && !document && isChapterPath(entry.path)) return false;
      if (!allowsPath(context.view, entry.path)) return false;
      const isPlainFile = entry.type === 'file' && !document;
      return !isPlainFile || !(await isClosedCopy(context, entry, isNamedAfterClosed));
    };
    const shown: ProjectEntry[] = [];
    for (const entry of entries) {
      context.signal.throwIfAborted();
      const own = { ...entry, document: chapters.get(entry.path) ?? null };
      if (await isVisible(own)) shown.push(own);
    }
    return shown;
  };

  const findOrNull: ProjectFiles['findOrNull'] = async (context, path) => {
    const segments = pathSegments(path);
    const found = await findEntry(rootOf(context), segments);
    if (!found) {
      if (isOfRecords(context, segments.join('/'))) throw recordsRefused();
      return null;
    }
    const [entry] = await visible(context, [found]);
    if (entry) return entry;
    if (isOfRecords(context, found.path)) throw recordsRefused();
    const isChapter = chaptersOf(context).has(found.path);
    const isUnknown = found.type === 'file' && !isChapter && isChapterPath(found.path);
    if (!isUnknown || !allowsPath(context.view, found.path)) throw fenced();
    throw new Refusal(
      'CHAPTER_UNKNOWN',
      `${found.path} is not among the project's chapters: it is too large, no text, or was only just put there. Try again in a moment.`,
    );
  };

  return {
    findOrNull,
    async find(context, path) {
      const entry = await findOrNull(context, path);
      if (entry) return entry;
      throw new Refusal(
        'PATH_NOT_FOUND',
        'There is no such file or folder in the project. LS and Glob show what is there.',
      );
    },
    async list(context, folder) {
      const entries = await listEntries(rootOf(context), folder.path);
      if (!entries) throw new Refusal('NOT_A_FOLDER', `${folder.path} is a file. Use Read.`);
      return visible(context, entries);
    },
    async walk(context, folder) {
      const { files, complete } = await walkFiles(rootOf(context), folder.path, context.signal);
      return { files: (await visible(context, files)).sort(inReadingOrder), complete };
    },
    async readText(context, file) {
      if (file.type === 'directory') {
        throw new Refusal('NOT_A_FILE', `${file.path || 'This'} is a folder. Use LS.`);
      }
      const { document, path } = file;
      if (document) {
        return { ...(await documents.read(context.projectId, document.documentId)), redacted: 0 };
      }
      const text = await readPlainText(rootOf(context), path, decodeText);
      return { ...(await copies.redact(context, text)), version: null };
    },
    sourcesOf: copies.sourcesOf,
    title: ({ view }, { title }) => (view.allowsText(title) ? title : ''),
  };
};

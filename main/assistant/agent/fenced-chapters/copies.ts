/** Files of the book's folder that are no chapters and hold the text of one: a fence on the chapter is one on them. */
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { ToolContext } from '../tool.ts';
import { closedLineNotice } from './closed-line-notice.ts';
import { createCopyNameTest } from './copy-names.ts';
import type { ClosedPassages } from './closed-passages.ts';
import type { Passages } from './passages.ts';

/** Of a file's characters: so much of closed chapters in it, and the file is one. */
const maxClosedShare = 0.3;
/** UTF-16 code units of a line below which it may stand in any text. */
const minLineLength = 8;

type Scope = Pick<ToolContext, 'projectId' | 'language' | 'view'>;

/** A file that is no chapter; `size` and `mtime` tell whether it is still the same. */
export type PlainFile = { path: string; size: number; mtime: number };

export type ChapterCopies = {
  /** Tells whether a name is that of a closed chapter's copy; a chapter that was deleted counts as closed. */
  closedNames(scope: Scope): (path: string) => boolean;
  /** Whether its text is largely that of closed chapters; `readText` answers null for what is no text. */
  holdsClosedText(
    scope: Scope,
    file: PlainFile,
    readText: () => Promise<string | null>,
  ): Promise<boolean>;
  /** The text without the lines that have words of closed chapters, and how many those were. */
  redact(scope: Scope, text: string): Promise<{ text: string; redacted: number }>;
  /** The chapters that files may be copies of: by name, or by a line they share. */
  sourcesOf(scope: Scope, files: readonly { path: string; text: string }[]): Promise<string[]>;
};

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length >= minLineLength);

export const createChapterCopies = (dependencies: {
  documents: Pick<DocumentsService, 'list' | 'listDeleted' | 'read'>;
  closedPassages: ClosedPassages;
}): ChapterCopies => {
  const { documents, closedPassages } = dependencies;
  /** Verdicts by file, for as long as the closed texts are the same. */
  const verdicts = new WeakMap<Passages, Map<string, boolean>>();
  const verdictsOf = (passages: Passages): Map<string, boolean> => {
    const known = verdicts.get(passages) ?? new Map<string, boolean>();
    verdicts.set(passages, known);
    return known;
  };

  const isSource = async (
    projectId: string,
    { documentId, path }: DocumentInfo,
    files: readonly { path: string }[],
    lines: ReadonlySet<string>,
  ): Promise<boolean> => {
    const isNamedAfter = createCopyNameTest([path]);
    if (files.some((file) => isNamedAfter(file.path))) return true;
    const { text } = await documents.read(projectId, documentId);
    return linesOf(text).some((line) => lines.has(line));
  };

  return {
    closedNames({ projectId, view }) {
      const closed = documents
        .list(projectId)
        .filter(({ documentId }) => !view.allowsDocument(documentId));
      const gone = documents.listDeleted(projectId);
      return createCopyNameTest([...closed, ...gone].map(({ path }) => path));
    },
    async holdsClosedText(scope, { path, size, mtime }, readText) {
      const closed = await closedPassages(scope);
      if (!closed) return false;
      const known = verdictsOf(closed);
      const key = `${path}\n${size}\n${mtime}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      const verdict = closed.shareOf((await readText()) ?? '') >= maxClosedShare;
      known.set(key, verdict);
      return verdict;
    },
    async redact(scope, text) {
      const closed = await closedPassages(scope);
      return closed ? closed.redact(text, closedLineNotice(scope.language)) : { text, redacted: 0 };
    },
    async sourcesOf({ projectId }, files) {
      if (files.length === 0) return [];
      const lines = new Set(files.flatMap(({ text }) => linesOf(text)));
      const sources: string[] = [];
      for (const document of documents.list(projectId)) {
        if (await isSource(projectId, document, files, lines)) sources.push(document.documentId);
      }
      return sources;
    },
  };
};

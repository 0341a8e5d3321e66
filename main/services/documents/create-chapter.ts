/** New chapters in the binder. The caller holds the folder's mutex. */
import { lstat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { nanoid } from 'nanoid';
import { fileNameFor } from '#shared/domain/file-name.ts';
import { AppError } from '#shared/errors.ts';
import { inFolder, stemFor } from './chapter-path.ts';
import type { DocumentsContext } from './context.ts';
import { explainWriteFailure } from './file-errors.ts';
import { moveChapter } from './move-chapter.ts';
import { requireFreeName } from './move-file.ts';
import { binderOrder, type OpenFolder } from './open-folder.ts';
import type { DocumentRecord } from './record.ts';
import { acceptText, writeText } from './save.ts';
import { errorCodeOf, isChapterPath } from './scan.ts';
import { titleOf } from './title.ts';

const freshRecord = (documentId: string, path: string, text: string): DocumentRecord => ({
  documentId,
  path,
  inode: '',
  size: 0,
  modifiedAt: 0,
  version: '',
  title: titleOf(text, path),
  encoding: 'UTF-8',
  encodingGuessed: false,
  charCount: 0,
  wordCount: 0,
  pointOfViewEntityId: null,
  fence: null,
});

export const createChapter = async (
  context: DocumentsContext,
  folder: OpenFolder,
  request: { title: string; afterDocumentId: string | undefined; text: string | undefined },
): Promise<DocumentRecord> => {
  const order = binderOrder(folder);
  const { afterDocumentId } = request;
  const neighbour = folder.present.get(afterDocumentId ?? order.at(-1) ?? '');
  const text = acceptText(request.text ?? `# ${request.title}\n\n`);
  const path = inFolder(neighbour ? dirname(neighbour.path) : '', `${stemFor(request.title)}.md`);
  await requireFreeName(folder.root, path);
  const record = await writeText(
    context,
    folder,
    freshRecord(nanoid(), path, text),
    null,
    text,
    'save',
  );
  const shown = binderOrder(folder);
  const wanted = afterDocumentId === undefined ? -1 : shown.indexOf(afterDocumentId) + 1;
  if (wanted >= 0 && shown.indexOf(record.documentId) !== wanted) {
    moveChapter(
      context,
      folder,
      record.documentId,
      shown.indexOf(record.documentId) < wanted ? wanted - 1 : wanted,
    );
  }
  return record;
};

const isPortablePath = (path: string): boolean =>
  isChapterPath(path) &&
  path.split('/').every((name, index, all) => {
    const stem = index === all.length - 1 ? name.slice(0, -extname(name).length) : name;
    return fileNameFor(stem) === stem;
  });

/** Folders on the way that are there must be folders of this project, not links out of it. */
const refuseForeignFolders = async (root: string, path: string): Promise<void> => {
  const names = dirname(path).split('/');
  for (let depth = 1; depth <= names.length; depth += 1) {
    const folder = join(root, ...names.slice(0, depth));
    try {
      if ((await lstat(folder)).isDirectory()) continue;
    } catch (error) {
      if (errorCodeOf(error) === 'ENOENT') return;
      throw await explainWriteFailure(root, error);
    }
    throw new AppError('DOCUMENT_NAME_INVALID', 'A folder of the path is none.', { path });
  }
};

/** A chapter where and under which id the caller says, with its empty beginning as a snapshot. */
export const createChapterAt = async (
  context: DocumentsContext,
  folder: OpenFolder,
  request: { documentId: string; path: string; text: string },
): Promise<{ version: string; snapshotId: string }> => {
  const { documentId, path } = request;
  if (!isPortablePath(path)) {
    throw new AppError('DOCUMENT_NAME_INVALID', 'Not every system takes that name.', { path });
  }
  await refuseForeignFolders(folder.root, path);
  if (folder.present.has(documentId)) {
    throw new AppError('DOCUMENT_NAME_TAKEN', 'There is a chapter of that id already.', { path });
  }
  await requireFreeName(folder.root, path);
  const text = acceptText(request.text);
  const fresh = freshRecord(documentId, path, text);
  const { version } = await writeText(context, folder, fresh, null, text, 'save');
  const key = { projectId: folder.projectId, documentId };
  const { snapshotId } = await context.snapshots.add(key, '', 'beforeAi');
  return { version, snapshotId };
};

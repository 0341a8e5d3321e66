/** Writes a text that was made from the chapter as it is, by the program and not by hand. */
import { AppError } from '#shared/errors.ts';
import type { MadeText } from '../made-text.ts';
import { acceptText } from './accept-text.ts';
import type { DocumentsContext } from './context.ts';
import { explainReadFailure } from './file-errors.ts';
import { keepLateEdit } from './late-edit.ts';
import type { OpenFolder } from './open-folder.ts';
import { supersede } from './outside-edit.ts';
import type { DocumentText } from './service.ts';
import { versionOf } from './version.ts';
import { withLatest, writeText } from './write-text.ts';

export type Rewrite = {
  documentId: string;
  text: string;
  expectedVersion: string;
  /** Told the version right before the file is written. */
  beforeWrite?: ((version: string) => void) | undefined;
  /** Where it comes from, as far as that is known (N14). */
  made?: MadeText | undefined;
};

/**
 * Unlike a save it keeps no second text beside the file when the chapter is no longer the expected one: the text is
 * nobody's typing. The caller holds the folder's mutex. DOCUMENT_CONFLICT, INVALID_INPUT for a text no file can hold,
 * and what {@link writeText} throws.
 */
export const rewriteChapter = async (
  context: DocumentsContext,
  folder: OpenFolder,
  { documentId, text: asked, expectedVersion, beforeWrite, made }: Rewrite,
): Promise<DocumentText> => {
  const text = acceptText(asked);
  return withLatest(context, folder, documentId, async (record, current) => {
    if (current === null) throw await explainReadFailure(folder.root, record.path, 'ENOENT');
    if (current.version !== expectedVersion) {
      throw new AppError('DOCUMENT_CONFLICT', 'The chapter changed meanwhile.', {
        documentId,
        title: record.title,
      });
    }
    beforeWrite?.(versionOf(text));
    const write = { record, current, text, reason: 'save', made: made ?? null } as const;
    const superseded = folder.superseded.get(documentId) ?? [];
    const written = await writeText(context, folder, write);
    // What a page types meanwhile in another paragraph goes into this text, as it does after an edit from outside.
    for (const version of [...superseded, current.version]) supersede(folder, documentId, version);
    const now = await keepLateEdit(context, folder, written, { before: current, text });
    return { text: now.text, version: now.record.version };
  });
};

/** The end of a conflict: a person has chosen the text. */
import type { Parsed } from '#shared/contract/index.ts';
import { acceptText } from './accept-text.ts';
import { describeConflict, endConflict, keepConflict } from './conflicts.ts';
import type { DocumentsContext } from './context.ts';
import { explainReadFailure } from './file-errors.ts';
import { keepLateEdit } from './late-edit.ts';
import type { OpenFolder } from './open-folder.ts';
import { rescuing } from './rescue-text.ts';
import type { DocumentText } from './service.ts';
import { withLatest, writeText } from './write-text.ts';

/**
 * Writes the chosen text; what the file held becomes a snapshot, like the texts that were not chosen. The caller holds
 * the folder's mutex. DOCUMENT_CONFLICT when the file is no longer the one that was shown and holds another text (the text is kept too),
 * SNAPSHOT_NOT_FOUND without a conflict, and what {@link writeText} throws; a text that could not be written is in the
 * journal then.
 */
export const resolveConflict = async (
  context: DocumentsContext,
  folder: OpenFolder,
  input: Parsed<'documents:conflict:resolve'>,
): Promise<DocumentText> => {
  const { documentId, theirsVersion } = input;
  const text = acceptText(input.text);
  const draftId = input.draftId ?? null;
  const made = input.origins ? ({ kind: 'told', text, runs: input.origins } as const) : null;
  const key = { projectId: folder.projectId, documentId };
  const resolve = (): Promise<DocumentText> =>
    withLatest(context, folder, documentId, async (record, current) => {
      if (current === null) throw await explainReadFailure(folder.root, record.path, 'ENOENT');
      // What was chosen may have come into the file meanwhile, by a save of the page that ended the conflict.
      if (current.text === text && !folder.conflicts.has(documentId)) {
        return { text, version: current.version };
      }
      if (current.version !== theirsVersion && current.text !== text) {
        const kept = { text, baseVersion: theirsVersion, draftId, origin: 'fabula' } as const;
        throw await keepConflict(context, folder, { documentId, version: current.version }, kept);
      }
      await describeConflict(context, folder, { ...current, documentId }, draftId);
      await context.snapshots.add(key, current.text, 'conflict');
      const write = { record, current, text, reason: 'save', draftId, made } as const;
      const written = await writeText(context, folder, write);
      endConflict(context, folder, documentId);
      const now = await keepLateEdit(context, folder, written, { before: current, text });
      return { text: now.text, version: now.record.version };
    });
  const unsaved = { action: 'save', title: null, documentId, path: null, text, draftId } as const;
  return rescuing(context, folder, { ...unsaved, expectedVersion: theirsVersion }, resolve);
};

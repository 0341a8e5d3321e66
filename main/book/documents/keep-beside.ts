/** Keeps what somebody else made of a chapter beside it, where a person must choose. */
import { AppError } from '#shared/errors.ts';
import { keepText } from './conflicts.ts';
import type { DocumentsContext } from './context.ts';
import type { OpenFolder } from './open-folder.ts';
import type { OtherText } from './service.ts';
import { readText } from './text-readings.ts';
import { versionOf } from './version.ts';

/** The caller holds the mutex. DOCUMENT_NOT_FOUND, DOCUMENT_UNREADABLE for bytes that are no text. */
export const keepBeside = async (
  context: DocumentsContext,
  folder: OpenFolder,
  { path, bytes, base }: OtherText,
): Promise<void> => {
  const record = [...folder.present.values()].find((one) => one.path === path);
  if (!record) throw new AppError('DOCUMENT_NOT_FOUND', 'There is no such chapter.', { path });
  const { documentId, chosenEncoding } = record;
  const key = { projectId: folder.projectId, documentId };
  const other = readText(bytes, chosenEncoding) ?? readText(bytes, null);
  if (!other) throw new AppError('DOCUMENT_UNREADABLE', 'The other text is no text.', { path });
  const { text } = other;
  if (versionOf(text) === record.version) return;
  const before = base && (readText(base, chosenEncoding) ?? readText(base, null));
  const baseText = before?.text ?? '';
  if (!context.snapshots.has(key, versionOf(baseText))) {
    await context.snapshots.add(key, baseText, 'outsideEdit');
  }
  const baseVersion = versionOf(baseText);
  await keepText(context, folder, documentId, {
    text,
    baseVersion,
    draftId: null,
    origin: 'outside',
  });
};

/** What becomes of the chapters whose files a look did not find. */
import type { DocumentsContext } from '../context.ts';
import { type Brought, findBrought, joinBrought } from '../follow-brought.ts';
import { dropChapter, type OpenFolder } from '../open-folder.ts';
import { keepReplacedText } from '../outside-edit.ts';
import type { DocumentRecord } from '../record.ts';
import { forgetDocument } from '../store.ts';
import type { Outcome } from './take-found.ts';

/** The file that came belongs to the chapter that was there: the id it got goes. */
const takeBrought = (
  { database, origins }: DocumentsContext,
  folder: OpenFolder,
  brought: Brought,
  { changes, edited }: Outcome,
): void => {
  const { lost, arrived } = brought;
  const record = joinBrought(brought);
  changes.delete(arrived.documentId);
  changes.set(lost.documentId, { record, state: 'present' });
  if (record.version !== lost.version) edited.push(record);
  const ids = { from: arrived.documentId, to: lost.documentId };
  origins.joinChapters(folder.projectId, ids);
  forgetDocument(database, folder.projectId, arrived.documentId);
  dropChapter(folder, arrived.documentId);
};

/** They are missing, but for those whose text came under another name in an earlier look. */
export const takeLost = async (
  context: DocumentsContext,
  folder: OpenFolder,
  lost: readonly DocumentRecord[],
  outcome: Outcome,
): Promise<void> => {
  const { changes } = outcome;
  for (const record of lost) await keepReplacedText(context, folder, record);
  const ids = new Set(lost.map(({ documentId }) => documentId));
  const brought = await findBrought(context, folder, lost, (documentId) =>
    ids.has(documentId)
      ? undefined
      : (changes.get(documentId)?.record ?? folder.present.get(documentId)),
  );
  for (const record of lost) changes.set(record.documentId, { record, state: 'missing' });
  for (const one of brought) takeBrought(context, folder, one, outcome);
};

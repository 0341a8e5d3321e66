import { openProjectId } from '#renderer/app/session.ts';
import { addToMessage } from '#renderer/features/assistant/index.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import type { Note } from '#shared/domain/note.ts';
import { useNotes } from './store.ts';

/** Puts a note, with its passage, into the message the writer is about to send: they see it there, and may change it. */
export async function putIntoMessage(t: Translate, { noteId, documentId }: Note): Promise<void> {
  const projectId = openProjectId();
  if (projectId === undefined) return;
  try {
    const { text, quote } = await call('notes:quote', { projectId, noteId });
    const quoted = quote.split('\n').map((line) => `> ${line}`);
    const words = [...quoted, '', t('notes:message', { text })].join('\n');
    addToMessage({ documentId, words });
  } catch (failure) {
    useNotes.setState({ failure });
  }
}

import { type EditorState, Transaction, type TransactionSpec } from '@codemirror/state';
import { call } from '#renderer/rpc/index.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { createSaver, type Saver, type SaverState } from './saver.ts';
import { textChange } from './text-change.ts';

/** Failures that need the writer's decision; trying again by itself would not help. */
const decisions = ['DOCUMENT_CONFLICT', 'DOCUMENT_EMPTY_OVERWRITE', 'DOCUMENT_NOT_FOUND'];

export type DraftReport = { state: SaverState; failure: unknown; version: string };

/** An open chapter: its text with its undo history, the version on disk, and who saves it. */
export type Draft = {
  readonly documentId: string;
  /** Kept up to date by the page while the chapter is shown. */
  state: EditorState;
  version: string;
  /** Words by the server's count when last saved, and by ours of the same text. */
  readonly saver: Saver;
  /** Set for one save after the writer said that the chapter is to be emptied. */
  allowEmpty: boolean;
};

export type DraftOptions = {
  projectId: string;
  documentId: string;
  state: EditorState;
  version: string;
  onReport: (draft: Draft, report: DraftReport) => void;
};

export function createDraft({ projectId, documentId, state, version, onReport }: DraftOptions) {
  const saver = createSaver({
    save: async () => {
      const saved = await call('documents:save', {
        projectId,
        documentId,
        text: draft.state.doc.toString(),
        expectedVersion: draft.version,
        reason: 'autosave',
        ...(draft.allowEmpty ? { allowEmpty: true } : {}),
      });
      draft.version = saved.version;
      draft.allowEmpty = false;
    },
    mayRetry: (failure) => !decisions.includes(failureOf(failure).code),
    onState: (saverState, failure) =>
      onReport(draft, { state: saverState, failure, version: draft.version }),
  });
  const draft: Draft = { documentId, state, version, saver, allowEmpty: false };
  return draft;
}

/** Turns the text into the file's, undoably, with the caret where it was. Null when it is the same already. */
export function outsideChange(state: EditorState, text: string): TransactionSpec | null {
  const changes = textChange(state.doc.toString(), text);
  if (changes === null) return null;
  return {
    changes,
    annotations: [Transaction.userEvent.of('outside'), Transaction.addToHistory.of(true)],
  };
}

import { ChangeSet, type EditorState, Transaction, type TransactionSpec } from '@codemirror/state';
import { call } from '#renderer/rpc/index.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import type { WordChange } from '#shared/domain/days.ts';
import { createSaver, type Saver, type SaverState } from './saver.ts';
import { textChange } from './text-change.ts';

/** Failures that need the writer's decision; trying again by itself would not help. */
const decisions = ['DOCUMENT_CONFLICT', 'DOCUMENT_EMPTY_OVERWRITE', 'DOCUMENT_NOT_FOUND'];

export type DraftReport = { state: SaverState; failure: unknown; version: string };

/** An open chapter: its text with its undo history, the version on disk, and who saves it. */
export type Draft = {
  readonly documentId: string;
  /** Tells this open page from other windows on the same chapter. */
  readonly draftId: string;
  /** Kept up to date by the page while the chapter is shown. */
  state: EditorState;
  version: string;
  /** Words by the server's count when last saved, and by ours of the same text. */
  readonly saver: Saver;
  /** Set for one save after the writer said that the chapter is to be emptied. */
  allowEmpty: boolean;
  /** What has been typed since the text of the save under way was taken; null while none is. */
  since: ChangeSet | null;
};

export type DraftOptions = {
  projectId: string;
  documentId: string;
  state: EditorState;
  version: string;
  onReport: (draft: Draft, report: DraftReport) => void;
  /** What was written in the chapter since its last save. */
  words: {
    take: (documentId: string) => WordChange;
    giveBack: (documentId: string, words: WordChange) => void;
  };
  /** The file held an outside edit too: these changes bring it into the page. */
  onMerged: (draft: Draft, changes: ChangeSet) => void;
};

/** What turns the text that was sent into the merged one, as changes of the text that is there by now. */
export function mergedChanges(sent: string, merged: string, since: ChangeSet): ChangeSet | null {
  const change = textChange(sent, merged);
  return change === null ? null : ChangeSet.of(change, sent.length).map(since);
}

/** A save of a long chapter takes some milliseconds: they are taken between two keys, not from one. */
const longestWait = { timeout: 200 };
const betweenKeys = (act: () => void): void =>
  void (typeof requestIdleCallback === 'function' ? requestIdleCallback(act, longestWait) : act());

export function createDraft(options: DraftOptions): Draft {
  const { projectId, documentId, state, version, onReport, onMerged } = options;
  const save = async (): Promise<void> => {
    const sent = draft.state.doc;
    draft.since = ChangeSet.empty(sent.length);
    const words = options.words.take(documentId);
    try {
      const saved = await call('documents:save', {
        projectId,
        documentId,
        text: sent.toString(),
        expectedVersion: draft.version,
        reason: 'autosave',
        draftId: draft.draftId,
        words,
        ...(draft.allowEmpty ? { allowEmpty: true } : {}),
      });
      draft.version = saved.version;
      draft.allowEmpty = false;
      // Without it the next save would take the outside edit back.
      const changes =
        saved.text === undefined ? null : mergedChanges(sent.toString(), saved.text, draft.since);
      draft.since = null;
      if (changes !== null) onMerged(draft, changes);
    } catch (error) {
      options.words.giveBack(documentId, words);
      throw error;
    } finally {
      draft.since = null;
    }
  };
  const saver = createSaver({
    save,
    mayRetry: (failure) => !decisions.includes(failureOf(failure).code),
    atPause: betweenKeys,
    onState: (saverState, failure) =>
      onReport(draft, { state: saverState, failure, version: draft.version }),
  });
  const draft: Draft = {
    documentId,
    draftId: crypto.randomUUID(),
    state,
    version,
    saver,
    allowEmpty: false,
    since: null,
  };
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

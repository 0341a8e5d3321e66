import { isolateHistory } from '@codemirror/commands';
import {
  ChangeSet,
  type EditorState,
  type StateEffect,
  type Text,
  type TransactionSpec,
} from '@codemirror/state';
import type { Written } from '#renderer/app/page-takeover.ts';
import { broughtText, isAllFrom, originRuns } from '#renderer/features/origins/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import type { WordChange } from '#shared/domain/days.ts';
import { sliceRuns } from '#shared/origin-runs.ts';
import { broughtVersion, outside, partOfStep } from './page-undo.ts';
import { createSaver, type Saver, type SaverState } from './saver.ts';
import { createDraftTeller, type DraftTeller } from './tell-draft.ts';
import { type TextChange, textChange, textChanges, unsavedOver } from './text-change.ts';
import { acceptedWords } from './words-written.ts';

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
  /** The text of `version`. */
  saved: Text;
  /** What turns `saved` into what the page shows; null until the next save where that was not followed. */
  unsaved: ChangeSet | null;
  /** Grows with each save and each draft that is told: what comes late is known by it. */
  step: number;
  /** Tells the program what is not saved yet, in case this page dies. */
  readonly teller: DraftTeller;
  /** Words by the server's count when last saved, and by ours of the same text. */
  readonly saver: Saver;
  /** Set for one save after the writer said that the chapter is to be emptied. */
  allowEmpty: boolean;
  /** What has been typed since the text of the save under way was taken; null while none is. */
  since: ChangeSet | null;
  /** How far the page had been scrolled in which text when another chapter took its place. */
  left: { doc: Text; place: StateEffect<unknown> } | null;
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
    unsaved: (documentId: string) => WordChange;
    giveBack: (documentId: string, words: WordChange) => void;
  };
  /** The file held an outside edit too: this brings it into the page. */
  onMerged: (draft: Draft, change: TransactionSpec) => void;
};

/**
 * What turns the text that was sent into the one that was written, as one step of what is there by now: `since` is what
 * was typed meanwhile. Null where they are the same.
 */
export function incomingChange(
  sent: string,
  { text, origins, accepted = 0, version }: Omit<Written, 'version'> & { version?: string },
  since: ChangeSet,
): TransactionSpec | null {
  const changes = textChanges(sent, text);
  if (changes.length === 0) return null;
  return {
    ...broughtText(changes, origins, since),
    scrollIntoView: false,
    annotations: [
      ...outside,
      isolateHistory.of('full'),
      acceptedWords.of(accepted),
      ...(version === undefined ? [] : [broughtVersion.of(version)]),
    ],
  };
}

/** A save of a long chapter takes some milliseconds: they are taken between two keys, not from one. */
const longestWait = { timeout: 200 };
const betweenKeys = (act: () => void): void =>
  void (typeof requestIdleCallback === 'function' ? requestIdleCallback(act, longestWait) : act());

/** Longest stretch that is told, UTF-16 units: what is more is saved instead. */
const longestTold = 20_000;

/**
 * What is not saved, as one replacement. Turning a long chapter into a string at every few keys would be felt, so the
 * texts are compared only where the steps between them are not known.
 */
function unsavedChange({ saved, unsaved, state: { doc } }: Draft): TextChange | null {
  if (unsaved?.length !== saved.length || unsaved.newLength !== doc.length) {
    return textChange(saved.toString(), doc.toString());
  }
  const before = { from: saved.length, to: 0 };
  const after = { from: doc.length, to: 0 };
  unsaved.iterChangedRanges((fromA, toA, fromB, toB) => {
    before.from = Math.min(before.from, fromA);
    before.to = Math.max(before.to, toA);
    after.from = Math.min(after.from, fromB);
    after.to = Math.max(after.to, toB);
  });
  return unsaved.empty ? null : { ...before, insert: doc.sliceString(after.from, after.to) };
}

/** False while it has to wait: for a save, or for a composition to end. */
function tellDraft(draft: Draft, { projectId, documentId, words }: DraftOptions): boolean {
  if (!draft.saver.isDirty()) return true;
  if (!draft.saver.isTellable()) return false;
  const change = unsavedChange(draft);
  if (change === null) return true;
  // Each failure of a save is shown by the saver.
  const saveNow = (): void => void draft.saver.flush().catch(() => undefined);
  if (change.insert.length > longestTold) {
    saveNow();
    return true;
  }
  const { from, insert } = change;
  draft.step += 1;
  const { draftId, step, version } = draft;
  call('documents:draft', {
    ...{ projectId, documentId, draftId, step, expectedVersion: version, change },
    words: words.unsaved(documentId),
    origins: [...sliceRuns(originRuns(draft.state), from, from + insert.length)],
  }).then(
    ({ kept }) => (kept ? undefined : saveNow()),
    // A program that does not answer is told of by the save that follows within two seconds.
    () => undefined,
  );
  return true;
}

/** Of a page that shows what the file holds. */
export const allSaved = ({ doc }: EditorState): Pick<Draft, 'saved' | 'unsaved'> => ({
  saved: doc,
  unsaved: ChangeSet.empty(doc.length),
});

export function followChanges(draft: Draft, changes: ChangeSet): void {
  draft.since = draft.since?.compose(changes) ?? null;
  draft.unsaved = draft.unsaved?.compose(changes) ?? null;
}

/** Of a chapter that no page shows. */
export function changeHidden(draft: Draft, change: TransactionSpec): void {
  const { state, changes } = draft.state.update(change);
  draft.state = state;
  followChanges(draft, changes);
}

export function createDraft(options: DraftOptions): Draft {
  const { projectId, documentId, state, version, onReport, onMerged } = options;
  const save = async (): Promise<void> => {
    const { doc: sent } = draft.state;
    const origins = [...originRuns(draft.state)];
    draft.since = ChangeSet.empty(sent.length);
    draft.step += 1;
    const words = options.words.take(documentId);
    try {
      const saved = await call('documents:save', {
        projectId,
        documentId,
        text: sent.toString(),
        expectedVersion: draft.version,
        reason: 'autosave',
        draftId: draft.draftId,
        step: draft.step,
        words,
        origins,
        ...(draft.allowEmpty ? { allowEmpty: true } : {}),
      });
      draft.version = saved.version;
      draft.saved = saved.text === undefined ? sent : draft.state.toText(saved.text);
      draft.allowEmpty = false;
      // Without it the next save would take the outside edit back.
      const { text: merged, origins: mergedOrigins = [] } = saved;
      const change =
        merged === undefined
          ? null
          : incomingChange(sent.toString(), { text: merged, origins: mergedOrigins }, draft.since);
      const { since } = draft;
      draft.since = null;
      if (change !== null) onMerged(draft, change);
      draft.unsaved = merged === undefined ? since : unsavedOver(sent.toString(), merged, since);
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
    ...allSaved(state),
    step: 0,
    teller: createDraftTeller(() => tellDraft(draft, options)),
    saver,
    allowEmpty: false,
    since: null,
    left: null,
  };
  return draft;
}

/** What takes a change back: the keys of the page, or the step that it is a part of. */
export type Undone = 'byPage' | 'byStep';

/**
 * Turns the text into the file's, with the caret where it was. Null when it is the same already.
 */
export function outsideChange(
  state: EditorState,
  { text, origins }: Pick<Written, 'text' | 'origins'>,
  undone: Undone,
): TransactionSpec | null {
  const changes = textChanges(state.doc.toString(), text);
  if (changes.length === 0) return null;
  const annotations = undone === 'byPage' ? outside : partOfStep;
  return { changes, effects: isAllFrom(origins), annotations };
}

/** Chapters of the page that the program writes itself: what is typed meanwhile stays (F17, W1). */
import { ChangeSet, type TransactionSpec } from '@codemirror/state';
import type { Divide, FollowedPlace, MoveText, Written } from '#renderer/app/page-takeover.ts';
import { isAllFrom, originRuns } from '#renderer/features/origins/index.ts';
import { call } from '#renderer/rpc/index.ts';
import {
  allSaved,
  type Draft,
  type DraftOptions,
  type DraftReport,
  incomingChange,
  type Undone,
} from './draft.ts';
import { moveDrafts } from './move-drafts.ts';
import { partOfStep, undoTakenBack } from './page-undo.ts';
import { partDraft } from './part-draft.ts';

type PageChapters = {
  projectId: string;
  /** The chapters the page holds, by id. */
  drafts: Map<string, Draft>;
  /** Those the program is writing now, with what has been typed in them since. */
  takenOver: Map<string, ChangeSet>;
  /** Brings a change to a chapter, which may be on the page. */
  apply(draft: Draft, change: TransactionSpec): void;
  read(documentId: string): Promise<Draft>;
  /** The file may hold something else by now. */
  hear(documentId: string, heard: { undone: Undone }): void;
  /** Puts the second one on the page where the first one is shown. @returns whether it was */
  showInstead(draft: Draft, other: Draft): boolean;
  report(draft: Draft, told: DraftReport): void;
  words: Pick<DraftOptions['words'], 'take' | 'giveBack'>;
};

export function createTakeovers({
  projectId,
  drafts,
  takenOver,
  apply,
  read,
  hear,
  showInstead,
  report,
  words,
}: PageChapters) {
  /** An entry of the page's history; where it takes one back, both are none. */
  const bring = (draft: Draft, change: TransactionSpec, takesBack: string | undefined): void => {
    if (takesBack === undefined) {
      apply(draft, change);
      return;
    }
    apply(draft, { ...change, annotations: partOfStep });
    const undo = undoTakenBack(draft.state, takesBack, isAllFrom(originRuns(draft.state)));
    if (undo !== null) apply(draft, undo);
  };

  /** See `takeOver` of app/page-takeover.ts. */
  const takeOver = async (
    documentId: string,
    write: () => Promise<Written>,
    takesBack?: string,
  ): Promise<void> => {
    const draft = drafts.get(documentId);
    if (draft === undefined) {
      await write();
      return;
    }
    await draft.saver.flush();
    const before = draft.state.doc;
    takenOver.set(documentId, ChangeSet.empty(before.length));
    draft.saver.hold();
    try {
      const written = await write();
      draft.version = written.version;
      draft.saved = draft.state.toText(written.text);
      draft.unsaved = null;
      const since = takenOver.get(documentId) ?? ChangeSet.empty(before.length);
      const change = incomingChange(before.toString(), written, since);
      if (change !== null) bring(draft, change, takesBack);
    } finally {
      takenOver.delete(documentId);
      draft.saver.release();
    }
    report(draft, {
      state: draft.saver.isDirty() ? 'unsaved' : 'saved',
      failure: null,
      version: draft.version,
    });
  };

  /** See `partPage` of app/page-takeover.ts. */
  const part = async (place: FollowedPlace, divide: Divide): Promise<string | null> => {
    const { documentId } = place;
    const draft = drafts.get(documentId);
    if (draft === undefined) return null;
    await draft.saver.flush();
    const [whole, { at }] = [draft.state.doc.toString(), place];
    takenOver.set(documentId, ChangeSet.empty(whole.length));
    draft.saver.hold();
    let isParted = false;
    try {
      const restId = await divide({ text: whole, at, expectedVersion: draft.version });
      if (restId === null) return null;
      const rest = await read(restId);
      const first = await call('documents:read', { projectId, documentId });
      isParted = partDraft({ draft, whole, at, border: place.at, first, rest }, apply);
      if (isParted) drafts.set(restId, rest);
      return restId;
    } finally {
      takenOver.delete(documentId);
      draft.saver.release();
      // What came of it all the same is a part of it.
      if (!isParted) hear(documentId, { undone: 'byStep' });
    }
  };

  /** A chapter as it is on disk; one that the page does not hold is not put there by it. */
  const readMade = async (documentId: string): Promise<{ draft: Draft; written: Written }> => {
    const known = drafts.get(documentId);
    if (known !== undefined) {
      return { draft: known, written: await call('documents:read', { projectId, documentId }) };
    }
    const draft = await read(documentId);
    const { version, state } = draft;
    return { draft, written: { text: state.doc.toString(), version, origins: originRuns(state) } };
  };

  /** See `movePages` of app/page-takeover.ts. */
  const move = async (documentIds: readonly string[], write: MoveText): Promise<string | null> => {
    const open = [...new Set(documentIds)].flatMap((id) => drafts.get(id) ?? []);
    for (const { saver } of open) await saver.flush();
    const chapters = open.map((draft) => ({
      ...{ draft, documentId: draft.documentId, before: draft.state.doc },
    }));
    for (const { documentId, before, draft } of chapters) {
      takenOver.set(documentId, ChangeSet.empty(before.length));
      draft.saver.hold();
    }
    let isMoved = false;
    try {
      const moved = await write();
      if (moved === null || open.length === 0) return null;
      const { pieces } = moved;
      const there = new Set(moved.documents.map(({ documentId }) => documentId));
      const touched = new Set(pieces.flatMap(({ from, to }) => [from.documentId, to.documentId]));
      const made = new Map<string, { draft: Draft; written: Written }>();
      for (const id of touched) if (there.has(id)) made.set(id, await readMade(id));
      const typedIn = chapters.map((one) => ({
        ...one,
        typed: takenOver.get(one.documentId) ?? ChangeSet.empty(one.before.length),
      }));
      const done = moveDrafts({ pieces, chapters: typedIn, made }, apply);
      isMoved = done !== null;
      for (const draft of done?.edited ?? []) drafts.set(draft.documentId, draft);
      for (const { from, to } of done?.gone ?? []) {
        // Words that were counted in it are told with the next save of the one that has them now.
        words.giveBack(to, words.take(from));
        drafts.delete(from);
      }
      const shown = done?.typing.find(({ from, to }) => showInstead(from, to));
      return shown?.to.documentId ?? null;
    } finally {
      for (const { documentId, saver } of open) {
        takenOver.delete(documentId);
        saver.release();
        if (!isMoved) hear(documentId, { undone: 'byStep' });
      }
    }
  };

  const settle = async (draft: Draft, write: () => Promise<Written>): Promise<void> => {
    // The text that was chosen of a conflict comes to the page. What has been typed since stays, and is saved next.
    const { documentId } = draft;
    const before = draft.state.doc;
    takenOver.set(documentId, ChangeSet.empty(before.length));
    try {
      // What is on the page is kept before it gives way; nothing is saved over the answer.
      await draft.saver.flush().catch(() => undefined);
      draft.saver.pause();
      const written = await write();
      draft.version = written.version;
      const since = takenOver.get(documentId) ?? ChangeSet.empty(before.length);
      const change = incomingChange(before.toString(), written, since);
      if (change !== null) apply(draft, change);
      draft.saved = draft.state.toText(written.text);
      draft.unsaved = null;
    } finally {
      takenOver.delete(documentId);
      draft.saver.release();
    }
    const isWhole = draft.state.doc.eq(draft.saved);
    if (isWhole) Object.assign(draft, allSaved(draft.state));
    draft.saver.settled();
    if (!isWhole) draft.saver.changed();
  };

  return { takeOver, part, move, settle };
}

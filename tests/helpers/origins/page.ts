/** A chapter's page as the editor makes it, without its view; beside it a list of whose each unit is, kept by hand. */
import { history, redo, redoDepth, undo, undoDepth } from '@codemirror/commands';
import { ChangeSet, EditorState, type Extension, type Transaction } from '@codemirror/state';
import { textChanges } from '#renderer/features/editor/text-change.ts';
import { broughtText } from '#renderer/features/origins/page/brought-text.ts';
import {
  followOrigins,
  isAllFrom,
  originRuns,
} from '#renderer/features/origins/page/origins-field.ts';
import type { OriginRuns } from '#shared/domain/origins.ts';
import { allFrom, cut, type Known, knownOf, splice } from './known.ts';

type Written = { text: string; version: string; origins: OriginRuns };

export type OriginPage = ReturnType<typeof createOriginPage>;

/** @param movedText one for all pages of a book */
export const createOriginPage = (
  documentId: string,
  { text, version, origins }: Written,
  movedText: Extension,
) => {
  let state = EditorState.create({
    doc: text,
    extensions: [history(), followOrigins(origins), movedText],
  });
  let known = knownOf({ text, origins });
  const before = new Map<number, Known>([[0, known]]);
  const after = new Map<number, Known>();
  const dispatch = (transaction: Transaction): void => {
    state = transaction.state;
  };
  const settle = (now: Known): void => {
    known = now;
    before.set(undoDepth(state), now);
  };
  const page = {
    documentId,
    draftId: crypto.randomUUID() as string,
    version,
    saved: text,
    step: 0,
    text: () => state.doc.toString(),
    runs: () => originRuns(state),
    /** By the list, not by the page. */
    known: () => known,
    isDirty: () => page.text() !== page.saved || page.isTouched,
    isTouched: false,
    edit(from: number, to: number, put: Known, userEvent: string): void {
      if (from === to && put.text === '') return;
      const transaction = state.update({ changes: { from, to, insert: put.text }, userEvent });
      dispatch(transaction);
      settle(splice(known, from, to, put));
      page.isTouched = true;
    },
    /** Takes words out, which are known again where they are put down. */
    take(from: number, to: number): Known {
      const taken = cut(known, from, to);
      dispatch(state.update({ selection: { anchor: from, head: to } }));
      dispatch(state.update({ userEvent: 'select.copy' }));
      page.edit(from, to, allFrom('', 'typed'), 'delete.cut');
      return taken;
    },
    undo(): void {
      after.set(redoDepth(state), known);
      if (!undo({ state, dispatch })) return;
      known = before.get(undoDepth(state)) ?? known;
      page.isTouched = true;
    },
    redo(): void {
      if (!redo({ state, dispatch })) return;
      settle(after.get(redoDepth(state)) ?? known);
      page.isTouched = true;
    },
    /** The file is known to hold this; `now`: what the page shows then, by the list. */
    bring(written: Written, now: Known, typed: { at: number; text: string } | null = null): void {
      const sent = page.text();
      let since = ChangeSet.empty(sent.length);
      if (typed) {
        const changes = { from: typed.at, insert: typed.text };
        dispatch(state.update({ changes, userEvent: 'input.type' }));
        since = ChangeSet.of(changes, sent.length);
        settle(splice(known, typed.at, typed.at, allFrom(typed.text, 'typed')));
      }
      const changes = textChanges(sent, written.text);
      if (changes.length > 0) {
        const brought = broughtText(changes, written.origins, since);
        dispatch(state.update({ ...brought, userEvent: 'outside' }));
        settle(now);
      }
      page.version = written.version;
      page.saved = written.text;
      page.isTouched = typed !== null;
    },
    /** Another program, or another part of this one, wrote the file. */
    refresh(written: Written): void {
      const changes = textChanges(page.text(), written.text);
      if (changes.length > 0) {
        const effects = isAllFrom(written.origins);
        dispatch(state.update({ changes, effects, userEvent: 'outside' }));
        settle(knownOf(written));
      }
      page.version = written.version;
      page.saved = written.text;
      page.isTouched = false;
    },
  };
  return page;
};

/** The page of a chapter that became the end of another one: what has been typed in it meanwhile goes with it (W1). */
import { type ChangeSet, type Text, Transaction, type TransactionSpec } from '@codemirror/state';
import type { Draft } from './draft.ts';

type Joined = {
  end: Draft;
  /** As it was joined. */
  before: Text;
  /** What has been typed in it since. */
  typed: ChangeSet;
  whole: Draft;
};

/**
 * @param apply brings a change to a chapter, which may be on the page
 * @returns whether that could be done: not where somebody else wrote in the chapter at the same time
 */
export function joinDraft(
  { end, before, typed, whole }: Joined,
  apply: (draft: Draft, change: TransactionSpec) => void,
): boolean {
  const { doc } = whole.state;
  const start = doc.length - before.length;
  if (start < 0 || !doc.slice(start).eq(before)) return false;
  const changes: { from: number; to: number; insert: Text }[] = [];
  typed.iterChanges((from, to, _fromNow, _toNow, insert) => {
    changes.push({ from: start + from, to: start + to, insert });
  });
  if (changes.length > 0) {
    apply(whole, {
      changes,
      selection: { anchor: start + end.state.selection.main.head },
      scrollIntoView: true,
      annotations: Transaction.userEvent.of('input.type'),
    });
    whole.saver.changed();
  }
  end.saver.settled();
  return true;
}

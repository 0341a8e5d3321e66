/** The page of a chapter that was parted: each half with what has been typed in it meanwhile (W1). */
import { Transaction, type TransactionSpec } from '@codemirror/state';
import type { Written } from '#renderer/app/page-takeover.ts';
import { changeHidden, type Draft } from './draft.ts';
import { partOfStep } from './page-undo.ts';
import { textChanges } from './text-change.ts';

type Parted = {
  draft: Draft;
  /** As it was parted, and where. */
  whole: string;
  at: number;
  /** The same place in what the page shows by now. */
  border: number;
  /** The halves, as they are on disk. */
  first: Written;
  rest: Draft;
};

/**
 * @param apply brings a change to a chapter, which may be on the page
 * @returns whether that could be done: not where somebody else wrote in a half at the same time, which the next save finds
 */
export function partDraft(
  { draft, whole, at, border, first, rest }: Parted,
  apply: (draft: Draft, change: TransactionSpec) => void,
): boolean {
  const restText = rest.state.doc.toString();
  if (first.text !== whole.slice(0, at) || restText !== whole.slice(at)) return false;
  const { doc, selection } = draft.state;
  const wasTypedIn = doc.toString() !== whole;
  const typed = doc.sliceString(border);
  apply(draft, {
    changes: { from: border, to: doc.length },
    scrollIntoView: false,
    annotations: partOfStep,
  });
  draft.version = first.version;
  draft.saved = draft.state.toText(first.text);
  draft.unsaved = null;
  if (!wasTypedIn) {
    draft.saver.settled();
    return true;
  }
  // Words that were typed in the other half were counted in this one, and are told with its save.
  draft.saver.changed();
  if (typed === restText) return true;
  changeHidden(rest, {
    changes: textChanges(restText, typed),
    selection: { anchor: Math.max(0, selection.main.head - border) },
    annotations: Transaction.userEvent.of('input.type'),
  });
  rest.saver.changed();
  return true;
}

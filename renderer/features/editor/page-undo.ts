/** The page's own undo history: it is as it was again where what was done to the text from elsewhere is taken back from there (W1). */
import { history, historyField, isolateHistory } from '@codemirror/commands';
import {
  Annotation,
  Compartment,
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Text,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { textChanges } from './text-change.ts';

export const outside = [Transaction.userEvent.of('outside'), Transaction.addToHistory.of(true)];

/** The page alone would take back half of it: text would be lost in one chapter, or doubled in another (W1). */
export const partOfStep = [Transaction.userEvent.of('outside'), Transaction.addToHistory.of(false)];

/** The version of the chapter that a change from elsewhere brought: whoever takes it back names it. */
export const broughtVersion = Annotation.define<string>();

/** A text that a change from elsewhere was made in, with the undo history that it had then. */
type Left = { before: Text; history: unknown; version: string | null };

type Known = {
  /** The oldest first. */
  left: readonly Left[];
  /** The one that a step has just brought back. */
  back: Left | null;
};

/** As many as steps can be taken back. */
const maxLeft = 100;

const forgetLeft = StateEffect.define<Left>();

const leftHistories = StateField.define<Known>({
  create: () => ({ left: [], back: null }),
  update(known, transaction) {
    const { docChanged, effects, startState, newDoc } = transaction;
    const forgotten = effects.flatMap((one) => (one.is(forgetLeft) ? [one.value] : []));
    const kept =
      forgotten.length > 0 ? known.left.filter((one) => !forgotten.includes(one)) : known.left;
    if (!docChanged || !transaction.isUserEvent('outside')) {
      return kept === known.left && known.back === null ? known : { left: kept, back: null };
    }
    const isStep = transaction.annotation(Transaction.addToHistory) === false;
    const version = transaction.annotation(broughtVersion) ?? null;
    const { doc } = startState;
    const others = kept.filter((one) => one.version !== version || !one.before.eq(doc));
    const one = { before: doc, history: startState.field(historyField), version };
    return {
      left: [...others, one].slice(-maxLeft),
      back: isStep ? (kept.findLast(({ before }) => before.eq(newDoc)) ?? null) : null,
    };
  },
});

const ownUndo = new Compartment();
const keepsUndo = history({ minDepth: 2000 });

export const pageUndo: Extension = [ownUndo.of(keepsUndo), leftHistories];

const withHistory = (kept: unknown): TransactionSpec => ({
  effects: ownUndo.reconfigure([keepsUndo, historyField.init(() => kept)]),
});

/**
 * To be applied after each change. A step that is none of the page's history would be left in it as a gap: what was
 * written before, taken back around it, would leave letters behind. Where the step is taken back nothing is to be gone around.
 */
export const undoAfterStep = (state: EditorState): TransactionSpec | null => {
  const { back } = state.field(leftHistories);
  return back && withHistory(back.history);
};

/**
 * What brought `version` to this text, as an entry of the page's history, has just been taken back from elsewhere: it is an
 * entry no more, and what was written since is one. Null where it never was.
 *
 * @param comesFrom says of the whole text where it comes from
 */
export function undoTakenBack(
  state: EditorState,
  version: string,
  comesFrom: StateEffect<unknown>,
): TransactionSpec | null {
  const one = state.field(leftHistories).left.findLast((left) => left.version === version);
  if (one === undefined) return null;
  const [now, before] = [state.doc.toString(), one.before.toString()];
  const since = textChanges(before, now);
  let kept = one.history;
  if (since.length > 0) {
    const back = { changes: textChanges(now, before), annotations: partOfStep };
    const then = state.update(back).state.update(withHistory(kept)).state;
    kept = then
      .update({
        changes: since,
        effects: comesFrom,
        annotations: [...outside, isolateHistory.of('full')],
      })
      .state.field(historyField);
  }
  const { effects = [] } = withHistory(kept);
  return { effects: [effects, forgetLeft.of(one)].flat() };
}

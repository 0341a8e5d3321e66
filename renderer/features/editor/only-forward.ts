/** While the writer has so chosen, text can only be added: nothing is deleted, replaced or taken back (W3). */
import { StateField, type Transaction } from '@codemirror/state';
import { isOnlyForward } from '#renderer/app/lock-in.ts';

type Composed = { from: number; to: number };

const isComposing = (transaction: Transaction): boolean =>
  transaction.isUserEvent('input.type.compose');

const rangesChanged = ({ changes }: Transaction): { removed: Composed[]; added: Composed[] } => {
  const removed: Composed[] = [];
  const added: Composed[] = [];
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    removed.push({ from: fromA, to: toA });
    added.push({ from: fromB, to: toB });
  });
  return { removed, added };
};

/** What an input method has put there and may still change: it is not written yet. */
export const composedField = StateField.define<Composed | null>({
  create: () => null,
  update(before, transaction) {
    if (!transaction.docChanged) return before;
    if (!isComposing(transaction)) return null;
    const { added } = rangesChanged(transaction);
    const { changes } = transaction;
    const kept = before && {
      from: changes.mapPos(before.from, -1),
      to: changes.mapPos(before.to, 1),
    };
    const all = kept === null ? added : [kept, ...added];
    return {
      from: Math.min(...all.map(({ from }) => from)),
      to: Math.max(...all.map(({ to }) => to)),
    };
  },
});

const isByWriter = (transaction: Transaction): boolean =>
  ['input', 'delete', 'move', 'undo', 'redo'].some((event) => transaction.isUserEvent(event));

/** Whether what was written before goes away; letters of an input method give way to what was chosen for them. */
const removesText = (transaction: Transaction): boolean => {
  const removed = rangesChanged(transaction).removed.filter(({ from, to }) => to > from);
  if (!transaction.isUserEvent('input.type')) return removed.length > 0;
  const composed = transaction.startState.field(composedField);
  const isOpen = isComposing(transaction) || transaction.startState.selection.main.empty;
  return !removed.every(
    ({ from, to }) => isOpen && composed !== null && from >= composed.from && to <= composed.to,
  );
};

/**
 * Whether the page may take these. Asked at the view: what takes a step back is let through by every filter of a state.
 */
export const isLetThrough = (transactions: readonly Transaction[]): boolean =>
  !isOnlyForward() ||
  transactions.every((one) => !one.docChanged || !isByWriter(one) || !removesText(one));

/** Words that are cut, copied or dragged from one place of the book to another stay whose they were (N14). */
import { EditorState, type Extension, type Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { OriginRun, OriginRuns } from '#shared/domain/origins.ts';
import { joinRuns } from '#shared/origin-runs.ts';
import { comesFrom, originsBetween } from './origins-field.ts';

type Known = { text: string; runs: OriginRuns };

const runsBetween = (state: EditorState, from: number, to: number): OriginRuns =>
  originsBetween(state, from, to).map(
    ({ from: start, to: end, code }): OriginRun => [end - start, code],
  );

const selectedIn = (state: EditorState): Known | null => {
  const { from, to, empty } = state.selection.main;
  return empty ? null : { text: state.sliceDoc(from, to), runs: runsBetween(state, from, to) };
};

const insertedText = ({ changes }: Transaction): string => {
  const inserted: string[] = [];
  changes.iterChanges((_fromA, _toA, _fromB, _toB, text) => inserted.push(text.toString()));
  return inserted.join('');
};

const removedBy = ({ changes, startState }: Transaction): Known => {
  const texts: string[] = [];
  const runs: OriginRuns[] = [];
  changes.iterChanges((from, to) => {
    texts.push(startState.sliceDoc(from, to));
    runs.push(runsBetween(startState, from, to));
  });
  return { text: texts.join(''), runs: joinRuns(...runs) };
};

/**
 * One for all chapters of a book: what was taken in one is known again in the next, as long as the very same words come
 * back. `select.copy` is the event of a copy that no key made.
 */
export function followMovedText(): Extension {
  let taken: Known | null = null;
  const take = (state: EditorState): false => {
    taken = selectedIn(state) ?? taken;
    return false;
  };
  const know = EditorState.transactionExtender.of((transaction) => {
    if (transaction.isUserEvent('select.copy')) take(transaction.startState);
    if (!transaction.docChanged) return null;
    const isPasted = ['input.paste', 'input.drop'].some((one) => transaction.isUserEvent(one));
    const known = transaction.isUserEvent('move') ? removedBy(transaction) : isPasted && taken;
    if (!known || known.text !== insertedText(transaction)) return null;
    return { annotations: comesFrom(known.runs) };
  });
  return [
    know,
    EditorView.domEventHandlers({
      copy: (_event, view) => take(view.state),
      cut: (_event, view) => take(view.state),
    }),
  ];
}

/** What each change adds to the words the writer wrote today: accepted and outside text apart, undo by exactly its part. */
import { invertedEffects } from '@codemirror/commands';
import { type Extension, StateEffect, type Transaction } from '@codemirror/state';
import { countDocument, countedDifference } from './prose/word-count.ts';

/** Goes with a change through the history, so that taking it back takes back what it gave. */
const wordsWritten = StateEffect.define<number>();

/** Words a change adds to the chapter, whoever made it. */
export const wordsAdded = ({ startState, newDoc, changes, docChanged }: Transaction): number =>
  docChanged
    ? (countedDifference(startState.doc, newDoc, changes) ??
      countDocument(newDoc) - countDocument(startState.doc))
    : 0;

/** Words a change adds to what the writer wrote. `added`: what it adds to the chapter, where that is known already. */
export function wordsByWriter(transaction: Transaction, added?: number): number {
  const carried = transaction.effects.filter((effect) => effect.is(wordsWritten));
  if (carried.length > 0) return carried.reduce((sum, { value }) => sum + value, 0);
  const isOthers = ['outside', 'undo', 'redo'].some((event) => transaction.isUserEvent(event));
  return isOthers ? 0 : (added ?? wordsAdded(transaction));
}

/** Goes into every chapter's state, beside its history. */
export const writtenWords: Extension = invertedEffects.of((transaction) => {
  const words = wordsByWriter(transaction);
  return words === 0 ? [] : [wordsWritten.of(-words)];
});

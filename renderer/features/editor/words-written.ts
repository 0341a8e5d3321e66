/** What each change adds to the words the writer wrote: accepted and outside text apart, undo by exactly its part (W3). */
import { invertedEffects } from '@codemirror/commands';
import {
  Annotation,
  EditorState,
  type Extension,
  StateEffect,
  type Transaction,
} from '@codemirror/state';
import { addWords, noWords, subtractWords, type WordChange } from '#shared/domain/days.ts';
import { commentsField, countDocument, countedDifference } from './prose/word-count.ts';

/** Goes with a change through the history, so that taking it back takes back what it gave. */
const wordsWritten = StateEffect.define<WordChange>();

/** Words of a model's text that an accept brings: the program has counted them. */
export const acceptedWords = Annotation.define<number>();

export const isNoWords = ({ typed, removed, pasted, accepted }: WordChange): boolean =>
  typed === 0 && removed === 0 && pasted === 0 && accepted === 0;

/** Goes with every change: the history and the page both ask, and a key is counted once. */
const wordsCounted = Annotation.define<number>();

const countAdded = ({ startState, newDoc, changes, docChanged }: Transaction): number =>
  docChanged
    ? (countedDifference(startState.doc, newDoc, changes, startState.field(commentsField, false)) ??
      countDocument(newDoc) - countDocument(startState.doc))
    : 0;

/** Words a change adds to the chapter, whoever made it. */
export const wordsAdded = (transaction: Transaction): number =>
  transaction.annotation(wordsCounted) ?? countAdded(transaction);

const isPaste = (transaction: Transaction): boolean =>
  ['input.paste', 'input.drop'].some((event) => transaction.isUserEvent(event));

type CutText = { text: string; by: 1 | -1 };

/** A text that is cut out of the book, or put back in; goes through the history, so that an undo tells the opposite. */
const cutText = StateEffect.define<CutText>();

/** On a paste of what was cut before: the words were moved, and count neither as removed nor as pasted. */
const isPutBack = ({ effects }: Transaction): boolean =>
  effects.some((effect) => effect.is(cutText) && effect.value.by < 0);

/** Words a change adds to what the writer wrote. */
export function wordsByWriter(transaction: Transaction): WordChange {
  const carried = transaction.effects.filter((effect) => effect.is(wordsWritten));
  if (carried.length > 0) return carried.map(({ value }) => value).reduce(addWords);
  const isOthers = ['outside', 'undo', 'redo'].some((event) => transaction.isUserEvent(event));
  if (isOthers) return noWords;
  const words = wordsAdded(transaction);
  if (words < 0 || isPutBack(transaction)) return { ...noWords, removed: 0 - words };
  return isPaste(transaction) ? { ...noWords, pasted: words } : { ...noWords, typed: words };
}

const carryWords: Extension = invertedEffects.of((transaction) => {
  const accepted = transaction.annotation(acceptedWords) ?? 0;
  const words = addWords(wordsByWriter(transaction), { ...noWords, accepted });
  return isNoWords(words) ? [] : [wordsWritten.of(subtractWords(noWords, words))];
});

const countOnce: Extension = EditorState.transactionExtender.of((transaction) =>
  transaction.docChanged ? { annotations: wordsCounted.of(countAdded(transaction)) } : null,
);

const insertedText = ({ changes }: Transaction): string => {
  const inserted: string[] = [];
  changes.iterChanges((_fromA, _toA, _fromB, _toB, text) => inserted.push(text.toString()));
  return inserted.join('\n');
};

const removedText = ({ changes, startState }: Transaction): string => {
  const removed: string[] = [];
  changes.iterChanges((from, to) => removed.push(startState.sliceDoc(from, to)));
  return removed.join('\n');
};

const carryCuts: Extension = invertedEffects.of(({ effects }) =>
  effects.flatMap((effect) =>
    effect.is(cutText) ? [cutText.of({ ...effect.value, by: effect.value.by > 0 ? -1 : 1 })] : [],
  ),
);

/**
 * Goes into the state of every chapter of a book, beside its history. One for all of them: what was cut out of one
 * chapter is known again in the next.
 */
export function watchWrittenWords(): Extension {
  /** Cut out and put down nowhere: how many times each. */
  const cuts = new Map<string, number>();
  const follow = ({ text, by }: CutText): void => {
    const left = (cuts.get(text) ?? 0) + by;
    if (left === 0) cuts.delete(text);
    else cuts.set(text, left);
  };
  const cutIn = (transaction: Transaction): CutText | null => {
    if (transaction.isUserEvent('delete.cut'))
      return { text: removedText(transaction).trim(), by: 1 };
    if (!isPaste(transaction)) return null;
    const text = insertedText(transaction).trim();
    return (cuts.get(text) ?? 0) > 0 ? { text, by: -1 } : null;
  };
  const watchCuts = EditorState.transactionExtender.of((transaction) => {
    for (const effect of transaction.effects) if (effect.is(cutText)) follow(effect.value);
    const cut = cutIn(transaction);
    if (cut === null) return null;
    follow(cut);
    return { effects: cutText.of(cut) };
  });
  return [commentsField, countOnce, watchCuts, carryWords, carryCuts];
}

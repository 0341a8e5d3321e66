/** The status bar's numbers, and the words that go into the log of days with each save (F23, W3). */
import type { EditorState, Text } from '@codemirror/state';
import type { ViewUpdate } from '@codemirror/view';
import { createAlarm } from '#renderer/app/alarm.ts';
import { useCounts } from '#renderer/app/counts.ts';
import { goalsStore } from '#renderer/app/goals.ts';
import { addWords, noWords, type WordChange } from '#shared/domain/days.ts';
import { countDocument, countWords } from './prose/word-count.ts';
import { wordsOfToday } from './words-of-today.ts';
import { isNoWords, wordsAdded, wordsByWriter } from './words-written.ts';

/** Rest before a changed count or selection is shown, ms: nothing moves while one types. */
const restMs = 300;
/** A longer time without a key is a break, ms: nobody wrote then. */
const breakMs = 60_000;
/** Longest selection counted, UTF-16 units; beyond it only the chapter's count shows. */
const longestSelection = 400_000;

export type PageCounts = ReturnType<typeof createPageCounts>;

/** Counts follow the edited lines alone, never the whole chapter. */
export function createPageCounts() {
  let words = 0;
  /** Written since the last save of each chapter. */
  const unsaved = new Map<string, WordChange>();
  let sitting = noWords;
  let writingMs = 0;
  let lastKeyAt = Number.NEGATIVE_INFINITY;
  let last: EditorState | null = null;

  const countToday = () => wordsOfToday(goalsStore.getState().goals, [...unsaved.values()]);

  const atRest = createAlarm(() => {
    if (last === null) return;
    const { from, to } = last.selection.main;
    const fits = to > from && to - from <= longestSelection;
    const selected = fits ? countWords(last.sliceDoc(from, to)) : 0;
    useCounts.setState({ words, selected, ...countToday(), sitting, writingMs });
  });

  const add = (documentId: string, written: WordChange) => {
    if (isNoWords(written)) return;
    unsaved.set(documentId, addWords(unsaved.get(documentId) ?? noWords, written));
  };

  const write = (written: WordChange): void => {
    const now = performance.now();
    if (now - lastKeyAt < breakMs) writingMs += now - lastKeyAt;
    lastKeyAt = now;
    sitting = addWords(sitting, written);
  };

  return {
    opened(documentId: string, doc: Text) {
      words = countDocument(doc);
      const known = { documentId, words, selected: 0, sitting, writingMs };
      useCounts.setState({ ...known, ...countToday() });
    },
    updated(documentId: string, update: ViewUpdate) {
      for (const transaction of update.transactions) {
        if (!transaction.docChanged) continue;
        words += wordsAdded(transaction);
        const written = wordsByWriter(transaction);
        if (!isNoWords(written)) write(written);
        add(documentId, written);
      }
      if (!update.docChanged && !update.selectionSet) return;
      last = update.state;
      atRest.set(restMs);
    },
    /** The log of days has changed; who types sees it at the next rest. */
    showToday() {
      if (!atRest.isSet()) useCounts.setState(countToday());
    },
    /** What was written since the last save. */
    unsaved: (documentId: string): WordChange => unsaved.get(documentId) ?? noWords,
    /** The same: it goes with this save. */
    take(documentId: string): WordChange {
      const written = unsaved.get(documentId) ?? noWords;
      unsaved.delete(documentId);
      return written;
    },
    /** The save failed: its words go with the next one. */
    giveBack: add,
  };
}

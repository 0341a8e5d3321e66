import type { Text } from '@codemirror/state';
import type { ViewUpdate } from '@codemirror/view';
import { useCounts } from '#renderer/app/counts.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { addWordsOfDay, wordsToday } from '#renderer/app/today.ts';
import { dayOf } from '#renderer/app/words-of-day.ts';
import { countDocument, countWords } from './prose/word-count.ts';
import { wordsAdded, wordsByWriter } from './words-written.ts';

/** Rest before a changed count or selection is shown, ms: nothing moves while one types. */
const restMs = 300;
/** Rest before the day's count is written down, ms. */
const keepMs = 3000;
/** Longest selection counted, UTF-16 units; beyond it only the chapter's count shows. */
const longestSelection = 400_000;

/** Keeps the status bar's numbers: counts follow the edited lines alone, never the whole chapter. */
export function createPageCounts(projectId: string) {
  let words = 0;
  /** Written by the writer and not kept yet, and on which day. */
  let fresh = { day: dayOf(new Date()), words: 0 };
  let showing: ReturnType<typeof setTimeout> | undefined;
  let keeping: ReturnType<typeof setTimeout> | undefined;

  const today = () => {
    const now = new Date();
    const unkept = fresh.day === dayOf(now) ? fresh.words : 0;
    return Math.max(0, wordsToday(projectId, now) + unkept);
  };

  const show = (update: ViewUpdate) => {
    clearTimeout(showing);
    showing = setTimeout(() => {
      const { from, to } = update.state.selection.main;
      const fits = to > from && to - from <= longestSelection;
      const selected = fits ? countWords(update.state.sliceDoc(from, to)) : 0;
      useCounts.setState({ words, selected, today: today() });
    }, restMs);
  };

  /** Writes the day's words down. Rejects as settings do; they are kept with the next ones then. */
  const keep = async (): Promise<void> => {
    clearTimeout(keeping);
    const kept = fresh;
    if (kept.words === 0) return;
    fresh = { ...kept, words: 0 };
    try {
      await addWordsOfDay(projectId, kept.day, kept.words);
    } catch (error) {
      if (fresh.day === kept.day) fresh = { ...fresh, words: fresh.words + kept.words };
      throw error;
    }
  };

  const write = (written: number) => {
    const day = dayOf(new Date());
    if (day !== fresh.day) {
      keep().catch(reportFailure);
      fresh = { day, words: 0 };
    }
    fresh = { day, words: fresh.words + written };
    clearTimeout(keeping);
    keeping = setTimeout(() => void keep().catch(reportFailure), keepMs);
  };

  return {
    opened(documentId: string, doc: Text) {
      words = countDocument(doc);
      useCounts.setState({ documentId, words, selected: 0, today: today() });
    },
    updated(update: ViewUpdate) {
      for (const transaction of update.transactions) {
        if (!transaction.docChanged) continue;
        const added = wordsAdded(transaction);
        words += added;
        const written = wordsByWriter(transaction, added);
        if (written !== 0) write(written);
      }
      if (update.docChanged || update.selectionSet) show(update);
    },
    keep,
  };
}

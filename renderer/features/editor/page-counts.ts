import type { Text } from '@codemirror/state';
import type { ViewUpdate } from '@codemirror/view';
import { useCounts } from '#renderer/app/counts.ts';
import { rememberWordsToday, wordsToday } from '#renderer/app/today.ts';
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
  let today = wordsToday(projectId, new Date());
  let showing: ReturnType<typeof setTimeout> | undefined;
  let keeping: ReturnType<typeof setTimeout> | undefined;

  const show = (update: ViewUpdate) => {
    clearTimeout(showing);
    showing = setTimeout(() => {
      const { from, to } = update.state.selection.main;
      const fits = to > from && to - from <= longestSelection;
      const selected = fits ? countWords(update.state.sliceDoc(from, to)) : 0;
      useCounts.setState({ words, selected, today: Math.max(0, today) });
    }, restMs);
  };

  const keep = () => {
    clearTimeout(keeping);
    keeping = setTimeout(() => rememberWordsToday(projectId, today, new Date()), keepMs);
  };

  return {
    opened(documentId: string, doc: Text) {
      words = countDocument(doc);
      useCounts.setState({ documentId, words, selected: 0, today: Math.max(0, today) });
    },
    updated(update: ViewUpdate) {
      if (update.docChanged) {
        for (const transaction of update.transactions) {
          words += wordsAdded(transaction);
          const written = wordsByWriter(transaction);
          today += written;
          if (written !== 0) keep();
        }
      }
      if (update.docChanged || update.selectionSet) show(update);
    },
  };
}

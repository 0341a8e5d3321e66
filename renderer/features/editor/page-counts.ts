import type { ViewUpdate } from '@codemirror/view';
import { useCounts } from '#renderer/app/counts.ts';
import { countDocument, countedDifference, countWords } from './prose/word-count.ts';

/** Rest before a changed count or selection is shown, ms: nothing moves while one types. */
const restMs = 300;

/** Longest selection counted, UTF-16 units; beyond it only the chapter's count shows. */
const longestSelection = 400_000;

/** Keeps the status bar's numbers: counts follow the edited lines alone, never the whole chapter. */
export function createPageCounts() {
  let words = 0;
  let today = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (update: ViewUpdate) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const { from, to } = update.state.selection.main;
      const fits = to > from && to - from <= longestSelection;
      const selected = fits ? countWords(update.state.sliceDoc(from, to)) : 0;
      useCounts.setState({ words, selected, today: Math.max(0, today) });
    }, restMs);
  };

  return {
    opened(doc: Parameters<typeof countDocument>[0]) {
      words = countDocument(doc);
      useCounts.setState({ words, selected: 0 });
    },
    updated(update: ViewUpdate) {
      if (update.docChanged) {
        const difference = countedDifference(
          update.startState.doc,
          update.state.doc,
          update.changes,
        );
        words += difference;
        today += difference;
      }
      if (update.docChanged || update.selectionSet) show(update);
    },
    dispose: () => clearTimeout(timer),
  };
}

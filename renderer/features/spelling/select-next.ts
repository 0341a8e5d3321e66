/** The next misspelt word of the whole chapter, wherever the page is scrolled to (W5). */
import { EditorView } from '@codemirror/view';
import { dialogOnTop, notify } from '#renderer/app/notices.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { showAlso } from './misspelt-marks.ts';
import { useSpelling, variantNow } from './store.ts';
import { type WordAt, wordsIn } from '#shared/spelling/words.ts';

/** Words asked about at once: no long chapter is spelt to its end where the next slip is near. */
const wordsAtOnce = 400;

/** The words from the caret on, and on from the first one to the caret. */
export const roundFrom = (words: readonly WordAt[], caret: number): WordAt[] => {
  const behind = words.filter(({ from }) => from >= caret);
  return [...behind, ...words.slice(0, words.length - behind.length)];
};

/** `left`: the writer went on meanwhile, in this text or elsewhere. */
type Found = WordAt | 'none' | 'unavailable' | 'left';

async function findNext(view: EditorView): Promise<Found> {
  const variant = variantNow();
  const { doc, selection } = view.state;
  const isLeft = () => view.state.doc !== doc || variantNow() !== variant || dialogOnTop() !== null;
  const { isKnown, worker } = useSpelling.getState();
  const words = roundFrom(wordsIn(doc.toString()), selection.main.to);
  if (variant === null) return 'left';
  for (let at = 0; at < words.length; at += wordsAtOnce) {
    const asked = words.slice(at, at + wordsAtOnce).filter(({ word }) => !isKnown(word));
    const misspelt = await worker.findMisspelt(
      [...new Set(asked.map(({ word }) => word))],
      variant,
    );
    if (isLeft()) return 'left';
    if (misspelt === null) return 'unavailable';
    const found = asked.find(({ word }) => misspelt.has(word));
    if (found) return found;
  }
  return 'none';
}

/** A key pressed again is for the word behind the one that it is being looked for. */
let turn: Promise<void> = Promise.resolve();

/** Selects the next misspelt word after the caret, from the end on the first one; says so where there is none. */
export function selectNextMisspelt(view: EditorView, t: Translate): void {
  turn = turn
    .then(async () => {
      const found = await findNext(view);
      if (found === 'left') return;
      if (found === 'none' || found === 'unavailable') {
        notify({ place: 'binder', text: t(`spelling:${found}`) });
        return;
      }
      view.dispatch({
        selection: { anchor: found.from, head: found.to },
        effects: [
          showAlso(view, found),
          EditorView.scrollIntoView(found.from, { y: 'nearest', yMargin: 60 }),
        ],
      });
      view.focus();
    })
    .catch(reportFailure);
}

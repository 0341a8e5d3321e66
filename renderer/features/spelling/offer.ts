/** What the menu of the page offers for the misspelt word it is opened on. */

import type { EditorView } from '@codemirror/view';
import { notify } from '#renderer/app/notices.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { misspeltPlaces } from './misspelt-marks.ts';
import { setOffer, useSpelling, variantNow } from './store.ts';
import { teachWord } from './taught-words.ts';

/** So long a menu waits for suggestions, ms; a menu that grows under the pointer would be clicked wrongly. */
const timeoutMs = 400;

const notInTime = (): Promise<null> =>
  new Promise((resolve) => setTimeout(() => resolve(null), timeoutMs));

/**
 * Looks up what may have been meant by the misspelt word at the caret, or by the one that is selected; null at once where
 * there is none, so that the menu need not wait.
 */
export function prepareOffer(view: EditorView): Promise<void> | null {
  const { from, to } = view.state.selection.main;
  const place = misspeltPlaces(view).find((one) => one.from <= from && to <= one.to);
  const variant = variantNow();
  setOffer(null);
  if (place === undefined || variant === null) return null;
  const { doc } = view.state;
  const word = doc.sliceString(place.from, place.to);
  const { worker } = useSpelling.getState();
  return Promise.race([worker.suggest(word, variant), notInTime()]).then((suggestions) => {
    if (view.state.doc === doc) setOffer({ word, ...place, suggestions });
  });
}

export type SpellingAction = { id: string; label: string; isDisabled?: boolean; run: () => void };

const noSuggestions = (t: Translate): SpellingAction => ({
  ...{ id: 'spelling.noSuggestions', label: t('spelling:noSuggestions'), isDisabled: true },
  run: () => undefined,
});

/** Groups of the menu: what may have been meant, or that nothing is known, and to let the word stand. None where no word is misspelt. */
export function spellingActions(t: Translate, view: EditorView | null): SpellingAction[][] {
  const { offered } = useSpelling.getState();
  if (offered === null || view === null || view.state.readOnly) return [];
  const { word, from, to, suggestions } = offered;
  const replace = (insert: string) => () => {
    if (view.state.sliceDoc(from, to) !== word) {
      notify({ place: 'binder', text: t('spelling:changed', { word }) });
      return;
    }
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      userEvent: 'input.spelling',
      scrollIntoView: true,
    });
  };
  return [
    suggestions?.length === 0
      ? [noSuggestions(t)]
      : (suggestions ?? []).map((suggestion, index) => ({
          id: `spelling.suggestion.${index}`,
          label: suggestion,
          run: replace(suggestion),
        })),
    [
      {
        id: 'spelling.teach',
        label: t('spelling:teach', { word }),
        run: () => void teachWord(t, word),
      },
    ],
  ];
}

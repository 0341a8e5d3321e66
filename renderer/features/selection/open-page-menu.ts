import type { EditorView } from '@codemirror/view';
import { prepareOffer } from '#renderer/features/spelling/index.ts';
import { openMenu } from './store.ts';

/** Opens the menu of the page; on a misspelt word once it is known what may have been meant. */
export function openPageMenu(view: EditorView, place: { x: number; y: number }): void {
  const offer = prepareOffer(view);
  if (offer === null) openMenu(place);
  else void offer.then(() => openMenu(place));
}

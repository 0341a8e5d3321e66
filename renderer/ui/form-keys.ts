import type { KeyboardEvent } from 'react';
import { matches } from './keys.ts';

type FormKeys = {
  save: () => void;
  /** Left out where Esc belongs to what holds the form. */
  letGo?: () => void;
};

/** What goes on the element around a form. */
type FormProps = {
  onKeyDown: (event: KeyboardEvent) => void;
  /** Nothing else is to end at the Esc that lets go of it: no view, no panel. */
  'data-escape': true | undefined;
};

/** Keys of a form, also while a field has the focus: Ctrl Enter saves, Esc lets go. What an input method composes is its own. */
export const formKeys = ({ save, letGo }: FormKeys): FormProps => ({
  'data-escape': letGo === undefined ? undefined : true,
  onKeyDown(event) {
    if (event.nativeEvent.isComposing) return;
    if (matches('Mod+Enter', event.nativeEvent, navigator.platform)) save();
    else if (event.key === 'Escape' && !event.defaultPrevented && letGo !== undefined) letGo();
    else return;
    event.preventDefault();
    event.stopPropagation();
  },
});

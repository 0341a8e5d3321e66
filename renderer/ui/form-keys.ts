import type { KeyboardEvent } from 'react';
import { matches } from './keys.ts';

type FormKeys = {
  save: () => void;
  /** Left out where Esc belongs to what holds the form. */
  letGo?: () => void;
};

/** Keys of a form, also while a field has the focus: Ctrl Enter saves, Esc lets go. What an input method composes is its own. */
export const formKeys =
  ({ save, letGo }: FormKeys) =>
  (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (matches('Mod+Enter', event.nativeEvent, navigator.platform)) save();
    else if (event.key === 'Escape' && !event.defaultPrevented && letGo !== undefined) letGo();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

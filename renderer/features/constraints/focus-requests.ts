import { create } from 'zustand';

/** Grows each time a command wants the caret in the field for a new constraint. */
export const useAddFocus = create<{ serial: number }>()(() => ({ serial: 0 }));

export const focusAddField = (): void =>
  useAddFocus.setState(({ serial }) => ({ serial: serial + 1 }));

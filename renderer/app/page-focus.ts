import { create } from 'zustand';

/** Filled by the editor: puts the caret back into the text. */
export const usePageFocus = create<{ focus: () => void }>()(() => ({ focus: () => undefined }));

export const focusPage = (): void => usePageFocus.getState().focus();

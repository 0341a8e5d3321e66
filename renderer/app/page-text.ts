/** What of the page's text others may ask for without knowing the editor. */
import { create } from 'zustand';

/** Of the open chapter; offsets are UTF-16 code units. */
export type TextPassage = { start: number; end: number; text: string };

type PageText = {
  /** The selected text of the open chapter, as it is on the page. */
  selected: () => string;
  /** What is selected, else the sentence that the caret stands in; null where that is nothing but space. */
  passage: () => TextPassage | null;
  /** Puts words at the caret, as one step of the undo history; false where no chapter takes them. */
  insert: (text: string) => boolean;
};

/** Filled by the editor. */
export const usePageText = create<PageText>()(() => ({
  selected: () => '',
  passage: () => null,
  insert: () => false,
}));

/** Longest selection that is taken for words to look for, UTF-16 units. */
const longestWords = 80;

/** The selected words, where they are few enough to be looked for or to be a name; else ''. */
export function selectedWords(): string {
  const words = usePageText.getState().selected().trim();
  return words.length > longestWords || words.includes('\n') ? '' : words;
}

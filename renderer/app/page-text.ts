/** What of the page's text others may ask for without knowing the editor. */
import { create } from 'zustand';

/** Filled by the editor: the selected text of the open chapter, as it is on the page. */
export const usePageText = create<{ selected: () => string }>()(() => ({ selected: () => '' }));

/** Longest selection that is taken for words to look for, UTF-16 units. */
const longestWords = 80;

/** The selected words, where they are few enough to be looked for or to be a name; else ''. */
export function selectedWords(): string {
  const words = usePageText.getState().selected().trim();
  return words.length > longestWords || words.includes('\n') ? '' : words;
}

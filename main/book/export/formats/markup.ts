/** Text in XML and HTML. */
import type { Run } from '../book.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

/** Runs as XHTML; a line break inside a paragraph is `<br/>`. */
export const markupOfRuns = (runs: readonly Run[]): string =>
  runs
    .map(({ text, emphasis, strong }) => {
      const words = escapeMarkup(text).replace(/\n/g, '<br/>');
      const emphatic = emphasis ? `<em>${words}</em>` : words;
      return strong ? `<strong>${emphatic}</strong>` : emphatic;
    })
    .join('');

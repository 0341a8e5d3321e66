/** What of a passage goes where there is no room for all of it. */
import { relatedMark, type SearchHit } from '#shared/domain/retrieval.ts';
import type { Shorten, ShortForm } from './candidate.ts';
import type { PreparedPassage } from './prepared-passage.ts';
import type { PromptTemplates } from './prompt-templates.ts';
import { keepTelling } from './telling-sentences.ts';

/** Its telling sentences, under the chapter's title. */
export const shortenPassage = (
  hit: SearchHit,
  { text, lead }: PreparedPassage,
  title: string,
  templates: PromptTemplates,
): Shorten => {
  const formOf = ({ start, end }: { start: number; end: number }): ShortForm => {
    const part = text.slice(start, end).trimEnd();
    const from = hit.start + lead + start;
    return { body: templates.passage(title, part), start: from, end: from + part.length };
  };
  // A hit that is only alike says so by a mark: no word of the text brought it here.
  const words = hit.matched.filter((word) => word !== relatedMark);
  const keep = (fits: (body: string) => boolean): ShortForm | null => {
    const span = keepTelling(text, words, (wider) => fits(formOf(wider).body));
    return span ? formOf(span) : null;
  };
  return {
    toFit: keep,
    shortest() {
      let met = 0;
      return keep(() => met++ === 0) ?? formOf({ start: 0, end: text.length });
    },
  };
};

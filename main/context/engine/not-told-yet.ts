/** What a line about the book may give away beside what a fence hides by name: that is told in a line, and in no place of the text. */
import type { NameMatch } from '#main/book/knowledge/service.ts';
import type { AssemblyInput } from './assembly-input.ts';
import { fenceExclusion, validityExclusion } from './eligibility.ts';
import { fencedChapter, type PassageScope } from './passage-filter.ts';
import { titleSpans } from './title-spans.ts';

type NameSources = Pick<AssemblyInput, 'chapters' | 'entities' | 'findNames'>;

/** Whether a text names an entry that is fenced or not yet true at this place, or a closed chapter. */
export type TellsAhead = (text: string, names?: readonly NameMatch[]) => boolean;

/** `names`: those of the text, where they are known already. */
export const findTellsAhead = (
  { chapters, entities, findNames }: NameSources,
  scope: Pick<PassageScope, 'at' | 'forbidden'>,
): TellsAhead => {
  const { at } = scope;
  const secret = new Set(
    entities
      .filter(
        (entity) =>
          fenceExclusion(entity.fence, at) !== null ||
          validityExclusion(entity, at)?.reason === 'notYetValid',
      )
      .map(({ entityId }) => entityId),
  );
  const closed = chapters.filter((chapter) => fencedChapter(chapter, scope) !== null);
  return (text, names) =>
    (secret.size > 0 && (names ?? findNames(text)).some(({ entityId }) => secret.has(entityId))) ||
    (closed.length > 0 && titleSpans(text, closed).length > 0);
};

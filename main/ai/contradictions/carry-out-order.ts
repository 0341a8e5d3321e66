/** Has the rules read all texts of a book, and holds what they state against each other. Pure but for `tell`. */
import type { NameMatcher } from '#main/book/knowledge/service.ts';
import type { CheckOrder } from './check-order.ts';
import type { ProseTools } from './rules/claim.ts';
import { compareClaims, type FoundPair } from './rules/compare-claims.ts';
import { readClaims } from './rules/read-claims.ts';

/** `tell` hears how many texts of all were read. */
export const carryOutOrder = (
  { texts, entities }: Pick<CheckOrder, 'texts' | 'entities'>,
  { matcher, prose }: { matcher: NameMatcher; prose: ProseTools },
  tell: (done: number, total: number) => void,
): FoundPair[] => {
  const byId = new Map(entities.map((entity) => [entity.entityId, entity]));
  const read = texts.map(({ text, owner, ...rest }, at) => {
    tell(at, texts.length);
    return { ...rest, read: readClaims({ text, names: matcher.find(text), owner }, byId, prose) };
  });
  return compareClaims(read);
};

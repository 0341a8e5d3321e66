/** Has the rules read all texts of a book, and holds what they state against each other. Pure but for `tell`. */
import type { NameMatcher } from '#main/book/knowledge/service.ts';
import type { CheckedText, CheckOrder } from './check-order.ts';
import type { Entities, ProseTools } from './rules/claim.ts';
import { compareClaims, type FoundPair } from './rules/compare-claims.ts';
import { type ReadText, readClaims, withFacts } from './rules/read-claims.ts';
import { readField, readRelation } from './rules/read-facts.ts';
import { statementsIn } from './rules/statements.ts';

type Tools = { matcher: NameMatcher; prose: ProseTools };

const readText = (
  { text, owner, field, relation }: Pick<CheckedText, 'text' | 'owner' | 'field' | 'relation'>,
  entities: Entities,
  { matcher, prose }: Tools,
): ReadText => {
  const nothing: ReadText = { claims: [], acts: [], deaths: [], changing: [] };
  // Its words are no sentence.
  if (relation) return withFacts(nothing, text, readRelation(relation), entities);
  const read = readClaims({ text, names: matcher.find(text), owner }, entities, prose);
  if (!field || owner === null) return read;
  const fact = readField(field, owner);
  return withFacts(read, text, fact ? [fact] : [], entities);
};

/** `tell` hears how many texts of all were read. */
export const carryOutOrder = (
  { texts, entities }: Pick<CheckOrder, 'texts' | 'entities'>,
  tools: Tools,
  tell: (done: number, total: number) => void,
): FoundPair[] => {
  const byId = new Map(entities.map((entity) => [entity.entityId, entity]));
  const read = texts.map((text, at) => {
    tell(at, texts.length);
    const { source, id, chapter, from, to } = text;
    return { source, id, chapter, from, to, read: readText(text, byId, tools) };
  });
  return compareClaims(read);
};

/** What quotes stated that are no longer in the book. */
export const rereadFormer = (
  { former, entities }: Pick<CheckOrder, 'former' | 'entities'>,
  tools: Tools,
): string[][] => {
  const byId = new Map(entities.map((entity) => [entity.entityId, entity]));
  return former.map((text) => statementsIn(readText(text, byId, tools), text));
};

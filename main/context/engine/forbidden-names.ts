import type { Entity } from '#shared/domain/knowledge.ts';
import { fenceExclusion, type PointOfView } from './eligibility.ts';
import type { NameMatch } from '#main/book/knowledge/service.ts';

/** Names a request from this standpoint must not read: those of entities kept out by a fence (N3). */
export type ForbiddenNames = {
  /** Ids of the entries. */
  readonly hidden: ReadonlySet<string>;
  mentionedIn(text: string): boolean;
  /** Where they stand, in text order. */
  placesIn(text: string): Span[];
};

/** A half-open range of UTF-16 code units. */
export type Span = { start: number; end: number };

/** Entries and how their names are found. */
export type Named = {
  entities: readonly Entity[];
  /** Null where the codex cannot be read: which names it hides nobody knows. */
  names: object | null;
  findNames(text: string): readonly NameMatch[];
};

const nothingForbidden: ForbiddenNames = {
  hidden: new Set(),
  mentionedIn: () => false,
  placesIn: () => [],
};
/** Of a codex that cannot be read: any text may mention what it hides (B2). */
const anythingForbidden: ForbiddenNames = {
  hidden: new Set(),
  mentionedIn: () => true,
  placesIn: (text) => (text === '' ? [] : [{ start: 0, end: text.length }]),
};

/**
 * Names of codex entries that a fence keeps from this request. What mentions them is not offered either, so a
 * secret does not come in by the side door of an old passage (N3).
 */
export const forbiddenNames = (input: Named, at: PointOfView): ForbiddenNames =>
  input.names === null
    ? anythingForbidden
    : namesOf(input, (entity) => fenceExclusion(entity.fence, at) !== null);

/** Names of entries marked never to be sent: not even the text around the cursor may carry them. */
export const unsendableNames = (input: Named): ForbiddenNames =>
  namesOf(input, (entity) => entity.fence?.neverSend === true);

const namesOf = (input: Named, isHidden: (entity: Entity) => boolean): ForbiddenNames => {
  const hidden = new Set<string>();
  for (const entity of input.entities) {
    if (isHidden(entity)) hidden.add(entity.entityId);
  }
  if (hidden.size === 0) return nothingForbidden;
  const placesIn = (text: string) =>
    input.findNames(text).filter((match) => hidden.has(match.entityId));
  return { hidden, placesIn, mentionedIn: (text) => placesIn(text).length > 0 };
};

/** As much of the text on either side of a border as a name may be long. */
const aroundBorder = 400;

/** Places that a border parts: on each side stands a piece in which nobody finds the name. */
export const placesAcross = (
  text: string,
  border: number,
  { hidden, placesIn }: ForbiddenNames,
) => {
  if (hidden.size === 0 || border <= 0 || border >= text.length) return [];
  const from = Math.max(0, border - aroundBorder);
  return placesIn(text.slice(from, border + aroundBorder))
    .map(({ start, end }): Span => ({ start: from + start, end: from + end }))
    .filter(({ start, end }) => start < border && end > border);
};

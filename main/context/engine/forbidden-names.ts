import type { Entity } from '#shared/domain/knowledge.ts';
import { fenceExclusion, type PointOfView } from './eligibility.ts';
import type { NameMatch } from '#main/book/knowledge/service.ts';

/** Names a request from this standpoint must not read: those of entities kept out by a fence (N3). */
export type ForbiddenNames = {
  /** Ids of the entries. */
  readonly hidden: ReadonlySet<string>;
  mentionedIn(text: string): boolean;
};

/** Entries and how their names are found. */
export type Named = {
  entities: readonly Entity[];
  /** Null where the codex cannot be read: which names it hides nobody knows. */
  names: object | null;
  findNames(text: string): readonly NameMatch[];
};

const nothingForbidden: ForbiddenNames = { hidden: new Set(), mentionedIn: () => false };
/** Of a codex that cannot be read: any text may mention what it hides (B2). */
const anythingForbidden: ForbiddenNames = { hidden: new Set(), mentionedIn: () => true };

/**
 * Names of codex entries that a fence keeps from this request. What mentions them is not offered either, so a
 * secret does not come in by the side door of an old passage (N3).
 */
export const forbiddenNames = (material: Named, at: PointOfView): ForbiddenNames =>
  material.names === null
    ? anythingForbidden
    : namesOf(material, (entity) => fenceExclusion(entity.fence, at) !== null);

/** Names of entries marked never to be sent: not even the text around the cursor may carry them. */
export const unsendableNames = (material: Named): ForbiddenNames =>
  namesOf(material, (entity) => entity.fence?.neverSend === true);

const namesOf = (material: Named, isHidden: (entity: Entity) => boolean): ForbiddenNames => {
  const hidden = new Set<string>();
  for (const entity of material.entities) {
    if (isHidden(entity)) hidden.add(entity.entityId);
  }
  if (hidden.size === 0) return nothingForbidden;
  return {
    hidden,
    mentionedIn: (text) => material.findNames(text).some((match) => hidden.has(match.entityId)),
  };
};

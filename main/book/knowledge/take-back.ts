/** What a write changed of an entry, and what a way back makes of it (W1). */
import type { AnchoredEntityFacts, EntityChange } from '#shared/domain/entity-change.ts';
import { AppError } from '#shared/errors.ts';
import { givenFields } from '#shared/given-fields.ts';
import type { Chapters } from '../chapters.ts';
import { anchorReference, anchorStoredFence, StoredFence } from '../chapter-reference.ts';
import { otherFacts, pickFacts, wayBack } from '../facts-change.ts';
import type { EntityRecord, StoredEntity } from './entity-store.ts';

type Facts = EntityChange['before'];

/** All but what the program notes of it. */
const factsOf = ({ entity, deleted }: StoredEntity): AnchoredEntityFacts => {
  const {
    entityId: _e,
    tokenCount: _t,
    version: _v,
    createdAt: _c,
    updatedAt: _u,
    ...facts
  } = entity;
  return { ...facts, deleted };
};

const changeOf = (entityId: string, before: Facts, after: AnchoredEntityFacts): EntityChange => ({
  ...{ entityId, before, after },
});

/** What made one of two other, with all that it is after; an empty list for nothing. */
export const changesBetween = (before: StoredEntity, after: StoredEntity): EntityChange[] => {
  const [was, is] = [factsOf(before), factsOf(after)];
  const changed = otherFacts(was, is);
  if (changed.length === 0) return [];
  return [changeOf(after.entity.entityId, pickFacts(was, changed), is)];
};

/** {@link changesBetween} for one that there was not. */
export const creationOf = (entity: EntityRecord): EntityChange =>
  changeOf(entity.entityId, { deleted: true }, factsOf({ entity, deleted: false }));

/** FIELD_CHANGED, naming what it is that was changed; not its words, for errors are logged and bundled. */
export const changedSince = (entityId: string, fields: readonly string[]): AppError =>
  new AppError('FIELD_CHANGED', 'Something else is written there by now.', {
    entityId,
    fields: fields.includes('deleted') ? ['deleted'] : [...fields],
  });

/** The same with every chapter named by its id. */
const anchored = <Given extends Facts>(given: Given, chapters: Chapters): Given => {
  const { validFrom, validTo, fence, details } = given;
  return {
    ...given,
    ...(validFrom ? { validFrom: anchorReference(validFrom, chapters) } : {}),
    ...(validTo ? { validTo: anchorReference(validTo, chapters) } : {}),
    ...(fence ? { fence: anchorStoredFence(StoredFence.parse(fence), chapters) } : {}),
    ...(details
      ? {
          details: Object.fromEntries(
            Object.entries(details).map(([id, { from, ...said }]) => [
              id,
              { ...said, from: from && anchorReference(from, chapters) },
            ]),
          ),
        }
      : {}),
  };
};

/** The same entry with these facts; those that are not named stay. */
const withFacts = ({ entity, deleted }: StoredEntity, facts: Facts): StoredEntity => {
  const { deleted: isDeleted = deleted, fence, ...given } = facts;
  return {
    entity: {
      ...entity,
      ...givenFields(given),
      ...(fence === undefined ? {} : { fence: fence && StoredFence.parse(fence) }),
    },
    deleted: isDeleted,
  };
};

/** What stands once a change is taken back; null where it is so already. FIELD_CHANGED. */
export const takenBack = (
  stored: StoredEntity,
  { entityId, before, after }: EntityChange,
  chapters: Chapters,
): StoredEntity | null => {
  const now = anchored(factsOf(stored), chapters);
  const change = { before: anchored(before, chapters), after: anchored(after, chapters) };
  const { open, changed } = wayBack<Facts>(now, change);
  if (open.length === 0) return null;
  // What a caller leaves out of `after` is no leave to write in what was deleted.
  if (stored.deleted && !('deleted' in before)) throw changedSince(entityId, ['deleted']);
  if (changed.length > 0) throw changedSince(entityId, changed);
  return withFacts(stored, before);
};

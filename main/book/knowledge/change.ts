/** What a change makes of an entry, and what no entry or relation may be. */
import type { Parsed } from '#shared/contract/index.ts';
import {
  type Entity,
  type EntityDetail,
  maxAliases,
  type Relation,
} from '#shared/domain/knowledge.ts';
import type { Given } from './chapters-of-facts.ts';
import { AppError } from '#shared/errors.ts';
import { givenFields } from '#shared/given-fields.ts';

/** Folds a name so that spellings of one name are equal. */
export type SameName = (name: string) => string;

export const entityNotFound = (entityId: string): AppError =>
  new AppError('ENTITY_NOT_FOUND', 'There is no such entity in this project.', { entityId });

export const relationNotFound = (relationId: string): AppError =>
  new AppError('RELATION_NOT_FOUND', 'There is no such relation in this project.', { relationId });

/** Aliases without the name itself and without repetitions; the first spelling stays. */
export const distinctAliases = (
  name: string,
  aliases: readonly string[],
  sameName: SameName,
): string[] => {
  const seen = new Set([sameName(name)]);
  return aliases.filter((alias) => {
    const folded = sameName(alias);
    if (seen.has(folded)) return false;
    seen.add(folded);
    return true;
  });
};

type Named = Pick<Entity, 'entityId' | 'kind' | 'name'>;

/** Others of the same kind and name: two machines can make them without knowing of each other. */
export const findNamesakes = <T extends Named>(
  entity: Named,
  others: readonly T[],
  sameName: SameName,
): T[] => {
  const folded = sameName(entity.name);
  return others.filter(
    (other) =>
      other.entityId !== entity.entityId &&
      other.kind === entity.kind &&
      sameName(other.name) === folded,
  );
};

/**
 * ENTITY_INVALID for too many aliases and a name another entity of the kind has; one that bore it before (`current`) may go on
 * with it.
 */
export const checkNames = (
  entity: Named & Pick<Entity, 'aliases'>,
  others: readonly Named[],
  { sameName, current }: { sameName: SameName; current?: Named },
): void => {
  if (entity.aliases.length > maxAliases) {
    throw new AppError('ENTITY_INVALID', `An entity has ${maxAliases} aliases at most.`, {
      field: 'aliases',
      limit: maxAliases,
      count: entity.aliases.length,
    });
  }
  const isNamedSo =
    current?.kind === entity.kind && sameName(current.name) === sameName(entity.name);
  const [namesake] = isNamedSo ? [] : findNamesakes(entity, others, sameName);
  if (namesake) {
    throw new AppError('ENTITY_INVALID', `There is a ${entity.kind} of this name already.`, {
      field: 'name',
      entityId: namesake.entityId,
    });
  }
};

/** {@link checkNames}, and ENTITY_INVALID for chapters in the wrong order. */
export const checkEntity = (
  entity: Entity,
  others: readonly Named[],
  names: { sameName: SameName; current?: Named },
): void => {
  const { validFromChapter: from, validToChapter: to } = entity;
  if (from !== null && to !== null && from > to) {
    throw new AppError('ENTITY_INVALID', 'The entity would end before it begins.', {
      field: 'validToChapter',
      validFromChapter: from,
      validToChapter: to,
    });
  }
  checkNames(entity, others, names);
};

const withChapters = (
  details: NonNullable<Parsed<'knowledge:entities:update'>['details']>,
  stored: readonly EntityDetail[],
): EntityDetail[] => {
  const chapters = new Map(stored.map(({ detailId, fromChapter }) => [detailId, fromChapter]));
  return details.map(({ fromChapter, ...detail }) => ({
    ...detail,
    fromChapter: fromChapter === undefined ? (chapters.get(detail.detailId) ?? null) : fromChapter,
  }));
};

/** What an update makes of an entity, its version risen by one. ENTITY_CONFLICT when it was stale. */
export const changeEntity = (
  current: Entity,
  change: Parsed<'knowledge:entities:update'>,
  {
    countTokens,
    sameName,
    now,
  }: { countTokens(name: string, summary: string): number; sameName: SameName; now: number },
): Given<Entity> => {
  if (change.expectedVersion !== current.version) {
    throw new AppError('ENTITY_CONFLICT', 'The entity was changed in the meantime.', {
      entityId: current.entityId,
      currentVersion: current.version,
    });
  }
  const { projectId: _project, expectedVersion, details, ...fields } = change;
  const changed = { details: details && withChapters(details, current.details), ...fields };
  const next = { ...current, ...givenFields(changed) };
  return {
    ...next,
    aliases: distinctAliases(next.name, next.aliases, sameName),
    tokenCount: countTokens(next.name, next.summary),
    version: expectedVersion + 1,
    updatedAt: now,
  };
};

/** RELATION_INVALID unless both ends are different entities of the project and the chapters are in order. */
export const checkRelation = (relation: Relation, entities: readonly Entity[]): void => {
  const fail = (message: string, field: string): never => {
    throw new AppError('RELATION_INVALID', message, { field });
  };
  const { subjectId, objectId, validFromChapter: from, validToChapter: to } = relation;
  if (subjectId === objectId) fail('An entity cannot be related to itself.', 'objectId');
  for (const field of ['subjectId', 'objectId'] as const) {
    if (!entities.some(({ entityId }) => entityId === relation[field])) {
      fail('A relation needs two entities of its project.', field);
    }
  }
  if (from !== null && to !== null && from > to) {
    fail('The relation would end before it begins.', 'validToChapter');
  }
};

/** Rewords records of the codex and constraints, and knows how to word them back. */
import { isDeepStrictEqual } from 'node:util';
import type { RecordChange } from '#shared/domain/manuscript.ts';
import { AppError } from '#shared/errors.ts';
import type { ReplaceParts } from './parts.ts';

type Records = Pick<ReplaceParts, 'knowledge' | 'constraints'>;
type Named = Pick<RecordChange, 'kind' | 'id'>;

/** The record's words and version as they are; null when it is not there. */
const wordingNow = (
  { knowledge, constraints }: Records,
  projectId: string,
  { kind, id }: Named,
): RecordChange | null => {
  if (kind === 'entity') {
    const entity = knowledge.listEntities(projectId).find((one) => one.entityId === id);
    if (!entity) return null;
    const { name, aliases, summary, version } = entity;
    return { kind, id, expectedVersion: version, name, aliases: [...aliases], summary };
  }
  if (kind === 'relation') {
    const relation = knowledge.listRelations(projectId).find((one) => one.relationId === id);
    if (!relation) return null;
    return { kind, id, expectedVersion: relation.version, predicate: relation.predicate };
  }
  const constraint = constraints.list(projectId).find((one) => one.constraintId === id);
  if (!constraint) return null;
  return { kind, id, expectedVersion: constraint.version, text: constraint.text };
};

const missingCodes = {
  entity: 'ENTITY_NOT_FOUND',
  relation: 'RELATION_NOT_FOUND',
  constraint: 'CONSTRAINT_NOT_FOUND',
} as const;

const titleOf = (wording: RecordChange): string => {
  if (wording.kind === 'entity') return wording.name ?? '';
  return wording.kind === 'relation' ? wording.predicate : wording.text;
};

/**
 * What would word this record back, its expected version that of after the change. REPLACE_PLACE_CHANGED names a record
 * that changed meanwhile; ENTITY_NOT_FOUND, RELATION_NOT_FOUND, CONSTRAINT_NOT_FOUND.
 */
export const wordingBack = (
  records: Records,
  projectId: string,
  change: RecordChange,
): RecordChange => {
  const { kind, id, expectedVersion } = change;
  const now = wordingNow(records, projectId, change);
  if (now === null) throw new AppError(missingCodes[kind], 'There is no such record.', { id });
  if (now.expectedVersion !== expectedVersion) {
    throw new AppError('REPLACE_PLACE_CHANGED', 'A record changed meanwhile.', {
      kind,
      id,
      title: titleOf(now).slice(0, 80),
    });
  }
  return { ...now, expectedVersion: expectedVersion + 1 };
};

/** Throws what the services throw for a stale version or a wording they cannot take. */
export const rewordRecord = (
  { knowledge, constraints }: Records,
  projectId: string,
  change: RecordChange,
): void => {
  const { id, expectedVersion } = change;
  if (change.kind === 'entity') {
    const { name, aliases, summary } = change;
    const words = { name, aliases, summary };
    knowledge.updateEntity({ projectId, entityId: id, expectedVersion, ...words });
  } else if (change.kind === 'relation') {
    const { predicate } = change;
    knowledge.rewordRelation({ projectId, relationId: id, expectedVersion, predicate });
  } else {
    const { text } = change;
    constraints.update({ projectId, constraintId: id, expectedVersion, text });
  }
};

/** Words a record back; false when it is gone, or somebody reworded it meanwhile. True when it is as before already. */
export const rewordBack = (records: Records, projectId: string, back: RecordChange): boolean => {
  const now = wordingNow(records, projectId, back);
  if (now === null) return false;
  const { expectedVersion } = now;
  if (isDeepStrictEqual(now, { ...back, expectedVersion })) return true;
  if (expectedVersion !== back.expectedVersion) return false;
  rewordRecord(records, projectId, back);
  return true;
};

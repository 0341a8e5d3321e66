/** Rewords records of the codex and constraints, and knows how to word them back. */
import { isDeepStrictEqual } from 'node:util';
import { RecordChange } from '#shared/domain/manuscript.ts';
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

type Field = string | readonly string[] | undefined;

/** One by one where there are as many as before: others may have been put beside them. */
const aliasesBack = (
  now: readonly string[],
  made: readonly string[],
  before: readonly string[],
): readonly string[] => {
  if (made.length !== before.length) return now;
  const old = new Map(made.map((alias, index) => [alias, before[index] ?? alias]));
  return now.map((alias) => old.get(alias) ?? alias);
};

/** A field as it was before, where it is as it was made; null where somebody reworded it. */
const fieldBack = (now: Field, made: Field, before: Field): { value: Field } | null => {
  if (isDeepStrictEqual(now, before) || isDeepStrictEqual(made, before)) return { value: now };
  if (isDeepStrictEqual(now, made)) return { value: before };
  if (!Array.isArray(now) || !Array.isArray(made) || !Array.isArray(before)) return null;
  const value = aliasesBack(now, made, before);
  return isDeepStrictEqual(value, now) ? null : { value };
};

const fieldsOf = (change: RecordChange): Record<string, Field> => {
  const { kind: _kind, id: _id, expectedVersion: _version, ...fields } = change;
  return fields;
};

export type RewordedBack = {
  /** Fields that were reworded since and stay; 1 for a record that is gone. */
  left: number;
  title: string;
};

/** Words a record back, each field that is as the replacement left it. */
export const rewordBack = (
  records: Records,
  projectId: string,
  { back, made }: { back: RecordChange; made?: RecordChange | undefined },
): RewordedBack => {
  const now = wordingNow(records, projectId, back);
  if (now === null) return { left: 1, title: titleOf(back) };
  const { expectedVersion } = now;
  const given = made ?? (expectedVersion === back.expectedVersion ? now : null);
  if (given === null) {
    const isAsBefore = isDeepStrictEqual(now, { ...back, expectedVersion });
    return { left: isAsBefore ? 0 : 1, title: titleOf(now) };
  }
  const [fields, before, after] = [fieldsOf(now), fieldsOf(back), fieldsOf(given)];
  const words: Record<string, Field> = {};
  let left = 0;
  for (const name of Object.keys(fields)) {
    // A field that the replacement left out it left as it was.
    const field = name in after ? fieldBack(fields[name], after[name], before[name]) : null;
    if (field) words[name] = field.value;
    else if (name in after) left += 1;
  }
  const reworded = RecordChange.parse({ ...now, ...words });
  if (!isDeepStrictEqual(reworded, now)) rewordRecord(records, projectId, reworded);
  return { left, title: titleOf(reworded) };
};

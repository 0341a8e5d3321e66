import { createHash } from 'node:crypto';
import type { Constraint } from '#shared/domain/constraint.ts';
import type { Entity, Relation } from '#shared/domain/knowledge.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { constraintKey, documentKey, entityKey, relationKey } from '#shared/domain/source-key.ts';

const digestLength = 12;

/** An entry by its names: another name makes another key, for nobody looked for that one before. */
export const nameKey = ({ entityId, name, aliases }: Entity): string => {
  const digest = createHash('sha256').update(JSON.stringify([name, ...aliases]));
  return `name:${entityId}:${digest.digest('hex').slice(0, digestLength)}`;
};

export type Closable = {
  documents: readonly DocumentInfo[];
  entities: readonly Entity[];
  relations: readonly Relation[];
  constraints: readonly Constraint[];
  /** Ids of what was deleted while it had a fence: nobody can lift that any more. */
  deleted: { entities: readonly string[]; constraints: readonly string[] };
};

export type Allows = {
  document(document: DocumentInfo): boolean;
  entity(entity: Entity): boolean;
  /** Whether the names may be shown; an entry that is not yet true keeps its name. */
  names(entity: Entity): boolean;
  relation(relation: Relation): boolean;
  constraint(constraint: Constraint): boolean;
};

/** The keys of all that is not allowed. */
export const closedKeys = (all: Closable, allows: Allows): Set<string> =>
  new Set([
    ...all.documents
      .filter((one) => !allows.document(one))
      .map(({ documentId }) => documentKey(documentId)),
    ...all.entities.filter((one) => !allows.entity(one)).map(({ entityId }) => entityKey(entityId)),
    ...all.entities.filter((one) => !allows.names(one)).map(nameKey),
    ...all.relations
      .filter((one) => !allows.relation(one))
      .map(({ relationId }) => relationKey(relationId)),
    ...all.constraints
      .filter((one) => !allows.constraint(one))
      .map(({ constraintId }) => constraintKey(constraintId)),
    ...all.deleted.entities.map(entityKey),
    ...all.deleted.constraints.map(constraintKey),
  ]);

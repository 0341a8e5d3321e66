/** Facts as callers see them, with numbers of chapters, and as they are stored, with ids. */
import type { AnchoredDetails } from '#shared/domain/entity-change.ts';
import type { ChapterReference, FenceInput } from '#shared/domain/fence.ts';
import type { Entity, EntityDetail, Relation } from '#shared/domain/knowledge.ts';
import type { Chapters } from '../chapters.ts';
import {
  anchorFence,
  anchorGiven,
  resolveFence,
  resolveReference,
  type StoredFence,
} from '../chapter-reference.ts';
import { orderDetails } from '#shared/entity-details.ts';
import type { EntityRecord } from './entity-store.ts';
import type { RelationRecord } from './relation-store.ts';

type Shown = Pick<Entity, 'validFromChapter' | 'validToChapter' | 'fence'>;
type Stored = Pick<EntityRecord, 'validFrom' | 'validTo' | 'fence'>;

const resolveFact = ({ validFrom, validTo, fence }: Stored, chapters: Chapters): Shown => {
  const numberOf = (reference: ChapterReference | null): number | null =>
    reference && resolveReference(reference, chapters);
  return {
    validFromChapter: numberOf(validFrom),
    validToChapter: numberOf(validTo),
    fence: resolveFence(fence, chapters),
  };
};

/** A fact as it was given: its fence may name a chapter by id. */
export type Given<T extends Shown> = Omit<T, 'fence'> & { fence: FenceInput | null };

const anchorFact = (
  { validFromChapter, validToChapter, fence }: Given<Shown>,
  stored: Stored | null,
  chapters: Chapters,
): Stored => ({
  validFrom: anchorGiven(validFromChapter, stored?.validFrom ?? null, chapters),
  validTo: anchorGiven(validToChapter, stored?.validTo ?? null, chapters),
  fence: anchorFence(fence, (stored?.fence ?? null) as StoredFence | null, chapters),
});

const resolveDetails = (stored: AnchoredDetails, chapters: Chapters): EntityDetail[] =>
  Object.entries(stored).map(([detailId, { label, text, from }]) => ({
    ...{ detailId, label, text },
    fromChapter: from && resolveReference(from, chapters),
  }));

const anchorDetails = (
  details: readonly EntityDetail[],
  stored: AnchoredDetails,
  chapters: Chapters,
): AnchoredDetails =>
  Object.fromEntries(
    details.map(({ detailId, label, text, fromChapter }) => {
      const before = Object.hasOwn(stored, detailId) ? stored[detailId]?.from : null;
      return [detailId, { label, text, from: anchorGiven(fromChapter, before ?? null, chapters) }];
    }),
  );

export const resolveEntity = (record: EntityRecord, chapters: Chapters): Entity => {
  const { validFrom: _from, validTo: _to, details, ...rest } = record;
  return {
    ...rest,
    details: orderDetails(rest.kind, resolveDetails(details, chapters)),
    ...resolveFact(record, chapters),
  };
};

export const resolveRelation = (record: RelationRecord, chapters: Chapters): Relation => {
  const { validFrom: _from, validTo: _to, ...rest } = record;
  return { ...rest, ...resolveFact(record, chapters) };
};

/** `stored`: the record it replaces, whose chapters stay where their numbers do. DOCUMENT_NOT_FOUND. */
export const anchorEntity = (
  entity: Given<Entity>,
  stored: EntityRecord | null,
  chapters: Chapters,
): EntityRecord => {
  const { validFromChapter: _from, validToChapter: _to, details, ...rest } = entity;
  return {
    ...rest,
    details: anchorDetails(details, stored?.details ?? {}, chapters),
    ...anchorFact(entity, stored, chapters),
  };
};

export const anchorRelation = (relation: Given<Relation>, chapters: Chapters): RelationRecord => {
  const { validFromChapter: _from, validToChapter: _to, ...rest } = relation;
  return { ...rest, ...anchorFact(relation, null, chapters) };
};

/** An entry as it is true in one chapter (F11): what is not yet, or no longer, is left out. */
import { AppError } from '#shared/errors.ts';
import { detailsIn } from '#shared/entity-details.ts';
import type { KnownEntry } from '#shared/domain/known-entry.ts';
import type { Entity, Relation } from '#shared/domain/knowledge.ts';
import type { Chapters } from '../chapters.ts';
import { entityNotFound } from './change.ts';
import type { KnowledgeService } from './service.ts';
import type { ShownFacts } from './shown-facts.ts';

type Span = Pick<Entity, 'validFromChapter' | 'validToChapter'>;

const holdsIn = ({ validFromChapter: from, validToChapter: to }: Span, chapter: number): boolean =>
  (from === null || chapter >= from) && (to === null || chapter <= to);

type Known = { entities: readonly Entity[]; relations: readonly Relation[] };

/** @param known the codex the entry stands in */
export const knownIn = (entity: Entity, known: Known, chapter: number): KnownEntry => {
  const { entityId, name, kind, aliases, validFromChapter, validToChapter } = entity;
  const holds = holdsIn(entity, chapter);
  const others = new Map(known.entities.map((other) => [other.entityId, other]));
  const ties = !holds
    ? []
    : known.relations.flatMap((relation) => {
        const { subjectId, objectId, predicate, relationId } = relation;
        const isOutgoing = subjectId === entityId;
        if (!isOutgoing && objectId !== entityId) return [];
        const other = others.get(isOutgoing ? objectId : subjectId);
        if (!other || !holdsIn(relation, chapter) || !holdsIn(other, chapter)) return [];
        return [{ relationId, predicate, isOutgoing, otherId: other.entityId, other: other.name }];
      });
  return {
    ...{ entityId, name, kind, aliases, chapter, holds, validFromChapter, validToChapter },
    summary: holds ? entity.summary : '',
    details: holds
      ? detailsIn(entity.details, chapter).map(({ label, text }) => ({ label, text }))
      : [],
    relations: ties,
  };
};

/** See `knownIn` of {@link KnowledgeService}. */
export const createKnownIn =
  (
    chaptersOf: (projectId: string) => Chapters,
    entities: ShownFacts['entities'],
    relations: ShownFacts['relations'],
  ): KnowledgeService['knownIn'] =>
  (projectId, entityId, documentId) => {
    const chapter = chaptersOf(projectId).numberOf(documentId);
    if (chapter === null) {
      throw new AppError('DOCUMENT_NOT_FOUND', 'There is no such chapter in this project.', {
        documentId,
      });
    }
    const { items } = entities.get(projectId);
    const entity = items.find((one) => one.entityId === entityId);
    if (!entity) throw entityNotFound(entityId);
    return knownIn(entity, { entities: items, relations: relations.get(projectId).items }, chapter);
  };

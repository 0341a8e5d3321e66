import type { QuotedSpan } from '#shared/domain/finding.ts';
import type { Case, Complaint } from '../material.ts';
import { voice } from '../text/voices.ts';
import { isFramed } from './frames.ts';
import { entityNamed, plainNames } from './names.ts';
import { actionEnd } from './subject.ts';

/** The last chapter somebody acts in, 0 for none, and what says so. */
type End = { after: number; constraintId?: string; basis?: QuotedSpan };

const deathRelation =
  /死|亡|殒|牺牲|遇害|病逝|去世|丧命|\b(?:dies?|died|dead|death|killed|perish(?:es|ed)?|drown(?:s|ed)?|murdered)\b/i;

const endsOf = (judged: Case): Map<string, End> => {
  const { material, entities, rules } = judged;
  const ends = new Map<string, End>();
  const end = (entityId: string, found: End): void => {
    const known = ends.get(entityId);
    if (!known || found.after < known.after || (found.after === known.after && found.basis)) {
      ends.set(entityId, found);
    }
  };
  for (const { entityId, kind, validToChapter } of entities.values()) {
    if (kind === 'character' && validToChapter !== null) end(entityId, { after: validToChapter });
  }
  for (const relation of material.relations) {
    const event = entities.get(relation.objectId);
    if (entities.get(relation.subjectId)?.kind !== 'character' || event?.kind !== 'event') continue;
    if (!deathRelation.test(relation.predicate)) continue;
    const chapter = relation.validFromChapter ?? event.validFromChapter;
    if (chapter !== null) end(relation.subjectId, { after: chapter });
  }
  for (const rule of rules) {
    if (rule.check !== 'dead') continue;
    const entity = entityNamed(judged, rule.name);
    if (entity?.kind !== 'character') continue;
    const { constraintId, basis } = rule;
    end(entity.entityId, { after: rule.afterChapter ?? 0, constraintId, basis });
  }
  return ends;
};

/**
 * Who has come to an end and yet acts in the narration of a later chapter: the subject of a verb, outside
 * quotations, memories, dreams, suppositions and pictures.
 */
export const checkDead = (judged: Case): Complaint[] => {
  const { reading, material, entities } = judged;
  const ends = endsOf(judged);
  if (ends.size === 0) return [];
  return plainNames(judged).flatMap((name): Complaint[] => {
    const ended = ends.get(name.entityId);
    if (!ended || material.chapter <= ended.after) return [];
    if (reading.voices[name.start] !== voice.narration) return [];
    const end = actionEnd(reading, name);
    if (end === null || isFramed(reading, name.start)) return [];
    const { after, ...basis } = ended;
    const words = {
      name: entities.get(name.entityId)?.name ?? name.name,
      ...(after > 0 ? { chapter: after } : {}),
    };
    return [{ kind: 'deadActs', start: name.start, end, entityId: name.entityId, ...basis, words }];
  });
};

/** Finds characters who act after their end. */
import type { QuotedSpan } from '#shared/domain/finding.ts';
import type { Case, Complaint, Verdict } from '../judge-input.ts';
import type { Span } from '#main/base/prose/span.ts';
import { voice } from '../text/voices.ts';
import { isFramed } from './frames.ts';
import { entityNamed, findPlainNames } from './names.ts';
import { findPatternSpans } from './pattern-spans.ts';
import { actionEnd } from './subject.ts';

/** The last chapter somebody acts in, 0 for none, and what says so. */
type End = { after: number; constraintId?: string; basis?: QuotedSpan };

const deathRelation =
  /死|亡|殒|牺牲|遇害|病逝|去世|丧命|\b(?:dies?|died|dead|death|killed|perish(?:es|ed)?|drown(?:s|ed)?|murdered)\b/i;

/** Who has come to an end, by codex entry; and whom constraints name that the codex does not know. */
type Ends = { known: Map<string, End>; strangers: { name: string; end: End }[] };

const endsOf = (judged: Case): Ends => {
  const { input, entities, rules } = judged;
  const ends = new Map<string, End>();
  const strangers: Ends['strangers'] = [];
  const end = (entityId: string, found: End): void => {
    const known = ends.get(entityId);
    if (!known || found.after < known.after || (found.after === known.after && found.basis)) {
      ends.set(entityId, found);
    }
  };
  for (const { entityId, kind, validToChapter } of entities.values()) {
    if (kind === 'character' && validToChapter !== null) end(entityId, { after: validToChapter });
  }
  for (const relation of input.relations) {
    const event = entities.get(relation.objectId);
    if (entities.get(relation.subjectId)?.kind !== 'character' || event?.kind !== 'event') continue;
    if (!deathRelation.test(relation.predicate)) continue;
    const chapter = relation.validFromChapter ?? event.validFromChapter;
    if (chapter !== null) end(relation.subjectId, { after: chapter });
  }
  for (const rule of rules) {
    if (rule.check !== 'dead') continue;
    const entity = entityNamed(judged, rule.name);
    const { constraintId, basis } = rule;
    const found = { after: rule.afterChapter ?? 0, constraintId, basis };
    if (entity?.kind === 'character') end(entity.entityId, found);
    else if (!entity) strangers.push({ name: rule.name, end: found });
  }
  return { known: ends, strangers };
};

type Named = { span: Span; name: string; entityId?: string; end: End };

/** Every place in the text that names somebody who has come to an end. */
const namedIn = (judged: Case, { known, strangers }: Ends): Named[] => [
  ...findPlainNames(judged).flatMap(({ start, end: to, entityId, name }): Named[] => {
    const end = known.get(entityId);
    if (!end) return [];
    const called = judged.entities.get(entityId)?.name ?? name;
    return [{ span: { start, end: to }, name: called, entityId, end }];
  }),
  ...strangers.flatMap(({ name, end }) =>
    findPatternSpans(judged.analyzed, { kind: 'phrase', text: name }).map(
      (span): Named => ({ span, name, end }),
    ),
  ),
];

/**
 * Who has come to an end and yet acts in the narration of a later chapter: the subject of a verb, outside
 * quotations, memories, dreams, suppositions and pictures. Somebody the codex does not know may bear other names:
 * a text that is silent of the one that is known decides nothing.
 */
export const checkDead = (judged: Case): Verdict => {
  const { analyzed, input } = judged;
  const ends = endsOf(judged);
  const complaints = namedIn(judged, ends).flatMap(({ span, name, entityId, end }): Complaint[] => {
    if (input.chapter <= end.after || analyzed.voices[span.start] !== voice.narration) return [];
    const actsUntil = actionEnd(analyzed, span);
    if (actsUntil === null || isFramed(analyzed, span.start)) return [];
    const { after, ...basis } = end;
    const words = { name, ...(after > 0 ? { chapter: after } : {}) };
    const about = entityId === undefined ? {} : { entityId };
    return [{ kind: 'deadActs', start: span.start, end: actsUntil, ...about, ...basis, words }];
  });
  const undecided = judged.rules.flatMap((rule) =>
    rule.check === 'dead' &&
    input.chapter > (rule.afterChapter ?? 0) &&
    entityNamed(judged, rule.name)?.kind !== 'character'
      ? [rule.constraintId]
      : [],
  );
  return { complaints, undecided };
};

/** Finds the names of codex entries in a text, and names that come too early or that others only know. */
import type { NameMatch } from '#main/book/knowledge/service.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import type { Case, Complaint, Verdict } from '../judge-input.ts';
import { findPatternSpans } from './pattern-spans.ts';

/** Matches in the same place that belong to other entities: then the name alone does not say who is meant. */
const sharedPlaces = (names: readonly NameMatch[]): ReadonlySet<number> => {
  const seen = new Map<number, string>();
  const shared = new Set<number>();
  for (const { start, entityId } of names) {
    const other = seen.get(start);
    if (other !== undefined && other !== entityId) shared.add(start);
    seen.set(start, entityId);
  }
  return shared;
};

/** Names that can only mean one entity. */
export const findPlainNames = ({ names }: Case): NameMatch[] => {
  const shared = sharedPlaces(names);
  return names.filter(({ start }) => !shared.has(start));
};

/** The one entity that bears exactly this name, or null. */
export const entityNamed = ({ input, entities }: Case, name: string): Entity | null => {
  const found = input
    .findNames(name)
    .filter(({ start, end }) => start === 0 && end === name.length);
  const ids = new Set(found.map(({ entityId }) => entityId));
  const [only] = ids;
  return only !== undefined && ids.size === 1 ? (entities.get(only) ?? null) : null;
};

const withoutArticle = (name: string): string => name.replace(/^(?:the|an?) /i, '');

/** A fact that begins in a later chapter; concepts and events are described by their entries, not named. */
const begins = (entity: Entity): number | null => {
  const fenced = entity.fence?.notBeforeChapter ?? null;
  const named = entity.kind !== 'concept' && entity.kind !== 'event';
  const valid = named ? entity.validFromChapter : null;
  return fenced === null ? valid : Math.max(fenced, valid ?? 0);
};

/** Names before their chapter: of fenced or later codex entries, and what constraints name. */
export const checkNames = (judged: Case): Verdict => {
  const { input, analyzed, rules, entities } = judged;
  const { chapter, pointOfViewEntityId } = input;
  const complaints: Complaint[] = [];
  const names = findPlainNames(judged);

  for (const { entityId, start, end } of names) {
    const entity = entities.get(entityId);
    if (!entity) continue;
    const first = begins(entity);
    if (first !== null && chapter < first) {
      const words = { name: entity.name, chapter: first };
      complaints.push({ kind: 'nameTooEarly', start, end, entityId, words });
    }
    const knownBy = entity.fence?.knownBy;
    if (!knownBy || pointOfViewEntityId === null || knownBy.includes(pointOfViewEntityId)) continue;
    const words = { name: entity.name };
    complaints.push({ kind: 'notKnownToPointOfView', start, end, entityId, words });
  }

  for (const rule of rules) {
    if (rule.check !== 'notBefore' || chapter >= rule.chapter) continue;
    const { constraintId, basis } = rule;
    const entity = entityNamed(judged, rule.name) ?? entityNamed(judged, withoutArticle(rule.name));
    if (!entity && rule.entityOnly) continue;
    const spans = entity
      ? names.filter(({ entityId }) => entityId === entity.entityId)
      : findPatternSpans(analyzed, { kind: 'phrase', text: withoutArticle(rule.name) });
    for (const { start, end } of spans) {
      const words = { name: entity?.name ?? rule.name, chapter: rule.chapter };
      const about = entity ? { entityId: entity.entityId } : {};
      complaints.push({ kind: 'nameTooEarly', start, end, constraintId, basis, words, ...about });
    }
  }
  return { complaints, undecided: [] };
};

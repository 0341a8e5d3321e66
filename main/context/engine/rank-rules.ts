import type { Constraint } from '#shared/domain/constraint.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import type { Candidate, Shorten, ShortForm } from './candidate.ts';
import {
  type Exclusion,
  fenceExclusion,
  fenceText,
  type PointOfView,
  validityExclusion,
} from './eligibility.ts';
import { type ForbiddenNames, unsendableNames } from './forbidden-names.ts';
import type { PromptTemplates } from './prompt-templates.ts';
import { focusAfter, focusBefore } from './focus.ts';
import type { AssemblyInput } from './assembly-input.ts';
import { sharedShare, termsOf } from './similarity.ts';
import { sentenceStarts } from './trim-text.ts';

const isWriters = (constraint: Constraint): boolean =>
  constraint.source === 'user' || constraint.source === 'project';

/**
 * What names in its text keep a constraint back. The writer's own words about a hidden entry are sent all the same,
 * for they may be what guards the secret; only a name never to be sent holds them too.
 */
const namesExclusion = (
  constraint: Constraint,
  forbidden: ForbiddenNames,
  unsendable: ForbiddenNames,
): Exclusion | null => {
  if (unsendable.mentionedIn(constraint.text)) return { reason: 'neverSend' };
  const isKept = !isWriters(constraint) && forbidden.mentionedIn(constraint.text);
  return isKept ? { reason: 'fencedUntilChapter' } : null;
};

const constraintCandidates = (
  material: AssemblyInput,
  at: PointOfView,
  forbidden: ForbiddenNames,
): Candidate[] => {
  const unsendable = unsendableNames(material);
  return material.constraints.map((constraint) => {
    // Before anything that would show it among what was left out: a secret stays one there too.
    const fenced =
      fenceExclusion(constraint.fence, at) ?? namesExclusion(constraint, forbidden, unsendable);
    const excluded: Exclusion | null =
      fenced ??
      (material.mute.has(constraint.constraintId)
        ? { reason: 'mutedByWriter' }
        : constraint.enabled
          ? null
          : { reason: 'disabled' });
    return {
      id: constraint.constraintId,
      group: 'constraints',
      source: 'constraint',
      title: constraint.text,
      body: constraint.text,
      reason: isWriters(constraint) ? 'writerConstraint' : 'automaticConstraint',
      excluded,
      score: constraint.priority,
      revision: `${constraint.version}`,
      fence: fenceText(constraint.fence),
    };
  });
};

/** How strongly the text near the cursor asks for an entity; tiers never mix. */
const tier = { always: 3000, mentioned: 2000, related: 1000, kept: 500 } as const;
/** What mentions add at most: however often a name stands there, its tier is not left. */
const maxMentionScore = 490;

const entityExclusion = (
  entity: Entity,
  material: AssemblyInput,
  at: PointOfView,
): Exclusion | null => {
  const fenced = fenceExclusion(entity.fence, at);
  if (fenced) return fenced;
  if (material.mute.has(entity.entityId)) return { reason: 'mutedByWriter' };
  if (entity.inclusion === 'never') return { reason: 'neverIncluded' };
  return validityExclusion(entity, at);
};

/** An entry whose name stands within so many code units before the cursor is in the scene. */
const namedWithin = 600;

/** Entries named right before the cursor, or by the writer's instruction behind the text around it. */
const namedEntries = ({ mentions, before, after }: AssemblyInput): Set<string> => {
  const cursor = Math.min(focusBefore, before.length);
  // Where the line end before it stands, or its first character: at the end of a chapter nothing stands between.
  const instruction = cursor + 1 + Math.min(focusAfter, after.length);
  const named = new Set<string>();
  for (const { entityId, start } of mentions) {
    const isBefore = start < cursor && start >= cursor - namedWithin;
    if (isBefore || start >= instruction) named.add(entityId);
  }
  return named;
};

/** An entry's first sentences, with its kind and names. */
const shortenEntry = (bodyOf: (summary: string) => string, summary: string): Shorten => {
  const ends = [...sentenceStarts(summary), summary.length];
  const formOf = (end: number): ShortForm => ({ body: bodyOf(summary.slice(0, end).trimEnd()) });
  return {
    toFit: (fits) =>
      ends
        .toReversed()
        .map(formOf)
        .find(({ body }) => fits(body)) ?? null,
    shortest: () => formOf(ends[0] ?? summary.length),
  };
};

/** Mentions by entity, each weighted by how near its last one stands to the end of the focus. */
const mentionScores = (
  material: AssemblyInput,
): Map<string, { score: number; names: Set<string> }> => {
  const scores = new Map<string, { score: number; names: Set<string> }>();
  const length = Math.max(1, material.focus.length);
  for (const mention of material.mentions) {
    const known = scores.get(mention.entityId) ?? { score: 0, names: new Set<string>() };
    known.score += 1 + mention.end / length;
    known.names.add(mention.name);
    scores.set(mention.entityId, known);
  }
  return scores;
};

/** An entry without the sentences and other names that mention one a fence keeps back (N3). */
const withoutForbidden = (
  entity: Entity,
  forbidden: ForbiddenNames,
): Pick<Entity, 'aliases' | 'summary'> => {
  const { aliases, summary } = entity;
  if (![summary, ...aliases].some((text) => forbidden.mentionedIn(text))) {
    return { aliases, summary };
  }
  const starts = [0, ...sentenceStarts(summary)];
  return {
    aliases: aliases.filter((alias) => !forbidden.mentionedIn(alias)),
    summary: starts
      .map((start, index) => summary.slice(start, starts[index + 1]))
      .filter((sentence) => !forbidden.mentionedIn(sentence))
      .join('')
      .trim(),
  };
};

/**
 * Codex entries with their relations, in the codex's own order so that the prefix stays stable; `score` says
 * which ones stay when the layer is over its line: always, mentioned, related to a mentioned one, kept from the
 * last request, then likeness of the sheet to the text (S3-13).
 */
const entityCandidates = (
  material: AssemblyInput,
  templates: PromptTemplates,
  at: PointOfView,
  forbidden: ForbiddenNames,
): Candidate[] => {
  const excludedById = new Map(
    material.entities.map((entity) => [entity.entityId, entityExclusion(entity, material, at)]),
  );
  const nameById = new Map(material.entities.map((entity) => [entity.entityId, entity.name]));
  const mentions = mentionScores(material);
  const named = namedEntries(material);
  const relatedToMentioned = new Set<string>();
  const linesBySubject = new Map<string, string[]>();
  for (const relation of material.relations) {
    if (fenceExclusion(relation.fence, at) ?? validityExclusion(relation, at)) continue;
    if (forbidden.mentionedIn(relation.predicate)) continue;
    // Ends that are kept out take the relation with them; an end the list does not know is not there at all.
    if (excludedById.get(relation.subjectId) !== null) continue;
    if (excludedById.get(relation.objectId) !== null) continue;
    if (mentions.has(relation.subjectId)) relatedToMentioned.add(relation.objectId);
    if (mentions.has(relation.objectId)) relatedToMentioned.add(relation.subjectId);
    const lines = linesBySubject.get(relation.subjectId) ?? [];
    lines.push(
      templates.relation(
        nameById.get(relation.subjectId) ?? '',
        relation.predicate,
        nameById.get(relation.objectId) ?? '',
      ),
    );
    linesBySubject.set(relation.subjectId, lines);
  }

  if (material.entities.length === 0) return [];
  const focusTerms = termsOf(material.focus);
  return material.entities.map((entity) => {
    const kind = templates.kinds[entity.kind];
    const mention = mentions.get(entity.entityId);
    const kept = material.stickyEntityIds.has(entity.entityId) ? tier.kept : 0;
    const likeness = sharedShare(material.minHash(entity.summary).terms, focusTerms);
    const [reason, base] =
      entity.inclusion === 'always'
        ? (['alwaysIncluded', tier.always] as const)
        : mention
          ? (['mentioned', tier.mentioned + Math.min(mention.score, maxMentionScore)] as const)
          : relatedToMentioned.has(entity.entityId)
            ? (['relatedToMentioned', tier.related] as const)
            : (['related', 0] as const);
    const lines = linesBySubject.get(entity.entityId) ?? [];
    const shown = withoutForbidden(entity, forbidden);
    const body = [templates.entity(kind, entity.name, shown.aliases, shown.summary), ...lines];
    const isShortened = shown.summary !== entity.summary || shown.aliases !== entity.aliases;
    return {
      id: entity.entityId,
      group: 'entities',
      source: 'knowledge',
      title: templates.titles.entity(kind, entity.name),
      body: body.join('\n'),
      reason,
      excluded: excludedById.get(entity.entityId) ?? null,
      score: base + kept + likeness,
      named: named.has(entity.entityId),
      shorten: shortenEntry(
        (summary) => templates.entity(kind, entity.name, shown.aliases, summary),
        shown.summary,
      ),
      ...(mention ? { matched: [...mention.names] } : {}),
      revision: `${entity.version}:${lines.join('\n')}`,
      fence: fenceText(entity.fence),
      ...(isShortened ? { shortened: 'fencedPart' } : {}),
    };
  });
};

export const rankRules = (
  material: AssemblyInput,
  templates: PromptTemplates,
  at: PointOfView,
  forbidden: ForbiddenNames,
): Candidate[] => [
  ...constraintCandidates(material, at, forbidden),
  ...entityCandidates(material, templates, at, forbidden),
];

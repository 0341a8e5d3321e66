/** Codex entries by how strongly the text at the cursor asks for them (S3-13). */
import type { Reason } from '#shared/domain/assembly.ts';
import type { AssemblyInput } from './assembly-input.ts';
import type { Candidate } from './candidate.ts';
import { EntryCandidate } from './entry-candidate.ts';
import { focusAfter, focusBefore } from './focus.ts';
import type { EntryView, PreparedEntries, PreparedEntry } from './prepared-entries.ts';

/** Tiers never mix. */
const tier = { always: 3000, mentioned: 2000, related: 1000, kept: 500 } as const;
/** What mentions add at most: however often a name stands there, its tier is not left. */
const maxMentionScore = 490;

/** An entry whose name stands within so many code units before the cursor is in the scene. */
const namedWithin = 600;

/** Entries named right before the cursor, or by the writer's instruction behind the text around it. */
const findNamed = ({ mentions, before, after }: AssemblyInput): Set<string> => {
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

type Mentioned = { score: number; names: Set<string> };

/** Mentions by entity, each weighted by how near its last one stands to the end of the focus. */
const scoreMentions = ({ focus, mentions }: AssemblyInput): Map<string, Mentioned> => {
  const scores = new Map<string, Mentioned>();
  const length = Math.max(1, focus.length);
  for (const mention of mentions) {
    const known = scores.get(mention.entityId) ?? { score: 0, names: new Set<string>() };
    known.score += 1 + mention.end / length;
    known.names.add(mention.name);
    scores.set(mention.entityId, known);
  }
  return scores;
};

const findRelated = (
  { related }: PreparedEntries,
  mentions: ReadonlyMap<string, unknown>,
): Set<string> => {
  const found = new Set<string>();
  for (const { subjectId, objectId } of related) {
    if (mentions.has(subjectId)) found.add(objectId);
    if (mentions.has(objectId)) found.add(subjectId);
  }
  return found;
};

/** Why an entry is in, and the score of its tier. */
const rankOf = (
  { isAlways }: PreparedEntry,
  mention: Mentioned | undefined,
  isRelated: boolean,
): { reason: Reason; base: number } => {
  if (isAlways) return { reason: 'alwaysIncluded', base: tier.always };
  if (mention) {
    return { reason: 'mentioned', base: tier.mentioned + Math.min(mention.score, maxMentionScore) };
  }
  return isRelated
    ? { reason: 'relatedToMentioned', base: tier.related }
    : { reason: 'related', base: 0 };
};

/**
 * Codex entries with their relations. `score` says which ones stay when the layer is over its line: always, mentioned,
 * related to a mentioned one, kept from the last request, then likeness of the sheet to the text (S3-13).
 */
export const rankEntries = (input: AssemblyInput, view: EntryView): Candidate[] => {
  if (input.entities.length === 0) return [];
  const prepared = input.prepare.entries(input, view);
  const mentions = scoreMentions(input);
  const named = findNamed(input);
  const related = findRelated(prepared, mentions);
  const likenessOf = findLikenessLater(prepared, input.focus);
  return prepared.entries.map((entry, index): Candidate => {
    const mention = mentions.get(entry.id);
    const { reason, base } = rankOf(entry, mention, related.has(entry.id));
    const kept = input.stickyEntityIds.has(entry.id) ? tier.kept : 0;
    return new EntryCandidate(entry, {
      reason,
      named: named.has(entry.id),
      matched: mention && [...mention.names],
      score: () => base + kept + likenessOf(index),
    });
  });
};

/** Of each entry to the text; found when somebody asks for a score: where all entries have room nobody does. */
const findLikenessLater = (
  { findLikeness }: PreparedEntries,
  focus: string,
): ((index: number) => number) => {
  let likeness: Float64Array | null = null;
  return (index) => {
    likeness ??= findLikeness(focus);
    return likeness[index] ?? 0;
  };
};

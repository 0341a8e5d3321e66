/** Passages of the book that retrieval found, as candidates, best first. */
import type { SearchHit } from '#shared/domain/retrieval.ts';
import type { AssemblyInput } from './assembly-input.ts';
import type { Candidate } from './candidate.ts';
import { createNearCopies, type NearCopies } from './near-copies.ts';
import type { Exclusion } from './eligibility.ts';
import { type RankedPassage, PassageCandidate } from './passage-candidate.ts';
import { passageExclusion, type PassageScope, passageScope } from './passage-filter.ts';
import { type PreparedPassage, preparePassage } from './prepared-passage.ts';
import type { PromptTemplates } from './prompt-templates.ts';

/** S3-43. */
const retrievedLimit = 200;
/** What a passage takes at least on average; a whole window full of them is offered, so that no room stays unused. */
const defaultPassageTokens = 250;
/** Near copies and what Immediate already has stay out of those that are offered. */
const sparePassages = 40;

/** Passages to look for: as many as the whole window could hold, at most S3-43's 200, and some to spare. */
export const passagesToOffer = (contextWindow: number): number =>
  Math.min(retrievedLimit, Math.ceil(contextWindow / defaultPassageTokens)) + sparePassages;

export type Span = { documentId: string; start: number; end: number };

/** A part of a passage too short to mean anything by itself is not worth sending. */
const shortestRemainder = 40;

/** What of a passage does not already stand in Immediate: all of it, its longer end, or nothing. */
const withoutSpans = (
  hit: SearchHit,
  spans: readonly Span[],
): { start: number; end: number } | null => {
  let part: { start: number; end: number } = hit;
  for (const span of spans) {
    const { start, end } = part;
    if (span.documentId !== hit.documentId || span.end <= start || span.start >= end) continue;
    const left = span.start - start;
    const right = end - span.end;
    if (Math.max(left, right) < shortestRemainder) return null;
    part = left >= right ? { start, end: span.start } : { start: span.end, end };
  }
  return part;
};

/** A passage that left the project while the index still knew it is not among them: there is nothing to send. */
export const offerPassages = (
  input: AssemblyInput,
  templates: PromptTemplates,
): RankedPassage[] => {
  const chapters = input.prepare.chaptersById(input.chapters);
  const offered: RankedPassage[] = [];
  for (const hit of input.hits) {
    const chapter = chapters.get(hit.documentId);
    if (!chapter) continue;
    const prepared = input.prepare.passage(hit, chapter.title, templates);
    offered.push({ hit, chapter, prepared });
  }
  return offered;
};

/** What stands in the prompt anyway: the stretches of the manuscript Immediate will hold, and chapters that go whole. */
export type StandsAnyway = { immediate: readonly Span[]; whole: ReadonlySet<string> };

type PassageRanking = StandsAnyway & {
  input: AssemblyInput;
  templates: PromptTemplates;
  scope: PassageScope;
  /** Passages that are offered already. */
  taken: NearCopies;
};

/** Why it may not be sent; `prepared` is what is left of it, null where Immediate holds it. */
const findExclusion = (
  { hit, chapter }: RankedPassage,
  prepared: PreparedPassage | null,
  { input, scope, whole, taken }: PassageRanking,
): Exclusion | null => {
  const closed = passageExclusion(hit, chapter, scope);
  if (closed) return closed;
  if (input.mute.has(hit.chunkId)) return { reason: 'mutedByWriter' };
  if (whole.has(hit.documentId)) return { reason: 'alreadyWhole' };
  if (!prepared) return { reason: 'alreadyInImmediate' };
  if (prepared.text === '') return { reason: 'emptyText' };
  if (taken.has(prepared)) return { reason: 'nearDuplicate' };
  return taken.size >= retrievedLimit ? { reason: 'layerLimit' } : null;
};

/** What of a passage does not stand in Immediate, as it is sent; null where nothing is left. */
const prepareRest = (
  { hit, chapter, prepared }: RankedPassage,
  { immediate, templates }: PassageRanking,
): PreparedPassage | null => {
  const part = withoutSpans(hit, immediate);
  if (!part || part === hit) return part && prepared;
  return preparePassage(
    hit,
    part.start - hit.start,
    part.end - hit.start,
    chapter.title,
    templates,
  );
};

/**
 * Passages best first. Each carries what may be sent of it: text that Immediate already has is taken off, near
 * copies of a better passage stay out.
 */
export const rankPassages = (
  offered: readonly RankedPassage[],
  input: AssemblyInput,
  templates: PromptTemplates,
  beside: StandsAnyway,
): Candidate[] => {
  const scope = passageScope(input);
  const ranking = { input, templates, scope, ...beside, taken: createNearCopies() };
  return offered.map((passage) => {
    const rest = prepareRest(passage, ranking);
    const excluded = findExclusion(passage, rest, ranking);
    const prepared = rest ?? passage.prepared;
    if (!excluded) ranking.taken.add(prepared);
    return new PassageCandidate(passage, { prepared, excluded }, ranking);
  });
};

/** Passages of the book that retrieval found, as candidates, best first. */
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { SearchHit } from '#shared/domain/retrieval.ts';
import type { AssemblyInput } from './assembly-input.ts';
import type { Candidate } from './candidate.ts';
import { createNearCopies, type NearCopies } from './near-copies.ts';
import { PassageCandidate, type PassageStanding } from './passage-candidate.ts';
import { passageExclusion, type PassageScope, passageScope } from './passage-filter.ts';
import { type PreparedPassage, preparePassage } from './prepared-passage.ts';
import type { PromptTemplates } from './prompt-templates.ts';

/** S3-43. */
const retrievedLimit = 200;
/** The shortest passages take so many tokens; a window full of them is offered, so that no room stays unused. */
const leastPassageTokens = 150;
/** Near copies and what Immediate already has stay out of those that are offered. */
const sparePassages = 40;

/** Passages to look for: as many as the whole window could hold, at most S3-43's 200, and some to spare. */
export const passagesToOffer = (contextWindow: number): number =>
  Math.min(retrievedLimit, Math.ceil(contextWindow / leastPassageTokens)) + sparePassages;

export type Span = { documentId: string; start: number; end: number };

/** A part of a passage too short to mean anything by itself is not worth sending. */
const shortestRemainder = 40;

/** What of a passage does not already stand in Immediate: all of it, its longer end, or nothing. */
const withoutSpans = (
  hit: SearchHit,
  spans: readonly Span[],
): { start: number; end: number } | null => {
  let { start, end } = hit;
  for (const span of spans) {
    if (span.documentId !== hit.documentId || span.end <= start || span.start >= end) continue;
    const left = span.start - start;
    const right = end - span.end;
    if (Math.max(left, right) < shortestRemainder) return null;
    if (left >= right) end = span.start;
    else start = span.end;
  }
  return { start, end };
};

/** A passage retrieval found, its chapter, and what is sent of it when it goes whole. */
export type OfferedPassage = {
  hit: SearchHit;
  /** Null when it left the project while the index still knew it: then there is nothing to send. */
  chapter: DocumentInfo | null;
  prepared: PreparedPassage;
};

export const offerPassages = (
  input: AssemblyInput,
  templates: PromptTemplates,
): OfferedPassage[] => {
  const chapters = new Map(input.chapters.map((chapter) => [chapter.documentId, chapter]));
  return input.hits.map((hit) => {
    const chapter = chapters.get(hit.documentId) ?? null;
    return { hit, chapter, prepared: input.prepare.passage(hit, chapter?.title ?? '', templates) };
  });
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

/** What of a passage may be sent, and why not where it may not. */
const judgePassage = (
  hit: SearchHit,
  chapter: DocumentInfo,
  whole: PreparedPassage,
  { input, templates, scope, immediate, whole: wholeChapters, taken }: PassageRanking,
): PassageStanding => {
  const part = withoutSpans(hit, immediate);
  const { start, end } = part ?? hit;
  const isShortened = start !== hit.start || end !== hit.end;
  const prepared = isShortened
    ? preparePassage(hit, start - hit.start, end - hit.start, chapter.title, templates)
    : whole;
  const findExclusion = (): PassageStanding['excluded'] => {
    const closed = passageExclusion(hit, chapter, scope);
    if (closed) return closed;
    if (input.mute.has(hit.chunkId)) return { reason: 'mutedByWriter' };
    if (wholeChapters.has(hit.documentId)) return { reason: 'alreadyWhole' };
    if (!part) return { reason: 'alreadyInImmediate' };
    if (prepared.text === '') return { reason: 'emptyText' };
    if (taken.has(prepared.sketch)) return { reason: 'nearDuplicate' };
    return taken.size >= retrievedLimit ? { reason: 'layerLimit' } : null;
  };
  const excluded = findExclusion();
  if (!excluded) taken.add(prepared.sketch);
  return { hit, chapter, prepared, excluded, isShortened };
};

/**
 * Passages best first. Each carries what may be sent of it: text that Immediate already has is taken off, near
 * copies of a better passage stay out.
 */
export const rankPassages = (
  offered: readonly OfferedPassage[],
  input: AssemblyInput,
  templates: PromptTemplates,
  beside: StandsAnyway,
): Candidate[] => {
  const scope = passageScope(input);
  const ranking = { input, templates, scope, ...beside, taken: createNearCopies(retrievedLimit) };
  const candidates: Candidate[] = [];
  for (const { hit, chapter, prepared } of offered) {
    if (!chapter) continue;
    const standing = judgePassage(hit, chapter, prepared, ranking);
    candidates.push(new PassageCandidate(standing, input, templates));
  }
  return candidates;
};

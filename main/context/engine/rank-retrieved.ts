import type { DocumentInfo } from '#shared/domain/project.ts';
import type { SearchHit } from '#shared/domain/retrieval.ts';
import { aboutClosed } from './about-closed.ts';
import type { Candidate, Shorten, ShortForm } from './candidate.ts';
import type { Exclusion, PointOfView } from './eligibility.ts';
import type { ForbiddenNames } from './forbidden-names.ts';
import type { PromptTemplates } from './prompt-templates.ts';
import type { AssemblyInput } from './assembly-input.ts';
import { passageExclusion, passageScope } from './passage-filter.ts';
import { type PreparedPassage, preparePassage } from './prepared-passage.ts';
import { keepTelling } from './telling-sentences.ts';
import { areNearCopies, type MinHashSignature, sharedShare, termsOf } from './similarity.ts';
import { withoutTornNames } from './torn-names.ts';

/** S3-43. */
const retrievedLimit = 200;
/** The shortest passages take so many tokens; a window full of them is offered, so that no room stays unused. */
const leastPassageTokens = 150;
/** Near copies and what Immediate already has stay out of those that are offered. */
const sparePassages = 40;

/** Passages to look for: as many as the whole window could hold, at most S3-43's 200, and some to spare. */
export const passagesToOffer = (contextWindow: number): number =>
  Math.min(retrievedLimit, Math.ceil(contextWindow / leastPassageTokens)) + sparePassages;

const nearDuplicateLikeness = 0.8;
const episodeLimit = 3;
const episodeFloor = 0.12;

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

const hasNearCopy = (taken: readonly MinHashSignature[], sketch: MinHashSignature): boolean => {
  for (const other of taken) if (areNearCopies(other, sketch, nearDuplicateLikeness)) return true;
  return false;
};

/** Its telling sentences, under the chapter's title. */
const shortenPassage = (
  hit: SearchHit,
  { text, lead }: PreparedPassage,
  title: string,
  templates: PromptTemplates,
): Shorten => {
  const formOf = ({ start, end }: { start: number; end: number }): ShortForm => {
    const part = text.slice(start, end).trimEnd();
    const from = hit.start + lead + start;
    return { body: templates.passage(title, part), start: from, end: from + part.length };
  };
  const keep = (fits: (body: string) => boolean): ShortForm | null => {
    const span = keepTelling(text, hit.matched, (wider) => fits(formOf(wider).body));
    return span ? formOf(span) : null;
  };
  return {
    toFit: keep,
    shortest() {
      let met = 0;
      return keep(() => met++ === 0) ?? formOf({ start: 0, end: text.length });
    },
  };
};

/** A passage retrieval found, its chapter, and what is sent of it when it goes whole. */
export type OfferedPassage = {
  hit: SearchHit;
  /** Null when it left the project while the index still knew it: then there is nothing to send. */
  chapter: DocumentInfo | null;
  prepared: PreparedPassage;
};

export const offerPassages = (
  material: AssemblyInput,
  templates: PromptTemplates,
): OfferedPassage[] => {
  const chapters = new Map(material.chapters.map((chapter) => [chapter.documentId, chapter]));
  return material.hits.map((hit) => {
    const chapter = chapters.get(hit.documentId) ?? null;
    const prepared = material.preparePassage(hit, chapter?.title ?? '', templates);
    return { hit, chapter, prepared };
  });
};

/**
 * Passages best first. Each carries what may be sent of it: text that Immediate already has is taken off, near
 * copies of a better passage stay out. `immediate` are the stretches of the manuscript Immediate will hold.
 */
export const rankPassages = (
  offered: readonly OfferedPassage[],
  material: AssemblyInput,
  templates: PromptTemplates,
  immediate: readonly Span[],
): Candidate[] => {
  const scope = passageScope(material);
  const taken: MinHashSignature[] = [];
  const candidates: Candidate[] = [];
  for (const { hit, chapter, prepared: whole } of offered) {
    if (!chapter) continue;
    let excluded = passageExclusion(hit, chapter, scope);
    if (material.mute.has(hit.chunkId)) excluded ??= { reason: 'mutedByWriter' };
    const part = withoutSpans(hit, immediate);
    excluded ??= part ? null : { reason: 'alreadyInImmediate' };
    const { start, end } = part ?? hit;
    const shortened = start !== hit.start || end !== hit.end;
    const prepared = shortened
      ? preparePassage(hit, start - hit.start, end - hit.start, chapter.title, templates)
      : whole;
    excluded ??= prepared.text === '' ? { reason: 'emptyText' } : null;
    if (!excluded) {
      const { sketch } = prepared;
      if (hasNearCopy(taken, sketch)) {
        excluded = { reason: 'nearDuplicate' };
      } else if (taken.length >= retrievedLimit) {
        excluded = { reason: 'layerLimit' };
      } else {
        taken.push(sketch);
      }
    }
    candidates.push({
      id: hit.chunkId,
      group: 'passages',
      source: 'retrieval',
      title: prepared.title,
      body: prepared.body,
      item: prepared.item,
      reason: 'similarPassage',
      excluded,
      score: hit.score,
      matched: withoutTornNames(hit.matched, material),
      documentId: hit.documentId,
      chapterOrder: chapter.order,
      start: hit.start + prepared.lead,
      end: hit.start + prepared.lead + prepared.text.length,
      revision: prepared.revision,
      fence: null,
      shortened: shortened ? 'overlapRemoved' : undefined,
      shorten: shortenPassage(hit, prepared, chapter.title, templates),
    });
  }
  return candidates;
};

/** Records of past work that share words with what is being written. */
export const rankEpisodes = (
  material: AssemblyInput,
  templates: PromptTemplates,
  at: PointOfView,
  forbidden: ForbiddenNames,
): Candidate[] => {
  if (material.episodes.length === 0) return [];
  const focus = termsOf(material.focus);
  const scored = material.episodes
    .map((episode) => ({
      episode,
      score: sharedShare(material.minHash(episode.text).terms, focus),
    }))
    .sort(
      (left, right) => right.score - left.score || left.episode.createdAt - right.episode.createdAt,
    );
  return scored.map(({ episode, score }, index) => {
    const fenced: Exclusion | null = forbidden.mentionedIn(episode.text)
      ? { reason: 'fencedUntilChapter' }
      : aboutClosed(episode.documentId, material, at);
    const isWeak = score < episodeFloor || index >= episodeLimit;
    const excluded: Exclusion | null =
      fenced ??
      (material.mute.has(episode.episodeId)
        ? { reason: 'mutedByWriter' }
        : isWeak
          ? { reason: 'lowRelevance' }
          : null);
    return {
      id: episode.episodeId,
      group: 'episodes',
      source: 'episode',
      title: templates.titles.episode,
      body: episode.text,
      reason: 'pastEpisode',
      excluded,
      score,
      revision: '1',
      fence: null,
    };
  });
};

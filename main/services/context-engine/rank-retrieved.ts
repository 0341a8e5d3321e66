import type { DocumentInfo } from '#shared/domain/project.ts';
import type { SearchHit } from '#shared/domain/retrieval.ts';
import type { Candidate } from './candidate.ts';
import { type Exclusion, fenceExclusion, type Standpoint } from './eligibility.ts';
import type { Frames } from './frames.ts';
import type { Material } from './material.ts';
import { type PreparedPassage, preparePassage } from './prepared-passage.ts';
import { areNearCopies, type Sketch, sharedShare } from './similarity.ts';

/** S3-43. */
export const retrievedLimit = 200;
/** Passages weaker than this part of the best one say nothing about the scene. */
const relevanceFloor = 0.25;
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

/** Names a request from this standpoint must not read: those of entities kept out by a fence (N3). */
export type ForbiddenNames = { mentionedIn(text: string): boolean };

const hitExclusion = (
  hit: SearchHit,
  chapter: DocumentInfo,
  material: Material,
  at: Standpoint,
  forbidden: ForbiddenNames,
): Exclusion | null => {
  const fenced = fenceExclusion(chapter.fence, at);
  if (fenced) return fenced;
  // Before anything that would show the passage among what was left out: a secret stays one there too.
  if (forbidden.mentionedIn(chapter.title) || forbidden.mentionedIn(hit.text)) {
    return { reason: 'fencedUntilChapter' };
  }
  if (material.mute.has(hit.chunkId)) return { reason: 'mutedByWriter' };
  if (!material.allowLaterChapters) {
    if (chapter.chapter > at.chapter) return { reason: 'laterChapter', chapter: chapter.chapter };
    const samePlace = chapter.documentId === material.document.documentId;
    if (samePlace && hit.start >= material.before.length) {
      return { reason: 'laterChapter', chapter: chapter.chapter };
    }
  }
  return null;
};

const hasNearCopy = (taken: readonly Sketch[], sketch: Sketch): boolean => {
  for (const other of taken) if (areNearCopies(other, sketch, nearDuplicateLikeness)) return true;
  return false;
};

/** A passage retrieval found, its chapter, and what is sent of it when it goes whole. */
export type OfferedPassage = {
  hit: SearchHit;
  /** Null when it left the project while the index still knew it: then there is nothing to send. */
  chapter: DocumentInfo | null;
  prepared: PreparedPassage;
};

export const offerPassages = (material: Material, frames: Frames): OfferedPassage[] => {
  const chapters = new Map(material.chapters.map((chapter) => [chapter.documentId, chapter]));
  return material.hits.map((hit) => {
    const chapter = chapters.get(hit.documentId) ?? null;
    const prepared = material.preparePassage(hit, chapter?.title ?? '', frames);
    return { hit, chapter, prepared };
  });
};

/**
 * Passages best first. Each carries what may be sent of it: text that Immediate already has is taken off, near
 * copies of a better passage stay out. `immediate` are the stretches of the manuscript Immediate will hold.
 */
export const rankPassages = (
  offered: readonly OfferedPassage[],
  material: Material,
  frames: Frames,
  at: Standpoint,
  immediate: readonly Span[],
  forbidden: ForbiddenNames,
): Candidate[] => {
  /** Score of the best passage that may go: what is already in Immediate says nothing about the others. */
  let best: number | null = null;
  const taken: Sketch[] = [];
  const candidates: Candidate[] = [];
  for (const { hit, chapter, prepared: whole } of offered) {
    if (!chapter) continue;
    let excluded = hitExclusion(hit, chapter, material, at, forbidden);
    const part = withoutSpans(hit, immediate);
    excluded ??= part ? null : { reason: 'alreadyInImmediate' };
    const { start, end } = part ?? hit;
    const shortened = start !== hit.start || end !== hit.end;
    const prepared = shortened
      ? preparePassage(hit, start - hit.start, end - hit.start, chapter.title, frames)
      : whole;
    excluded ??= prepared.text === '' ? { reason: 'emptyText' } : null;
    if (!excluded) {
      best ??= hit.score;
      if (hit.score < best * relevanceFloor) excluded = { reason: 'lowRelevance' };
    }
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
      matched: hit.matched,
      documentId: hit.documentId,
      chapterOrder: chapter.order,
      start: hit.start + prepared.lead,
      end: hit.start + prepared.lead + prepared.text.length,
      revision: prepared.revision,
      fence: null,
      shortened: shortened ? 'overlapRemoved' : undefined,
    });
  }
  return candidates;
};

/** Records of past work that share words with what is being written. */
export const rankEpisodes = (
  material: Material,
  frames: Frames,
  forbidden: ForbiddenNames,
): Candidate[] => {
  if (material.episodes.length === 0) return [];
  const focus = material.sketchOf(material.focus).terms;
  const scored = material.episodes
    .map((episode) => ({
      episode,
      score: sharedShare(material.sketchOf(episode.text).terms, focus),
    }))
    .sort(
      (left, right) => right.score - left.score || left.episode.createdAt - right.episode.createdAt,
    );
  return scored.map(({ episode, score }, index) => {
    const excluded: Exclusion | null = forbidden.mentionedIn(episode.text)
      ? { reason: 'fencedUntilChapter' }
      : material.mute.has(episode.episodeId)
        ? { reason: 'mutedByWriter' }
        : score < episodeFloor || index >= episodeLimit
          ? { reason: 'lowRelevance' }
          : null;
    return {
      id: episode.episodeId,
      group: 'episodes',
      source: 'episode',
      title: frames.titles.episode,
      body: episode.text,
      reason: 'pastEpisode',
      excluded,
      score,
      revision: '1',
      fence: null,
    };
  });
};

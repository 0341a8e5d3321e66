/** A candidate in the text as it is now. */
import type { Candidate } from '#shared/domain/candidate.ts';
import { AppError } from '#shared/errors.ts';
import type { DocumentText } from '#main/book/documents/service.ts';
import { findAnchor } from '#main/base/anchors/anchor.ts';
import type { StoredCandidate } from './candidate-store.ts';
import { hunksOf } from './hunks.ts';

/** A candidate without what its run says of it. */
export type PlacedCandidate = Omit<Candidate, 'instruction' | 'model'>;

/** The candidate in the text as it is now. */
export const placeCandidate = (
  stored: StoredCandidate,
  { text, version }: DocumentText,
): PlacedCandidate => {
  const { baseVersion, beforeContext, afterContext, ...candidate } = stored;
  const place = findAnchor(text, version, {
    version: baseVersion,
    start: stored.start,
    end: stored.end,
    original: stored.original,
    before: beforeContext,
    after: afterContext,
  });
  const start = place?.start ?? stored.start;
  return {
    ...candidate,
    start,
    end: place?.end ?? stored.end,
    hunks: hunksOf(stored.original, stored.text, start),
    stale: place === null,
  };
};

/** A chapter that is not there yet; `isTaken` when something else has come to lie at its path. */
export const placeNewChapter = (stored: StoredCandidate, isTaken: boolean): PlacedCandidate => {
  const { baseVersion: _version, beforeContext: _before, afterContext: _after, ...rest } = stored;
  return { ...rest, hunks: hunksOf('', stored.text, 0), stale: isTaken };
};

/** The candidate, when it has a place; CANDIDATE_STALE otherwise. */
export const requirePlace = (candidate: PlacedCandidate): PlacedCandidate => {
  if (!candidate.stale) return candidate;
  const { candidateId, documentId } = candidate;
  throw new AppError('CANDIDATE_STALE', 'The text around the candidate has changed.', {
    candidateId,
    documentId,
  });
};

/** All hunks, or those named. CANDIDATE_INVALID when there are no such. */
export const selectHunks = (
  candidate: Pick<PlacedCandidate, 'hunks'>,
  hunks: readonly number[] | undefined,
): Set<number> => {
  const all = candidate.hunks.map(({ index }) => index);
  const chosen = new Set(hunks ?? all);
  const unknown = [...chosen].filter((index) => !all.includes(index));
  if (unknown.length === 0) return chosen;
  throw new AppError('CANDIDATE_INVALID', 'The candidate has no such hunks.', { unknown });
};

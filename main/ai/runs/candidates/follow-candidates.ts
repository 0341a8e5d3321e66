/** Candidates go with the text they are for when chapters are split or merged, and when a scene is moved (W1). */
import { anchorAt } from '#main/base/anchors/anchor.ts';
import { carryStretch, type TextMove } from '#main/book/text-move.ts';
import type { StoredCandidate } from './candidate-store.ts';
import { placeCandidate } from './place.ts';

/** Those of `candidates` that have another place now. One that cannot be found stays where it was, and is stale. */
export const followCandidates = (
  candidates: readonly StoredCandidate[],
  move: TextMove,
): StoredCandidate[] =>
  candidates.flatMap((candidate) => {
    if (candidate.newPath !== null) return [];
    const from = move.before.find(({ documentId }) => documentId === candidate.documentId);
    if (!from) return [];
    const placed = placeCandidate(candidate, from);
    const place = placed.stale ? null : carryStretch(move, from.documentId, placed);
    if (place === null) return [];
    const { documentId, text, version, start, end } = place;
    const { before, after } = anchorAt(text, version, start, end);
    const anchor = { baseVersion: version, beforeContext: before, afterContext: after };
    return [{ ...candidate, documentId, start, end, ...anchor }];
  });

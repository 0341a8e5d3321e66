/** Candidates go with the text they are for when chapters are split or merged (W1). */
import type { TextMove } from '#main/book/documents/service.ts';
import { anchorAt } from '#main/base/anchors/anchor.ts';
import type { StoredCandidate } from './candidate-store.ts';
import { placeCandidate } from './place.ts';

type Place = { documentId: string; text: string; version: string; start: number; end: number };

/** Where a candidate's place is on the other side; null when it lies across a border. */
const findPlace = (
  { side, whole, parts }: TextMove,
  from: TextMove['parts'][number],
  { start, end }: { start: number; end: number },
): Place | null => {
  if (side === 'joined') {
    return { ...whole, start: from.start + start, end: from.start + end };
  }
  const part = parts.find((one) => start >= one.start && end <= one.start + one.text.length);
  return part ? { ...part, start: start - part.start, end: end - part.start } : null;
};

/** Those of `candidates` that have another place now. One that cannot be found stays where it was, and is stale. */
export const followCandidates = (
  candidates: readonly StoredCandidate[],
  move: TextMove,
): StoredCandidate[] =>
  candidates.flatMap((candidate) => {
    if (candidate.newPath !== null) return [];
    const sources = move.side === 'joined' ? move.parts : [{ ...move.whole, start: 0 }];
    const from = sources.find(({ documentId }) => documentId === candidate.documentId);
    if (!from) return [];
    const placed = placeCandidate(candidate, from);
    const place = placed.stale ? null : findPlace(move, from, placed);
    if (place === null) return [];
    const { documentId, text, version, start, end } = place;
    const { before, after } = anchorAt(text, version, start, end);
    const anchor = { baseVersion: version, beforeContext: before, afterContext: after };
    return [{ ...candidate, documentId, start, end, ...anchor }];
  });

import type { Finding } from '#shared/domain/finding.ts';
import type { PendingHunk } from './pending.ts';

/** A stretch of a hunk's new words that something is to be said of; places within `inserted`. */
export type Found = { findingId: string; start: number; end: number };

/** Which of a candidate's findings touch a hunk, and where. What stands in words that stay is none of them. */
export const foundIn = (
  { at, inserted }: Pick<PendingHunk, 'at' | 'inserted'>,
  findings: readonly Pick<Finding, 'findingId' | 'start' | 'end'>[],
): Found[] =>
  findings.flatMap(({ findingId, start, end }) => {
    const from = Math.max(0, start - at);
    const to = Math.min(inserted.length, end - at);
    return from < to ? [{ findingId, start: from, end: to }] : [];
  });

export type Piece = { text: string; findingIds: readonly string[] };

/** Cuts a stretch of the hunk's words, beginning at `start`, wherever a finding begins or ends. */
export function piecesOf(text: string, start: number, found: readonly Found[]): Piece[] {
  const end = start + text.length;
  const cuts = new Set([start, end]);
  for (const one of found) {
    for (const cut of [one.start, one.end]) if (cut > start && cut < end) cuts.add(cut);
  }
  const ordered = [...cuts].toSorted((a, b) => a - b);
  return ordered.slice(0, -1).map((from, index) => {
    const to = ordered[index + 1] ?? end;
    const covering = found.filter((one) => one.start <= from && one.end >= to);
    return {
      text: text.slice(from - start, to - start),
      findingIds: covering.map(({ findingId }) => findingId),
    };
  });
}

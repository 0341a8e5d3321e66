/** Which stretches of the manuscript Immediate holds: no passage repeats them. */
import type { Candidate } from './candidate.ts';
import type { Selected } from './choice.ts';
import { type CutGroup, cutGroups } from './plan.ts';
import type { Span } from './rank-passages.ts';
import type { Headings } from './select.ts';

export type Reach = {
  spans: readonly Span[];
  /** What these stretches take, with their headings: what passages were chosen beside is not given up again. */
  held: Record<CutGroup, number>;
};

export const reachOf = (selected: readonly Selected[], headings: Headings): Reach => {
  const spans: Span[] = [];
  const held: Reach['held'] = { before: 0, previousEnding: 0, after: 0 };
  for (const group of cutGroups) {
    for (const { candidate, decision, cost, start, end } of selected) {
      if (candidate.group !== group || decision === 'dropped') continue;
      if (candidate.documentId === undefined || start === undefined || end === undefined) continue;
      spans.push({ documentId: candidate.documentId, start, end });
      held[group] = headings[group] + cost;
    }
  }
  return { spans, held };
};

/** Whether a passage that may go repeats something of these stretches. */
export const repeatsText = (selected: readonly Selected[], { spans }: Reach): boolean => {
  for (const { candidate } of selected) {
    if (candidate.group !== 'passages' || candidate.excluded) continue;
    for (const span of spans) if (isTouched(candidate, span)) return true;
  }
  return false;
};

const isTouched = (candidate: Candidate, span: Span): boolean => {
  if (candidate.documentId !== span.documentId) return false;
  const { start, end } = candidate;
  return start !== undefined && end !== undefined && span.start < end && span.end > start;
};

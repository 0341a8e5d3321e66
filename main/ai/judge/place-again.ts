/** Finds the places of earlier findings in a text that has changed. */
import type { Finding } from '#shared/domain/finding.ts';
import { createKeys, matchAlike } from './finding-ids.ts';
import { type AnalyzedText, analyzeText } from './text/voices.ts';

/** Where a finding like this one would stand: its id at every place that has its words, to the place. */
const placesOf = (analyzed: AnalyzedText, finding: Finding): Map<string, number> => {
  const { text } = analyzed;
  const keyOf = createKeys(analyzed);
  const places = new Map<string, number>();
  for (let start = text.indexOf(finding.quote); start >= 0; ) {
    places.set(keyOf({ ...finding, start }), start);
    start = text.indexOf(finding.quote, start + 1);
  }
  return places;
};

/**
 * Findings of an earlier text where they stand in this one. A finding's id holds its words and the sentence around
 * them, so what was edited since is left out, and what only moved is found.
 */
export const placeFindingAgain = (findings: readonly Finding[], text: string): Finding[] => {
  const analyzed = analyzeText(text);
  const kinds = new Map<string, Finding[]>();
  for (const finding of findings) {
    const { kind, constraintId = '', entityId = '', quote } = finding;
    const key = JSON.stringify([kind, constraintId, entityId, quote]);
    kinds.set(key, [...(kinds.get(key) ?? []), finding]);
  }
  const starts = new Map<string, number>();
  for (const alike of kinds.values()) {
    const [first] = alike;
    if (first === undefined) continue;
    const places = placesOf(analyzed, first);
    const known = alike.map(({ findingId }) => findingId);
    for (const [place, findingId] of matchAlike(known, [...places.keys()])) {
      starts.set(findingId, places.get(place) ?? 0);
    }
  }
  return findings.flatMap((finding) => {
    const start = starts.get(finding.findingId);
    return start === undefined ? [] : [{ ...finding, start, end: start + finding.quote.length }];
  });
};

/** Finds the places of earlier findings in a text that has changed. */
import type { Finding } from '#shared/domain/finding.ts';
import { createKeys } from './findings.ts';
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
  const alike = new Map<string, Map<string, number>>();
  return findings.flatMap((finding) => {
    const { kind, constraintId = '', entityId = '', quote, findingId } = finding;
    const key = JSON.stringify([kind, constraintId, entityId, quote]);
    const places = alike.get(key) ?? placesOf(analyzed, finding);
    alike.set(key, places);
    const start = places.get(findingId);
    return start === undefined ? [] : [{ ...finding, start, end: start + quote.length }];
  });
};

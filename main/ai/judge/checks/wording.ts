/** Checks words and marks that are ruled out or limited in number. */
import type { Case, Complaint, Verdict } from '../judge-input.ts';
import { labelOf } from '../rules/text-pattern.ts';
import type { Where } from '../rules/rule.ts';
import type { Span } from '#main/base/prose/span.ts';
import { indexAt, type AnalyzedText, voice } from '../text/voices.ts';
import { findPatternSpans } from './pattern-spans.ts';

const within =
  (analyzed: AnalyzedText, where: Where) =>
  (span: Span): boolean =>
    where === 'anywhere' ||
    (analyzed.voices[span.start] === voice.speech) === (where === 'dialogue');

/** Characters, words and patterns that are ruled out, and those that come more often than allowed. */
export const checkWording = ({ analyzed, rules, input }: Case): Verdict => ({
  undecided: [],
  chapterOnly: rules.flatMap((rule) =>
    rule.check === 'limit' && rule.per === 'chapter' && !input.isWholeChapter
      ? [rule.constraintId]
      : [],
  ),
  complaints: rules.flatMap((rule): Complaint[] => {
    if (rule.check !== 'forbid' && rule.check !== 'limit') return [];
    const spans = findPatternSpans(analyzed, rule.pattern).filter(within(analyzed, rule.where));
    const { constraintId, basis } = rule;
    const name = labelOf(rule.pattern);
    if (rule.check === 'forbid') {
      return spans.map((span) => ({
        kind: 'forbiddenText',
        ...span,
        constraintId,
        basis,
        words: { name },
      }));
    }
    const seen = new Map<number, number>();
    return spans.flatMap((span): Complaint[] => {
      const place = rule.per === 'chapter' ? 0 : indexAt(analyzed.paragraphs, span.start);
      const count = (seen.get(place) ?? 0) + 1;
      seen.set(place, count);
      if (count <= rule.maximum) return [];
      return [
        { kind: 'tooMany', ...span, constraintId, basis, words: { name, limit: rule.maximum } },
      ];
    });
  }),
});

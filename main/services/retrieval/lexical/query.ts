import type { TermVisitor } from '../text/terms.ts';
import type { WeightedTerm } from './bm25.ts';

/** A term of the question and where the question has it. */
export type QueryTerm = WeightedTerm & { spans: { start: number; end: number }[] };

/** Each term once. What is said twice counts no more: a question is not a document. */
export const queryTerms = (text: string, visit: TermVisitor): QueryTerm[] => {
  const found = new Map<string, QueryTerm>();
  visit(text, (term, start, end) => {
    const known = found.get(term);
    if (known) known.spans.push({ start, end });
    else found.set(term, { term, weight: 1, spans: [{ start, end }] });
  });
  return [...found.values()];
};

/**
 * Terms of a long stretch of text, for finding what is like it: pairs of ideographs and words, without the single
 * signs, which pairs tell better.
 */
export const stretchTerms = (text: string, visit: TermVisitor): QueryTerm[] => {
  const found = new Map<string, QueryTerm>();
  visit(text, (term, start, end) => {
    if (end - start < 2) return;
    const known = found.get(term);
    if (known) known.spans.push({ start, end });
    else found.set(term, { term, weight: 1, spans: [{ start, end }] });
  });
  return [...found.values()];
};

/** The words of the question a passage holds, as the question spells them; neighbouring pairs are joined. */
export const matchedWords = (question: string, terms: readonly QueryTerm[]): string[] => {
  const spans = terms.map((term) => term.spans[0] ?? { start: 0, end: 0 });
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  const words: string[] = [];
  let current: { start: number; end: number } | null = null;
  for (const span of spans) {
    if (current && span.start < current.end) current.end = Math.max(current.end, span.end);
    else {
      if (current) words.push(question.slice(current.start, current.end));
      current = { ...span };
    }
  }
  if (current) words.push(question.slice(current.start, current.end));
  return [...new Set(words)];
};

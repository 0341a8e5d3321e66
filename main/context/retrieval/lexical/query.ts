import type { TermVisitor } from '../text/terms.ts';
import type { WeightedTerm } from './bm25.ts';

/** Where the question has a term; offsets are UTF-16 units. */
export type Span = { start: number; end: number };

/** A term of the question and where the question first has it. */
export type QueryTerm = WeightedTerm & Span;

/** Each term once. What is said twice counts no more: a question is not a document. */
export const queryTerms = (text: string, visit: TermVisitor): QueryTerm[] => {
  const found = new Map<string, QueryTerm>();
  visit(text, (term, start, end) => {
    if (!found.has(term)) found.set(term, { term, weight: 1, start, end });
  });
  return [...found.values()];
};

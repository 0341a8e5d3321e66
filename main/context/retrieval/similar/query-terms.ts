/** The terms of a question, and which of its words a text holds. */
import { relatedMark } from '#shared/domain/retrieval.ts';
import { createWordFinder } from '../lexical/whole-words.ts';
import type { TermSplitter, TermVisitor } from '../text/terms.ts';

/** A term of a question and where the question first has it; offsets are UTF-16 units. */
export type QueryTerm = { term: string; start: number; end: number };

/** At most so many words are named as the reason of a hit. */
const maxReasons = 6;

/** Each term once. What is said twice counts no more: a question is not a document. */
export const parseQueryTerms = (query: string, visit: TermVisitor): QueryTerm[] => {
  const terms = new Map<string, QueryTerm>();
  visit(query, (term, start, end) => {
    if (!terms.has(term)) terms.set(term, { term, start, end });
  });
  return [...terms.values()];
};

/** The words of the question that a text holds, as the question spells them, neighbours joined and whole; "related" for none. */
export const findMatchedWords = (
  query: string,
  terms: readonly QueryTerm[],
  text: string,
  splitTerms: TermSplitter,
): string[] => {
  const held = new Set(splitTerms(text));
  const words: string[] = [];
  const { wholeIn } = createWordFinder(query);
  let joined: { start: number; end: number } | null = null;
  const close = (): void => {
    const word = joined ? wholeIn(joined.start, joined.end) : null;
    if (word !== null && !words.includes(word)) words.push(word);
  };
  for (const { term, start, end } of terms.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (!held.has(term)) continue;
    if (joined && start < joined.end) joined.end = Math.max(joined.end, end);
    else {
      close();
      joined = { start, end };
    }
  }
  close();
  return words.length > 0 ? words.slice(0, maxReasons) : [relatedMark];
};

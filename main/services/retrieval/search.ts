import type { SearchHit } from '#shared/domain/retrieval.ts';
import { type Chapters, relocate, toHit } from './hits.ts';
import type { IndexedDocuments } from './indexer.ts';
import { holdsTerm, type ResolvedTerm } from './lexical/bm25.ts';
import { matchedWords, queryTerms, type QueryTerm } from './lexical/query.ts';
import { type LexicalHit, rankLexically } from './lexical/rank.ts';
import type { Place, ProjectIndex } from './project-index.ts';
import type { ProjectState } from './project-state.ts';
import type { RelatedRequest } from './service.ts';
import type { TermVisitor } from './text/terms.ts';

/** A name of the codex says more about a passage than any other word around the cursor. */
const nameWeight = 3;
/** So many terms of the text around the cursor are looked up. */
const relatedTerms = 48;
/** At most so many words are named as the reason of a hit. */
const shownWords = 6;

export type Search = {
  search(index: ProjectIndex, query: string, limit: number, chapters: Chapters): SearchHit[];
  related(index: ProjectIndex, request: RelatedRequest, chapters: Chapters): SearchHit[];
  /** The same hits at their present offsets, without those whose text is gone. */
  current(
    state: ProjectState,
    documents: IndexedDocuments,
    hits: SearchHit[],
  ): Promise<SearchHit[]>;
};

export const createSearch = (visit: TermVisitor): Search => {
  const toHits = (
    index: ProjectIndex,
    hits: readonly LexicalHit[],
    chapters: Chapters,
    limit: number,
    reasons: (place: Place) => string[],
  ): SearchHit[] => {
    const answer: SearchHit[] = [];
    for (const found of hits) {
      if (answer.length >= limit) break;
      const hit = toHit(index, { ...found, matched: reasons(found) }, chapters);
      if (hit) answer.push(hit);
    }
    return answer;
  };

  /** Words of the question the passage holds, rarest first in number, in the question's order. */
  const reasonsFor =
    (
      index: ProjectIndex,
      question: string,
      query: readonly QueryTerm[],
      terms: readonly ResolvedTerm[],
    ) =>
    (place: Place): string[] => {
      const held = new Set(
        terms
          .filter((term) => holdsTerm(index.collection, place.part, place.chunk, term))
          .map(({ term }) => term),
      );
      return matchedWords(
        question,
        query.filter(({ term }) => held.has(term)),
      ).slice(0, shownWords);
    };

  return {
    search(index, query, limit, chapters) {
      const terms = queryTerms(query, visit);
      const answer = rankLexically(index, terms, { terms: 400, hits: limit + 8 });
      return toHits(
        index,
        answer.hits,
        chapters,
        limit,
        reasonsFor(index, query, terms, answer.terms),
      );
    },
    related(index, request, chapters) {
      const names = request.names.join('\n');
      const text = `${names}\n${request.focus}`;
      const terms = queryTerms(text, visit).map((term) =>
        term.spans.some(({ start }) => start < names.length)
          ? { ...term, weight: nameWeight }
          : term,
      );
      const answer = rankLexically(index, terms, { terms: relatedTerms, hits: request.limit + 8 });
      return toHits(
        index,
        answer.hits,
        chapters,
        request.limit,
        reasonsFor(index, text, terms, answer.terms),
      );
    },
    async current(state, documents, hits) {
      if (state.changed.size === 0) return hits;
      const answer: SearchHit[] = [];
      for (const hit of hits) {
        const placed = state.changed.has(hit.documentId)
          ? relocate(hit, (await documents.read(state.projectId, hit.documentId)).text)
          : hit;
        if (placed) answer.push(placed);
      }
      return answer;
    },
  };
};

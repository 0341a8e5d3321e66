/** Answers a question about one project, in the worker: what holds its very words first, then what is similar. */
import type { Database } from 'better-sqlite3';
import { findSimilar, type Spaces } from './similar/find-similar.ts';
import { findMatchedWords, parseQueryTerms } from './similar/query-terms.ts';
import { chunksByNumber, type StoredChunk } from './store/chunks.ts';
import { projectNumber } from './store/documents.ts';
import { findExact, type Reading } from './store/exact.ts';
import type { TermSplitter } from './text/terms.ts';

/** A passage as the index has it; whoever asked knows its chapter. */
export type FoundPassage = Omit<StoredChunk, 'id'> & {
  score: number;
  /** Words of the question that it holds; "related" alone where there are none. */
  matched: string[];
  /** How near it is to the question as the writer's own sentence model sees it; absent where that was not asked. */
  similarity?: number;
  /** It holds the very words of the question. */
  exact?: true;
};

export type SearchTools = { database: Database; reading: Reading; splitTerms: TermSplitter };

export const searchProject = (
  { database, reading, splitTerms }: SearchTools,
  { projectId, query, limit }: { projectId: string; query: string; limit: number },
  spacesOf: () => Spaces,
): FoundPassage[] => {
  const exact = findExact(database, { projectId, query, limit }, reading);
  const held = new Set(exact);
  const terms = parseQueryTerms(query, reading.visit);
  const similar =
    exact.length >= limit
      ? []
      : findSimilar(
          database,
          {
            projectId,
            project: projectNumber(database, projectId),
            text: query,
            terms: terms.map(({ term }) => term),
            limit,
          },
          spacesOf(),
        ).filter(({ id }) => !held.has(id));
  const best = similar[0]?.score ?? 0;
  const scores = new Map(similar.map(({ id, score }) => [id, score]));
  const similarities = new Map(similar.map(({ id, similarity }) => [id, similarity]));
  exact.forEach((id, rank) => {
    scores.set(id, best + exact.length - rank);
  });
  const ids = [...exact, ...similar.map(({ id }) => id)].slice(0, limit);
  return chunksByNumber(database, ids).map(({ id, ...chunk }): FoundPassage => {
    const score = scores.get(id) ?? 0;
    if (held.has(id)) return { ...chunk, score, matched: [query.trim()], exact: true };
    const matched = findMatchedWords(query, terms, chunk.text, splitTerms);
    const similarity = similarities.get(id);
    return { ...chunk, score, matched, ...(similarity !== undefined && { similarity }) };
  });
};

/** Chunks by the words they share with a question, as the full-text table ranks them (BM25). */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** Terms in more chunks than this share tell little and cost most. */
const commonShare = 0.15;
/** All rare terms of any question one can type. */
const maxTerms = 200;
/** The constant of SQLite's own bm25(). */
const saturation = 1.2;
const minIdf = 1e-6;

const Ranked = z.array(z.object({ id: z.number(), score: z.number() }));

type KnownTerm = { term: string; frequency: number; idf: number };

/** Terms that some chunk holds, with their rarity; the counts are those of the whole table, as in SQLite's own bm25(). */
const lookUpTerms = (database: Database, terms: readonly string[]): KnownTerm[] => {
  const frequencyOf = database.prepare('SELECT doc FROM term_rows WHERE term = ?').pluck();
  const chunks = Number(database.prepare('SELECT count(*) FROM chunks').pluck().get());
  const known = terms.flatMap((term): KnownTerm[] => {
    const frequency = Number(frequencyOf.get(term) ?? 0);
    if (frequency === 0) return [];
    const idf = Math.max(minIdf, Math.log((chunks - frequency + 0.5) / (frequency + 0.5)));
    return [{ term, frequency, idf }];
  });
  const rare = known.filter(({ frequency }) => frequency <= chunks * commonShare);
  // Where all are common they are kept: the question may be a name.
  return (rare.length > 0 ? rare : known).sort((a, b) => b.idf - a.idf).slice(0, maxTerms);
};

/** Of each of the best chunks the share of the question that it matches, 0 to 1. */
export const rankByWords = (
  database: Database,
  projectId: string,
  terms: readonly string[],
  limit: number,
): Map<number, number> => {
  const known = lookUpTerms(database, terms);
  if (known.length === 0) return new Map();
  const best = (saturation + 1) * known.reduce((sum, { idf }) => sum + idf, 0);
  const rows = Ranked.parse(
    database
      .prepare(
        `SELECT chunks.id AS id, -bm25(terms) AS score FROM terms JOIN chunks ON chunks.id = terms.rowid
         JOIN documents ON documents.id = chunks.document
         JOIN projects ON projects.id = documents.project
         WHERE terms MATCH ? AND projects.project_id = ?
         ORDER BY bm25(terms), terms.rowid LIMIT ?`,
      )
      .all(known.map(({ term }) => `"${term}"`).join(' OR '), projectId, limit),
  );
  return new Map(rows.map(({ id, score }) => [id, score / best]));
};

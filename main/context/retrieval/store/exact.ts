/** Passages that hold a question's very words, as the full-text table finds them. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type Alphabet, unitKind } from '../text/alphabet.ts';
import type { TermVisitor } from '../text/terms.ts';
import { brokenHanLine } from '#shared/broken-line.ts';

const Row = z.object({ id: z.number(), text: z.string() });

/** Passages that have all terms of a question and are looked through for its very words. */
const maxCandidates = 1000;

/** Simplified, half-width, lower case, one space between words: how two texts are told to be the same. */
const foldText = (written: string, { fold }: Alphabet): string => {
  const text = written.replace(brokenHanLine, '');
  let folded = '';
  for (let index = 0; index < text.length; index++) {
    folded += String.fromCharCode(fold[text.charCodeAt(index)] ?? 0);
  }
  return folded.replace(/\s+/gu, ' ').trim();
};

/** What a passage with these words has for certain: pairs of ideographs, single ones that stand alone, and words. */
const certainTerms = (query: string, visit: TermVisitor, { kind }: Alphabet): string[] => {
  const isIdeograph = (index: number): boolean =>
    kind[query.charCodeAt(index)] === unitKind.ideograph;
  const terms = new Set<string>();
  visit(query, (term, start, end) => {
    const isPartOfPair = end - start === 1 && isIdeograph(start);
    if (isPartOfPair && (isIdeograph(start - 1) || isIdeograph(end))) return;
    terms.add(term);
  });
  return [...terms];
};

/** A pair of ideographs may stand over the end of a line: then each stands for itself. */
const termWords = (term: string): string =>
  term.length === 2 && /^\p{Script=Han}{2}$/u.test(term)
    ? `("${term}" OR ("${term.charAt(0)}" AND "${term.charAt(1)}"))`
    : `"${term}"`;

/** Where questions and texts are taken apart alike. */
export type Reading = { visit: TermVisitor; alphabet: Alphabet };

/** Numbers of chunks that hold the very words, best first; none where the question has no words. */
export const findExact = (
  database: Database,
  { projectId, query, limit }: { projectId: string; query: string; limit: number },
  { visit, alphabet }: Reading,
): number[] => {
  const terms = certainTerms(query, visit, alphabet);
  if (terms.length === 0) return [];
  const rows = z.array(Row).parse(
    database
      .prepare(
        `SELECT chunks.id AS id, text FROM terms JOIN chunks ON chunks.id = terms.rowid
         JOIN documents ON documents.id = chunks.document
         JOIN projects ON projects.id = documents.project
         WHERE terms MATCH ? AND projects.project_id = ?
         ORDER BY bm25(terms), terms.rowid LIMIT ?`,
      )
      .all(terms.map(termWords).join(' AND '), projectId, maxCandidates),
  );
  const sought = foldText(query, alphabet);
  return rows
    .filter(({ text }) => foldText(text, alphabet).includes(sought))
    .slice(0, limit)
    .map(({ id }) => id);
};

/** Cuts text into words. */
import { LRUCache } from 'lru-cache';
import { detached } from '#shared/detached.ts';

/** A stretch of text that was cut into words; offsets are UTF-16 units of the text. */
export type Segments = {
  start: number;
  end: number;
  /** Whether a word begins or ends at an offset within `start` … `end`. */
  isBorder(at: number): boolean;
};

/** Cuts running text into words around places of interest. */
export type Segmenter = {
  /** For one text; places must be asked in rising order. */
  open(text: string): (at: number) => Segments;
};

/** A longer stretch without punctuation is cut in blocks: the cutter needs more than linear time. */
const longestClause = 160;
const blockLength = 96;
/** Clauses whose borders are remembered. */
const cachedClauses = 8192;

const clauseUnit = /[\p{L}\p{M}\p{N}]|[\ud800-\udfff]/u;

/** For every UTF-16 unit whether it belongs to running text: letters, digits, halves of rare characters. */
const createClauseUnits = (): Uint8Array => {
  const units = new Uint8Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit += 1) {
    units[unit] = clauseUnit.test(String.fromCharCode(unit)) ? 1 : 0;
  }
  return units;
};

type Span = { start: number; end: number };

const clauseAround = (text: string, at: number, units: Uint8Array): Span => {
  let start = at;
  while (start > 0 && units[text.charCodeAt(start - 1)] === 1) start -= 1;
  let end = at;
  while (end < text.length && units[text.charCodeAt(end)] === 1) end += 1;
  return { start, end };
};

/** The part of a clause that is cut at once: all of it, or the block of a very long one. */
const blockAround = (text: string, clause: Span, at: number): Span => {
  if (clause.end - clause.start <= longestClause) return clause;
  const edge = (position: number): number =>
    /[\udc00-\udfff]/.test(text[position] ?? '') ? position - 1 : position;
  const index = Math.floor((at - clause.start) / blockLength);
  const block = {
    start: edge(clause.start + index * blockLength),
    end: Math.min(clause.end, edge(clause.start + (index + 1) * blockLength)),
  };
  return at < block.end
    ? block
    : { start: block.end, end: edge(clause.start + (index + 2) * blockLength) };
};

/** Uses the dictionary that comes with the run-time; remembers clauses, so that texts may be searched again. */
export const createSegmenter = (): Segmenter => {
  const words = new Intl.Segmenter('zh', { granularity: 'word' });
  const units = createClauseUnits();
  const borders = new LRUCache<string, Uint8Array>({ max: cachedClauses });

  const bordersOf = (clause: string): Uint8Array => {
    const known = borders.get(clause);
    if (known) return known;
    const found = new Uint8Array(clause.length + 1);
    for (const { index } of words.segment(clause)) found[index] = 1;
    found[clause.length] = 1;
    borders.set(detached(clause), found);
    return found;
  };

  return {
    open: (text) => {
      let clause: Span = { start: 0, end: 0 };
      let block: Span = { start: 0, end: 0 };
      let segments: Segments | null = null;
      return (at) => {
        if (segments && at >= block.start && at < block.end) return segments;
        if (at >= clause.end) clause = clauseAround(text, at, units);
        block = blockAround(text, clause, at);
        const { start, end } = block;
        const found = bordersOf(text.slice(start, end));
        segments = { start, end, isBorder: (offset) => found[offset - start] === 1 };
        return segments;
      };
    },
  };
};

/** Two versions of a chapter, paragraph by paragraph: what is the same, what changed, what only one of them has. */
import { diffArrays } from 'diff';
import { differenceOf, type TextPart } from '#renderer/features/compare/index.ts';

/** A line with words, as the page shows it; `number` counts them from 1. Offsets are UTF-16 code units. */
export type Paragraph = { text: string; start: number; end: number; number: number };

/** Paragraphs both versions have, one behind the other. */
export type SameRows = {
  kind: 'same';
  key: string;
  paragraphs: { left: Paragraph; right: Paragraph }[];
};

/** A paragraph that reads differently, or that one of the versions does not have. */
export type ChangedRow = {
  kind: 'changed';
  key: string;
  left: Paragraph | null;
  right: Paragraph | null;
  leftParts: readonly TextPart[];
  rightParts: readonly TextPart[];
};

export type Row = SameRows | ChangedRow;

/** Comparing stops here: beyond it the whole is one change. Ms. */
const timeoutMs = 500;
/** Runs of changed paragraphs longer than this are paired in order: every pair would have to be looked at. */
const maxPairs = 2500;
/** Two paragraphs with less in common are not one that was rewritten. */
const minLikeness = 0.3;

export const paragraphsOf = (text: string): Paragraph[] => {
  const paragraphs: Paragraph[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    if (line.trim() !== '') {
      paragraphs.push({ text: line, start, end, number: paragraphs.length + 1 });
    }
    start = end + 1;
  }
  return paragraphs;
};

const shinglesOf = (text: string): Map<string, number> => {
  const found = new Map<string, number>();
  const letters = [...text.replaceAll(/[\s\p{P}]+/gu, '').toLowerCase()];
  for (let at = 0; at + 1 < letters.length; at += 1) {
    const shingle = `${letters[at]}${letters[at + 1]}`;
    found.set(shingle, (found.get(shingle) ?? 0) + 1);
  }
  return found;
};

/** What part of the pairs of letters two texts share, from 0 to 1. */
const likenessOf = (a: Map<string, number>, b: Map<string, number>): number => {
  let shared = 0;
  for (const [shingle, count] of a) shared += Math.min(count, b.get(shingle) ?? 0);
  const sum = (counts: Map<string, number>) => [...counts.values()].reduce((x, y) => x + y, 0);
  const total = sum(a) + sum(b);
  return total === 0 ? 0 : (2 * shared) / total;
};

type Pair = { left: Paragraph | null; right: Paragraph | null };

const pairInOrder = (left: readonly Paragraph[], right: readonly Paragraph[]): Pair[] =>
  Array.from({ length: Math.max(left.length, right.length) }, (_, at) => ({
    left: left[at] ?? null,
    right: right[at] ?? null,
  }));

/** Best total likeness of what is left from each pair of positions on. */
const bestFrom = (likeness: readonly (readonly number[])[], columns: number): number[][] => {
  const best = Array.from({ length: likeness.length + 1 }, () =>
    Array<number>(columns + 1).fill(0),
  );
  for (let i = likeness.length - 1; i >= 0; i -= 1) {
    for (let j = columns - 1; j >= 0; j -= 1) {
      const own = likeness[i]?.[j] ?? 0;
      const paired = own < minLikeness ? 0 : own + (best[i + 1]?.[j + 1] ?? 0);
      const row = best[i];
      if (row) row[j] = Math.max(paired, best[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return best;
};

/** As many without a partner on each side, at one place, took each other's place. */
const pairRest = (pairs: readonly Pair[]): Pair[] => {
  const paired: Pair[] = [];
  let lefts: Paragraph[] = [];
  let rights: Paragraph[] = [];
  const close = () => {
    const apart = [
      ...lefts.map((left) => ({ left, right: null })),
      ...rights.map((right) => ({ left: null, right })),
    ];
    paired.push(...(lefts.length === rights.length ? pairInOrder(lefts, rights) : apart));
    lefts = [];
    rights = [];
  };
  for (const pair of pairs) {
    const { left, right } = pair;
    if (left !== null && right !== null) {
      close();
      paired.push(pair);
    } else if (left !== null) lefts.push(left);
    else if (right !== null) rights.push(right);
  }
  close();
  return paired;
};

/** Which removed paragraph became which added one: order is kept, and the sum of what pairs share is the largest. */
const pairByLikeness = (left: readonly Paragraph[], right: readonly Paragraph[]): Pair[] => {
  if (left.length * right.length > maxPairs) return pairInOrder(left, right);
  const shingles = right.map(({ text }) => shinglesOf(text));
  const likeness = left.map(({ text }) => {
    const own = shinglesOf(text);
    return shingles.map((other) => likenessOf(own, other));
  });
  const best = bestFrom(likeness, right.length);
  const pairs: Pair[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    const own = likeness[i]?.[j] ?? 0;
    const here = best[i]?.[j] ?? 0;
    if (own >= minLikeness && here === own + (best[i + 1]?.[j + 1] ?? 0)) {
      pairs.push({ left: left[i] ?? null, right: right[j] ?? null });
      i += 1;
      j += 1;
    } else if (here === (best[i + 1]?.[j] ?? 0)) {
      pairs.push({ left: left[i] ?? null, right: null });
      i += 1;
    } else {
      pairs.push({ left: null, right: right[j] ?? null });
      j += 1;
    }
  }
  for (const one of left.slice(i)) pairs.push({ left: one, right: null });
  for (const one of right.slice(j)) pairs.push({ left: null, right: one });
  return pairRest(pairs);
};

const wholeOf = (paragraph: Paragraph | null): TextPart[] =>
  paragraph === null ? [] : [{ at: 0, text: paragraph.text, own: true }];

/** Words that changed behind one another are marked as one: the space between them is no island. */
const joinOverSpaces = (parts: readonly TextPart[]): TextPart[] => {
  const joined: TextPart[] = [];
  parts.forEach((part, index) => {
    const isSpace = part.text.trim() === '' && parts[index + 1]?.own === true;
    const own = part.own || isSpace;
    const last = joined.at(-1);
    if (last?.own === true && own) last.text += part.text;
    else joined.push({ ...part });
  });
  return joined;
};

const changedRow = ({ left, right }: Pair): ChangedRow => {
  const key = `${left?.number ?? ''}:${right?.number ?? ''}`;
  const base = { kind: 'changed', key, left, right } as const;
  if (left === null || right === null) {
    return { ...base, leftParts: wholeOf(left), rightParts: wholeOf(right) };
  }
  const { a, b } = differenceOf(left.text, right.text);
  return { ...base, leftParts: joinOverSpaces(a), rightParts: joinOverSpaces(b) };
};

/** The rows of a comparison, in the order of both texts. */
export function compareParagraphs(leftText: string, rightText: string): Row[] {
  const left = paragraphsOf(leftText);
  const right = paragraphsOf(rightText);
  const changes = diffArrays(
    left.map(({ text }) => text),
    right.map(({ text }) => text),
    { timeout: timeoutMs },
  );
  if (changes === undefined) return pairInOrder(left, right).map(changedRow);
  const rows: Row[] = [];
  let i = 0;
  let j = 0;
  let removed: Paragraph[] = [];
  let added: Paragraph[] = [];
  const close = () => {
    rows.push(...pairByLikeness(removed, added).map(changedRow));
    removed = [];
    added = [];
  };
  for (const { value, added: isAdded, removed: isRemoved } of changes) {
    const { length } = value;
    if (isRemoved) {
      removed = left.slice(i, i + length);
      i += length;
    } else if (isAdded) {
      added = right.slice(j, j + length);
      j += length;
    } else {
      close();
      const paragraphs = left.slice(i, i + length).flatMap((one, at) => {
        const other = right[j + at];
        return other === undefined ? [] : [{ left: one, right: other }];
      });
      rows.push({ kind: 'same', key: `same:${i}:${j}`, paragraphs });
      i += length;
      j += length;
    }
  }
  close();
  return rows;
}

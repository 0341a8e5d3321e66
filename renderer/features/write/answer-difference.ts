import { diffArrays } from 'diff';

/** A stretch of an answer, `own` when the other answer has nothing like it there; `at` is its place in the answer. */
export type AnswerPart = { at: number; text: string; own: boolean };

export type AnswerDifference = {
  a: AnswerPart[];
  b: AnswerPart[];
  /** Of all characters of both but white space, the part that only one of them has; 0 for equal answers, 1 for nothing in common. */
  share: number;
};

/** Comparing stops here: beyond it the answers have nothing in common. Ms. */
const patience = 500;

/** Chinese is compared by character, other scripts by word. */
const pieces = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}])+|\s+|./gsu;

const piecesOf = (text: string): string[] => [...text.matchAll(pieces)].map(([piece]) => piece);

/** The break that an answer begins with belongs to its place, not to what it says. */
const visibleLength = (text: string): number => text.replaceAll(/\s+/gu, '').length;

const lengthOf = (parts: readonly AnswerPart[], onlyOwn: boolean): number =>
  parts.reduce((sum, { text, own }) => sum + (own || !onlyOwn ? visibleLength(text) : 0), 0);

/** Two answers side by side. The parts of each concatenate to it. */
export function differenceOf(a: string, b: string): AnswerDifference {
  const changes = diffArrays(piecesOf(a), piecesOf(b), { timeout: patience });
  const sides: { a: AnswerPart[]; b: AnswerPart[] } = { a: [], b: [] };
  if (changes === undefined) {
    sides.a.push({ at: 0, text: a, own: true });
    sides.b.push({ at: 0, text: b, own: true });
  }
  const at = { a: 0, b: 0 };
  const add = (side: 'a' | 'b', text: string, own: boolean): void => {
    sides[side].push({ at: at[side], text, own });
    at[side] += text.length;
  };
  for (const { value, added, removed } of changes ?? []) {
    const text = value.join('');
    if (!added) add('a', text, removed);
    if (!removed) add('b', text, added);
  }
  const both = visibleLength(a) + visibleLength(b);
  const own = lengthOf(sides.a, true) + lengthOf(sides.b, true);
  return { ...sides, share: both === 0 ? 0 : own / both };
}

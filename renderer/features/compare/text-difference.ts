/** Where two texts differ, by character in Chinese and by word in other scripts. */
import { diffArrays } from 'diff';
import { piecesOf } from '#shared/text-pieces.ts';

/** A stretch of a text, `own` when the other text has nothing like it there; `at` is its place in the text. */
export type TextPart = { at: number; text: string; own: boolean };

export type TextDifference = {
  a: TextPart[];
  b: TextPart[];
  /** Of all characters of both but white space, the part that only one of them has; 0 for equal texts, 1 for nothing in common. */
  share: number;
};

/** Comparing stops here: beyond it the texts have nothing in common. Ms. */
const timeoutMs = 500;

/** The break that a text begins with belongs to its place, not to what it says. */
const visibleLength = (text: string): number => text.replaceAll(/\s+/gu, '').length;

const lengthOf = (parts: readonly TextPart[], onlyOwn: boolean): number =>
  parts.reduce((sum, { text, own }) => sum + (own || !onlyOwn ? visibleLength(text) : 0), 0);

/** Two texts side by side. The parts of each concatenate to it. */
export function differenceOf(a: string, b: string): TextDifference {
  const changes = diffArrays(piecesOf(a), piecesOf(b), { timeout: timeoutMs });
  const sides: { a: TextPart[]; b: TextPart[] } = { a: [], b: [] };
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

/** Reads from a chapter what may be names in it, a line at a time. */
import { maskMarkup } from '#main/base/prose/mask-markup.ts';
import { readChineseLine } from './chinese.ts';
import { readEnglishLine } from './english.ts';
import type { ChapterSigns, NameSigns } from './evidence.ts';

/** A stretch without line ends is read in pieces: a name at the seam is lost, the others are not. */
const maxLine = 4000;
const han = /\p{Script=Han}/u;

/** @param turn is called between lines and lets others have theirs */
export const readSigns = async (
  text: string,
  turn: () => Promise<void> = () => Promise.resolve(),
): Promise<ChapterSigns> => {
  const signs: NameSigns = new Map();
  const small = new Map<string, number>();
  for (const line of maskMarkup(text).split('\n')) {
    for (let from = 0; from < line.length; from += maxLine) {
      const piece = line.slice(from, from + maxLine);
      if (han.test(piece)) readChineseLine(piece, signs);
      else readEnglishLine(piece, signs, small);
      await turn();
    }
  }
  return { signs, small };
};

/** The passages of a text that a model may be told, and where they stand in it. Pure. */
import { endOfCharacter, startOfCharacter } from '#main/base/anchors/anchored-text.ts';
import { paragraphsOf } from '#main/base/prose/paragraphs.ts';
import { scriptOf } from '#main/base/prose/script.ts';
import type { Span } from '#main/base/prose/span.ts';

/** Longer paragraphs are cut to what stands around what is looked for. */
const longestPassage = 700;

/** Where each line begins. */
const lineStarts = (text: string): number[] => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
};

/**
 * `shown`: the text as fences leave it, line by line (`redactSaid`). Paragraphs of which a line was changed are closed. Should
 * the two not have the same lines, nothing is open.
 */
export const openParagraphs = (text: string, shown: string): Span[] => {
  const lines = text.split('\n');
  const open = shown.split('\n');
  if (lines.length !== open.length) return [];
  const starts = lineStarts(text);
  const closed = lines.flatMap((line, at): Span[] => {
    const start = starts[at] ?? 0;
    return line === open[at] ? [] : [{ start, end: start + line.length }];
  });
  return paragraphsOf(text, scriptOf(text)).filter(
    (one) => !closed.some(({ start, end }) => start <= one.end && end >= one.start),
  );
};

/** A paragraph, or as much of it as a passage may hold around `place`; no character is torn. */
export const passageAround = (text: string, paragraph: Span, place: number): Span => {
  if (paragraph.end - paragraph.start <= longestPassage) return paragraph;
  const wanted = Math.min(
    Math.max(paragraph.start, place - Math.floor(longestPassage / 2)),
    paragraph.end - longestPassage,
  );
  const start = Math.max(paragraph.start, startOfCharacter(text, wanted));
  const end = Math.min(paragraph.end, endOfCharacter(text, start + longestPassage));
  return { start, end };
};

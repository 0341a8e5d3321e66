import { paragraphs, type Paragraph, weightOf } from './paragraphs.ts';
import { sentences, type Span } from './sentences.ts';

/** A passage as it is indexed; `text` is the document's text from `start` to `end` (UTF-16 units). */
export type Chunk = Span & {
  text: string;
  /** Which paragraph of the document it begins in, from 1. */
  paragraph: number;
};

/** About 300 ideographs or 900 Latin letters. */
const target = 900;
/** A paragraph up to here stays whole. */
const longest = 2 * target;

/**
 * Cuts a chapter at paragraph borders; only a paragraph of more than twice the usual length is cut, at sentence
 * ends. Headings begin a chunk. What lies between two chunks is white space.
 */
export const chunk = (text: string): Chunk[] => {
  const pieces = paragraphs(text).flatMap((paragraph) =>
    paragraph.weight > longest ? cutLong(text, paragraph) : [paragraph],
  );
  const groups: Paragraph[][] = [];
  let group: Paragraph[] = [];
  let weight = 0;
  for (const piece of pieces) {
    if (group.length > 0 && endsBefore(group, weight, piece)) {
      groups.push(group);
      group = [];
      weight = 0;
    }
    group.push(piece);
    weight += piece.weight;
  }
  if (group.length > 0) groups.push(group);
  return joinRest(groups).map((members) => {
    const start = members[0]?.start ?? 0;
    const end = members.at(-1)?.end ?? start;
    return { start, end, text: text.slice(start, end), paragraph: members[0]?.number ?? 1 };
  });
};

const endsBefore = (group: readonly Paragraph[], weight: number, next: Paragraph): boolean => {
  if (group.every((member) => member.heading)) return false;
  if (next.heading || group.at(-1)?.sceneBreak) return weight > target / 4 || next.heading;
  if (weight >= target) return true;
  return weight + next.weight > target * 1.3 && weight >= target * 0.4;
};

/** A short rest goes with the chunk before it, unless a heading begins it. */
const joinRest = (groups: Paragraph[][]): Paragraph[][] => {
  const joined: Paragraph[][] = [];
  for (const group of groups) {
    const before = joined.at(-1);
    const weight = total(group);
    if (
      before &&
      !group[0]?.heading &&
      weight < target * 0.3 &&
      total(before) + weight <= target * 1.6
    ) {
      before.push(...group);
    } else joined.push([...group]);
  }
  return joined;
};

const total = (group: readonly Paragraph[]): number =>
  group.reduce((sum, member) => sum + member.weight, 0);

const cutLong = (text: string, paragraph: Paragraph): Paragraph[] => {
  const parts: Paragraph[] = [];
  const push = (start: number, end: number): void => {
    const body = text.slice(start, end);
    const from = start + body.length - body.trimStart().length;
    const to = start + body.trimEnd().length;
    if (to > from) {
      parts.push({ ...paragraph, start: from, end: to, weight: weightOf(text.slice(from, to)) });
    }
  };
  let from = paragraph.start;
  for (const sentence of sentences(text, paragraph.start, paragraph.end).flatMap((span) =>
    cutSentence(text, span),
  )) {
    if (sentence.start > from && weightOf(text.slice(from, sentence.end)) > target * 1.3) {
      push(from, sentence.start);
      from = sentence.start;
    }
  }
  push(from, paragraph.end);
  return parts;
};

/** A "sentence" without any end for pages is cut by length, never inside a surrogate pair. */
const cutSentence = (text: string, span: Span): Span[] => {
  if (weightOf(text.slice(span.start, span.end)) <= longest) return [span];
  const parts: Span[] = [];
  let from = span.start;
  while (from < span.end) {
    let to = Math.min(span.end, from + target / 3);
    const code = text.charCodeAt(to - 1);
    if (to < span.end && code >= 0xd800 && code <= 0xdbff) to++;
    parts.push({ start: from, end: to });
    from = to;
  }
  return parts;
};

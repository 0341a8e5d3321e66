/** Cuts a chapter into scenes: a line of nothing but stars, dashes and their like parts two of them (W1). Pure. */
import { countText, plainProse, withoutFrontMatter } from '#shared/count-text.ts';
import type { Scene } from '#shared/domain/scene.ts';
import { isSceneBreak, splitLines } from './paragraphs.ts';
import type { Span } from './span.ts';

/** Characters of a scene's first line that are told. */
const openingLength = 120;

const heading = /^ {0,3}#{1,6}(?:[ \t]|$)/;

const shorten = (line: string): string => {
  const characters = [...plainProse(line).trim()];
  return characters.length <= openingLength
    ? characters.join('')
    : `${characters.slice(0, openingLength).join('')}…`;
};

/** Whether a line of `===` or `---` underlines the chapter's only line so far, and so is no break but makes it a heading. */
const isUnderline = (
  text: string,
  lines: readonly Span[],
  line: Span,
  isFirst: boolean,
): boolean => {
  const [only] = lines;
  if (!isFirst || lines.length !== 1 || only === undefined) return false;
  const between = text.slice(only.end, line.start);
  return (
    /^\r?\n$/.test(between) && /^ {0,3}(?:=+|-+)[ \t]*$/.test(text.slice(line.start, line.end))
  );
};

/** In the order of the text, those without words left out; a chapter without breaks is one. */
export const scenesOf = (text: string): Scene[] => {
  const from = text.length - withoutFrontMatter(text).length;
  const groups: Span[][] = [[]];
  for (const line of splitLines(text)) {
    if (line.start < from) continue;
    const last = groups.at(-1) ?? [];
    const written = text.slice(line.start, line.end);
    if (!isSceneBreak(written)) last.push(line);
    else if (isUnderline(text, last, line, groups.length === 1)) last.pop();
    else groups.push([]);
  }
  return groups.flatMap((lines) => {
    const prose = lines.filter(({ start, end }) => !heading.test(text.slice(start, end)));
    const [first] = prose;
    const last = prose.at(-1);
    if (first === undefined || last === undefined) return [];
    const { start } = first;
    const { end } = last;
    const words = countText(text.slice(start, end)).wordCount;
    if (words === 0) return [];
    return [{ start, end, words, opening: shorten(text.slice(start, first.end)) }];
  });
};

/** Cuts a chapter into scenes: a line of nothing but stars, dashes and their like parts two of them (W1). Pure. */
import { countText, plainProse } from '#shared/count-text.ts';
import type { Scene } from '#shared/domain/scene.ts';
import { withoutFrontMatter } from '#shared/front-matter.ts';
import { shortenedTo } from '#shared/shortened.ts';
import { isSceneBreak, splitLines } from './paragraphs.ts';
import type { Span } from './span.ts';

/** Characters of a scene's first line that are told. */
const openingLength = 120;

const heading = /^ {0,3}#{1,6}(?:[ \t]|$)/;

const shorten = (line: string): string => shortenedTo(plainProse(line).trim(), openingLength);

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

type SceneLines = { lines: readonly Span[]; prose: readonly Span[]; words: number };

/** The lines between breaks, the heading that names the chapter left out; those without words are no scene. */
const linesOfScenes = (text: string): SceneLines[] => {
  const from = text.length - withoutFrontMatter(text).length;
  const isHeading = ({ start, end }: Span): boolean => heading.test(text.slice(start, end));
  const groups: Span[][] = [[]];
  let isNamed = false;
  for (const line of splitLines(text)) {
    if (line.start < from) continue;
    const last = groups.at(-1) ?? [];
    const isFirst = groups.length === 1;
    if (!isSceneBreak(text.slice(line.start, line.end))) {
      if (isFirst && last.length === 0 && !isNamed && isHeading(line)) isNamed = true;
      else last.push(line);
    } else if (!isNamed && isUnderline(text, last, line, isFirst)) {
      last.pop();
      isNamed = true;
    } else groups.push([]);
  }
  return groups.flatMap((lines) => {
    const prose = lines.filter((line) => !isHeading(line));
    const [start, end] = [prose[0]?.start, prose.at(-1)?.end];
    const words = start === undefined ? 0 : countText(text.slice(start, end)).wordCount;
    return words === 0 ? [] : [{ lines, prose, words }];
  });
};

const spanOf = (lines: readonly Span[]): Span => ({
  start: lines[0]?.start ?? 0,
  end: lines.at(-1)?.end ?? 0,
});

/** In the order of the text, those without words left out; a chapter without breaks is one. */
export const scenesOf = (text: string): Scene[] =>
  linesOfScenes(text).map(({ prose, words }) => {
    const first = spanOf(prose.slice(0, 1));
    return { ...spanOf(prose), words, opening: shorten(text.slice(first.start, first.end)) };
  });

/** The same scenes with the headings in them: what goes where a scene goes. The heading that names the chapter stays. */
export const sceneSpansOf = (text: string): Span[] =>
  linesOfScenes(text).map(({ lines }) => spanOf(lines));

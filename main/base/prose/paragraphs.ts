/** Cuts a text into lines and paragraphs. */
import type { Script } from './script.ts';
import { matchSpans, type Span } from './span.ts';

/** Non-empty lines, without their ends. */
export const splitLines = (text: string): Span[] =>
  matchSpans(text, /[^\r\n]+/g).filter(({ start, end }) => text.slice(start, end).trim() !== '');

/**
 * Paragraphs: in Chinese every line is one; in other scripts lines may be wrapped, and an empty line divides.
 */
export const paragraphsOf = (text: string, script: Script): Span[] => {
  const lines = splitLines(text);
  if (script === 'han') return lines;
  const paragraphs: Span[] = [];
  for (const line of lines) {
    const last = paragraphs.at(-1);
    const between = last ? text.slice(last.end, line.start) : '';
    if (last && /^\r?\n[ \t]*$/.test(between)) last.end = line.end;
    else paragraphs.push({ ...line });
  }
  return paragraphs;
};

const sceneBreak = /^[ \t\u3000]*(?:[-—*_＊~～=#·•…※◆◇☆★○●][ \t\u3000]*){1,20}$/;

/** A line of nothing but stars, dashes and their like. */
export const isSceneBreak = (line: string): boolean => sceneBreak.test(line);

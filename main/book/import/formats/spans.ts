/** Words of a paragraph with what they look like and where they come from, and the paragraph they make. */
import { markChange, markComment, markLook, withoutMarks } from '../marks.ts';
import {
  escapeInline,
  escapeLineStart,
  headingLine,
  isSceneMark,
  sceneBreak,
} from '../markdown-text.ts';

export type Change = { kind: 'inserted' | 'deleted'; author: number };

export type Span =
  | { kind: 'text'; text: string; bold: boolean; italic: boolean; change: Change | null }
  | { kind: 'comment'; index: number }
  /** The call of a footnote. */
  | { kind: 'footnote'; name: string; change: Change | null };

export type TextSpan = Span & { kind: 'text' };

const looksLike = (a: TextSpan, b: TextSpan): boolean =>
  a.bold === b.bold &&
  a.italic === b.italic &&
  a.change?.kind === b.change?.kind &&
  a.change?.author === b.change?.author;

/** Neighbours that look alike as one: programs break words into runs wherever they like. */
const mergeSpans = (spans: readonly Span[]): Span[] => {
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (span.kind === 'text' && last?.kind === 'text' && looksLike(last, span)) {
      merged[merged.length - 1] = { ...last, text: last.text + span.text };
    } else merged.push(span);
  }
  return merged;
};

const starsOf = ({ bold, italic }: TextSpan): number => (bold ? 2 : 0) + (italic ? 1 : 0);

/** The spaces around emphasised words stay outside of its marks. */
const emphasise = (line: string, stars: number): string => {
  const words = line.trim();
  if (words === '') return line;
  const from = line.indexOf(words);
  return `${line.slice(0, from)}${markLook(stars, words)}${line.slice(from + words.length)}`;
};

const asMarkdown = (span: Span, plain: boolean): string => {
  if (span.kind === 'comment') return markComment(span.index);
  const inChange = (words: string): string =>
    span.change ? markChange(span.change.kind, span.change.author, words) : words;
  if (span.kind === 'footnote') return inChange(`[^${span.name}]`);
  const escaped = escapeInline(span.text);
  const stars = plain ? 0 : starsOf(span);
  const lines = escaped
    .split('\n')
    .map((line) => (stars === 0 ? line : emphasise(line, stars)))
    .map(inChange);
  return lines.join('\n');
};

const allWords = (spans: readonly Span[]): string =>
  spans.map((span) => (span.kind === 'text' ? span.text : '')).join('');

/** Words alone, changes taken. */
export const plainText = (spans: readonly Span[]): string =>
  allWords(spans.filter((span) => span.kind === 'text' && span.change?.kind !== 'deleted'));

/** Comments and calls of footnotes alone. */
export const callsOf = (spans: readonly Span[]): string =>
  spans.flatMap((span) => (span.kind === 'text' ? [] : [asMarkdown(span, true)])).join('');

/** A run of words as the file has it. */
export const textSpan = (
  text: string,
  look: Partial<Omit<TextSpan, 'kind' | 'text'>> = {},
): Span => ({
  kind: 'text',
  text: withoutMarks(text),
  bold: false,
  italic: false,
  change: null,
  ...look,
});

/** Lines of a paragraph, without the spaces that only indent them. */
const tidyLines = (markdown: string): string =>
  markdown
    .split('\n')
    .map((line) => escapeLineStart(line.replace(/^[\s\u3000]+|[\s\u3000]+$/gu, '')))
    .filter((line) => line !== '')
    .join('\n');

const asLines = (spans: readonly Span[]): string =>
  tidyLines(
    mergeSpans(spans)
      .map((span) => asMarkdown(span, false))
      .join(''),
  );

/** Where all words of a paragraph are one change, so is what stands before them. */
const changedLabel = (spans: readonly Span[], label: string): string => {
  const changes = spans.flatMap((span) =>
    span.kind === 'text' && span.text.trim() !== '' ? [span.change] : [],
  );
  const [first = null] = changes;
  const isOne = changes.every(
    (change) => change?.kind === first?.kind && change?.author === first?.author,
  );
  if (label === '' || first === null || !isOne) return label;
  return markChange(first.kind, first.author, label);
};

/**
 * A paragraph as Markdown; '' for one without words. `level`: that of a heading, 0 for none; `label`: Markdown to stand
 * before the words.
 */
export const paragraphOf = (spans: readonly Span[], level: number, label = ''): string => {
  const text = allWords(spans);
  if (text.trim() !== '' && label !== '') {
    const line = paragraphOf(spans, level);
    const heading = level > 0 ? /^#+ /.exec(line)?.[0] : '';
    const before = changedLabel(spans, heading ? label.trimStart() : label);
    return `${heading ?? ''}${before}${line.slice(heading?.length ?? 0)}`;
  }
  const isMarked = spans.some((span) => span.kind !== 'text' || span.change !== null);
  if (level > 0 && text.trim() !== '') {
    const line = mergeSpans(spans)
      .map((span) => asMarkdown(span, true))
      .join('');
    return headingLine(level, line.replace(/\n/g, ' '));
  }
  if (!isMarked && isSceneMark(text)) return sceneBreak;
  return asLines(spans);
};

/** A paragraph of a footnote, which stands in one line. */
export const lineOfNote = (spans: readonly Span[]): string => asLines(spans).replace(/\n/g, ' ');

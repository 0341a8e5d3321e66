/** Reads a chapter once for all reports: its words, sentences, paragraphs, speech and slips. Pure. */
import { paragraphsOf } from '#main/base/prose/paragraphs.ts';
import { quotedSpans } from '#main/base/prose/quotation.ts';
import { scriptOf } from '#main/base/prose/script.ts';
import { sentencesOf } from '#main/base/prose/sentences.ts';
import type { Span } from '#main/base/prose/span.ts';
import type { ProseFacts } from './facts.ts';
import { findHabits } from './find-habits.ts';
import { findSlips } from './find-slips.ts';
import { findTypos } from './find-typos.ts';
import { maskMarkup } from '#main/base/prose/mask-markup.ts';
import { createWordSplitter } from './split-words.ts';

/** Without the white space around it. Null where nothing is left. */
const trimSpan = (text: string, { start, end }: Span): Span | null => {
  const body = text.slice(start, end);
  const trimmed = body.trim();
  if (trimmed === '') return null;
  const from = start + body.length - body.trimStart().length;
  return { start: from, end: from + trimmed.length };
};

/** Spans with the words in them, which must come in order; those without a word are left out. */
const withWords = (spans: readonly Span[], starts: readonly number[]): Uint32Array => {
  const found: number[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    while (at < starts.length && (starts[at] ?? 0) < start) at += 1;
    const first = at;
    while (at < starts.length && (starts[at] ?? 0) < end) at += 1;
    if (at > first) found.push(start, end, first, at);
  }
  return Uint32Array.from(found);
};

/** The number of a word in its list, which gets it where it is new. */
const numberIn = (numbers: Map<string, number>, word: string): number => {
  const known = numbers.get(word);
  if (known !== undefined) return known;
  numbers.set(word, numbers.size);
  return numbers.size - 1;
};

const readHabits = (text: string): ProseFacts['habits'] => {
  const numbers = new Map<string, number>();
  const places = findHabits(text).flatMap(({ label, start, end }) => [
    numberIn(numbers, label),
    start,
    end,
  ]);
  return { labels: [...numbers.keys()].join('\n'), places: Uint32Array.from(places) };
};

/** For many chapters: what cutting words needs is made once. */
export const createProseReader = (): ((text: string) => ProseFacts) => {
  const splitWords = createWordSplitter();
  return (source) => {
    const text = maskMarkup(source);
    const numbers = new Map<string, number>();
    const [tokens, starts, ends]: [number[], number[], number[]] = [[], [], []];
    const capitals: number[] = [];
    // A word as it stands, so that only the first of its kind is put in small letters.
    const asWritten = new Map<string, number>();
    splitWords(text, (word, start, end) => {
      let number = asWritten.get(word);
      if (number === undefined) {
        const lower = word.toLowerCase();
        number = numberIn(numbers, lower) * 2 + (lower === word ? 0 : 1);
        asWritten.set(word, number);
      }
      if (number % 2 === 1) capitals[number >> 1] = (capitals[number >> 1] ?? 0) + 1;
      tokens.push(number >> 1);
      starts.push(start);
      ends.push(end);
    });
    const script = scriptOf(text);
    const paragraphs = paragraphsOf(text, script);
    const sentences = sentencesOf(text).flatMap((span) => trimSpan(text, span) ?? []);
    const speech = quotedSpans(text, paragraphs, script);
    return {
      script,
      words: [...numbers.keys()].join('\n'),
      tokens: Uint32Array.from(tokens),
      starts: Uint32Array.from(starts),
      ends: Uint32Array.from(ends),
      sentences: withWords(sentences, starts),
      paragraphs: withWords(paragraphs, starts),
      speech: Uint32Array.from(speech.flatMap(({ start, end }) => [start, end])),
      slips: [...findSlips(text, paragraphs), ...findTypos(text)],
      habits: readHabits(text),
      capitals: Uint32Array.from({ length: numbers.size }, (_, at) => capitals[at] ?? 0),
    };
  };
};

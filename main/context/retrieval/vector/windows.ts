import { weightOf } from '../text/paragraphs.ts';
import { sentences, type Span } from '../text/sentences.ts';

/** A stretch of sentences and the content words in it: `from` to `to` index the chunk's words. */
export type Window = { from: number; to: number };

/** Twelve ideographs or some forty letters: shorter sentences are joined to the next. */
const minSentence = 36;
const maxWords = 20;

/** Sentences of the text, short ones joined to what follows; the last short one to what is before it. */
export const joinedSentences = (text: string): Span[] => {
  const joined: Span[] = [];
  let start = 0;
  for (const { end } of sentences(text, 0, text.length)) {
    if (weightOf(text.slice(start, end)) < minSentence && end < text.length) continue;
    joined.push({ start, end });
    start = end;
  }
  return joined;
};

/**
 * A window begins at each sentence and takes the following ones while it has no more than 20 content words, one
 * sentence at least; it never leaves the chunk.
 * @param starts offsets of the chunk's content words
 */
export const windows = (text: string, starts: readonly number[]): Window[] => {
  const borders: number[] = [0];
  let word = 0;
  for (const { end } of joinedSentences(text)) {
    while (word < starts.length && (starts[word] ?? 0) < end) word++;
    if (word > (borders.at(-1) ?? 0)) borders.push(word);
  }
  const found: Window[] = [];
  for (let sentence = 0; sentence + 1 < borders.length; sentence++) {
    const from = borders[sentence] ?? 0;
    let last = sentence + 1;
    while (last + 1 < borders.length && (borders[last + 1] ?? 0) - from <= maxWords) last++;
    const to = borders[last] ?? from;
    // What ends where the window before it ends says nothing new, unless it is a sentence of some length.
    if (found.length > 0 && found.at(-1)?.to === to && to - from < maxWords / 4) continue;
    found.push({ from, to });
  }
  return found;
};

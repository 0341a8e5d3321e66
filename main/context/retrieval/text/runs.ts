import { type Alphabet, unitKind } from './alphabet.ts';

/** A stretch of one kind: a spaced word, or signs written without spaces. Offsets into the text. */
export type Run = { ideographs: boolean; start: number; end: number };

const apostrophes = new Set([0x27, 0x2019]);

/** Splits text into words and ideograph runs; everything else is a border. */
export const runs = (text: string, alphabet: Alphabet): Run[] => {
  const found: Run[] = [];
  const kindAt = (index: number): number =>
    alphabet.kind[text.charCodeAt(index)] ?? unitKind.border;
  let index = 0;
  while (index < text.length) {
    const kind = kindAt(index);
    if (kind === unitKind.border) {
      index++;
      continue;
    }
    const start = index;
    while (index < text.length && kindAt(index) === kind) index++;
    found.push({ ideographs: kind === unitKind.ideograph, start, end: index });
    if (kind === unitKind.letter && apostrophes.has(text.charCodeAt(index))) {
      index = skipEnding(text, index, kindAt);
    }
  }
  return found;
};

/** Passes over the apostrophe and what follows it, so that "Imogen's" and "isn't" leave no stray letters. */
const skipEnding = (
  text: string,
  apostrophe: number,
  kindAt: (index: number) => number,
): number => {
  let index = apostrophe + 1;
  while (index < text.length && kindAt(index) === unitKind.letter) index++;
  return index - apostrophe <= 3 ? index : apostrophe + 1;
};

/** Whether no run, nor a word's ending behind an apostrophe, reaches over this place. */
export const isRunBorder = (text: string, place: number, alphabet: Alphabet): boolean => {
  const unit = text.charCodeAt(place);
  return alphabet.kind[unit] === unitKind.border && !apostrophes.has(unit);
};

/** The run as it is compared: folded unit by unit. Most runs are what they fold to, and are not built anew. */
export const foldedRun = (text: string, run: Run, alphabet: Alphabet): string => {
  const { fold } = alphabet;
  let index = run.start;
  while (index < run.end && fold[text.charCodeAt(index)] === text.charCodeAt(index)) index++;
  if (index === run.end) return text.slice(run.start, run.end);
  let folded = '';
  for (let from = run.start; from < run.end; from += 1024) {
    const units: number[] = [];
    for (index = from; index < Math.min(from + 1024, run.end); index++) {
      units.push(fold[text.charCodeAt(index)] ?? 0);
    }
    folded += String.fromCharCode(...units);
  }
  return folded;
};

import type { Alphabet } from '../text/alphabet.ts';
import { foldedRun, runs } from '../text/runs.ts';
import type { WordVectors } from '../vector/word-vectors.ts';
import { segment } from '../vector/words.ts';

/** A word's short English gloss, or null. */
export type Glosses = (word: string) => string | null;

/** @param table lines of a simplified Chinese word, a tab and its gloss, in the order of code units */
export const readGlosses = (table: string): Glosses => {
  const starts = [0];
  for (let at = table.indexOf('\n'); at >= 0; at = table.indexOf('\n', at + 1)) starts.push(at + 1);
  const lineAt = (number: number): string => {
    const from = starts[number] ?? 0;
    const end = table.indexOf('\n', from);
    return table.slice(from, end < 0 ? table.length : end);
  };
  return (word) => {
    let low = 0;
    let high = starts.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const line = lineAt(middle);
      const tab = line.indexOf('\t');
      const found = line.slice(0, tab);
      if (found === word) return line.slice(tab + 1);
      if (found < word) low = middle + 1;
      else high = middle - 1;
    }
    return null;
  };
};

export type EnglishReader = (text: string) => string;

/**
 * Text as the encoder, which knows English alone, can read it: Chinese word for word, everything else as it is.
 * Words without a gloss, names above all, are left out.
 */
export const createEnglishReader =
  (alphabet: Alphabet, vectors: WordVectors, glosses: Glosses): EnglishReader =>
  (text) => {
    const found = runs(text, alphabet);
    if (!found.some((run) => run.ideographs)) return text;
    return found
      .flatMap((run) => {
        if (!run.ideographs) return [text.slice(run.start, run.end)];
        const folded = foldedRun(text, run, alphabet);
        return segment(folded, vectors).flatMap(
          ({ start, end }) => glosses(folded.slice(start, end)) ?? [],
        );
      })
      .join(' ');
  };

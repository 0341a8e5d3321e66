/** Phrases that come again and again: runs of words, each as long as it is repeated. */
import type { Book } from '../book.ts';
import { addPlace, type DraftLine, type MakeSection, maxLines, type Places } from '../section.ts';

const minCount = 3;
/** A phrase has so many words… */
const minWords = 3;
const maxWords = 20;
/** …and counts for so many (F23). */
const minUnits = { han: 5, latin: 3 };
/** A longer phrase that comes nearly as often stands for the shorter one. */
const coveredShare = 0.6;

type Run = { from: number; length: number; count: number };

/** All words in a row, with a border between clauses that no phrase crosses. */
const lineUp = ({ chapters, words }: Book) => {
  const border = words.length;
  const total = chapters.reduce((sum, { tokens }) => sum + tokens.length, 0);
  // At most a border behind each word.
  const line = new Uint32Array(2 * total).fill(border);
  const chapterOf = new Uint32Array(2 * total);
  const tokenOf = new Uint32Array(2 * total);
  let at = 0;
  for (const [chapter, { text, tokens, prose }] of chapters.entries()) {
    for (const [token, word] of tokens.entries()) {
      line[at] = word;
      chapterOf[at] = chapter;
      tokenOf[at] = token;
      const between = text.slice(prose.ends[token], prose.starts[token + 1] ?? text.length);
      at += between === '' || between === ' ' ? 1 : 2;
    }
  }
  return { line: line.subarray(0, at), chapterOf, tokenOf, border };
};

/** What is left at a length: where repeated runs begin, and the run that begins there. */
type Level = { starts: number[]; runAt: Int32Array; counts: number[]; firsts: number[] };

/** Runs one word longer than those of `level` that are still repeated. */
const lengthen = (level: Level, line: Uint32Array, border: number, length: number): Level => {
  const numbers = new Map<number, number>();
  const [all, counts, firsts, runs]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (const start of level.starts) {
    const next = line[start + length - 1] ?? border;
    if (next === border) continue;
    const key = (level.runAt[start] ?? 0) * (border + 1) + next;
    let run = numbers.get(key);
    if (run === undefined) {
      run = numbers.size;
      numbers.set(key, run);
      counts.push(0);
      firsts.push(start);
    }
    counts[run] = (counts[run] ?? 0) + 1;
    all.push(start);
    runs.push(run);
  }
  const runAt = new Int32Array(line.length).fill(-1);
  const starts = all.filter((start, at) => {
    const run = runs[at] ?? 0;
    if ((counts[run] ?? 0) < minCount) return false;
    runAt[start] = run;
    return true;
  });
  return { starts, runAt, counts, firsts };
};

/** Marks the runs of `shorter` that a run of `longer` stands for. */
const findCovered = (shorter: Level, longer: Level): Uint8Array => {
  const covered = new Uint8Array(shorter.counts.length);
  for (const [run, count] of longer.counts.entries()) {
    if (count < minCount) continue;
    const first = longer.firsts[run] ?? 0;
    for (const part of [shorter.runAt[first] ?? -1, shorter.runAt[first + 1] ?? -1]) {
      if (part >= 0 && count >= coveredShare * (shorter.counts[part] ?? 0)) covered[part] = 1;
    }
  }
  return covered;
};

const findRuns = (line: Uint32Array, border: number): Run[] => {
  const runs: Run[] = [];
  let level: Level = {
    starts: [...line.keys()].filter((at) => line[at] !== border),
    runAt: Int32Array.from(line),
    counts: [],
    firsts: [],
  };
  for (let length = 2; level.starts.length > 0 && length <= maxWords + 1; length += 1) {
    const longer = lengthen(level, line, border, length);
    const shorter = length - 1;
    if (shorter >= minWords) {
      const covered = findCovered(level, longer);
      for (const [run, count] of level.counts.entries()) {
        if (count < minCount || covered[run] === 1) continue;
        runs.push({ from: level.firsts[run] ?? 0, length: shorter, count });
      }
    }
    level = longer;
  }
  return runs;
};

export const makePhrases: MakeSection = (book) => {
  const { line, chapterOf, tokenOf, border } = lineUp(book);
  const { units, isChosen, isName, chapters } = book;
  const sumOf = (values: Uint32Array | Uint8Array, { from, length }: Run): number =>
    line.subarray(from, from + length).reduce((sum, word) => sum + (values[word] ?? 0), 0);
  const isTelling = (run: Run): boolean => {
    const chapter = chapters[chapterOf[run.from] ?? 0];
    const least = minUnits[chapter?.prose.script ?? 'latin'];
    const chosen = sumOf(isChosen, run);
    return sumOf(units, run) >= least && chosen >= 1 && sumOf(isName, run) < run.length - 1;
  };
  const weightOf = (run: Run): number =>
    (run.count - 1) * (sumOf(units, run) + 2 * sumOf(isChosen, run));
  const runs = findRuns(line, border)
    .filter(isTelling)
    .map((run) => ({ run, weight: weightOf(run) }))
    .sort((one, other) => other.weight - one.weight)
    .map(({ run }) => run);

  const placesOf = findPlaces(runs.slice(0, maxLines), line, (from, length) => {
    const chapter = chapterOf[from] ?? 0;
    const prose = chapters[chapter]?.prose;
    const token = tokenOf[from] ?? 0;
    return [chapter, prose?.starts[token] ?? 0, prose?.ends[token + length - 1] ?? 0];
  });
  return { lines: runs.map((run): DraftLine => ({ places: placesOf.get(run) ?? [] })) };
};

/** Every place of each run, found in one walk. */
const findPlaces = (
  runs: readonly Run[],
  line: Uint32Array,
  describe: (from: number, length: number) => [number, number, number],
): Map<Run, Places> => {
  const byFirst = new Map<number, Run[]>();
  for (const run of runs) {
    const first = line[run.from] ?? 0;
    byFirst.set(first, [...(byFirst.get(first) ?? []), run]);
  }
  const places = new Map<Run, Places>();
  const stands = (at: number, { from, length }: Run): boolean => {
    for (let word = 1; word < length; word += 1) {
      if (line[at + word] !== line[from + word]) return false;
    }
    return true;
  };
  for (const [at, word] of line.entries()) {
    for (const run of byFirst.get(word) ?? []) {
      if (stands(at, run)) addPlace(places, run, describe(at, run.length));
    }
  }
  return places;
};

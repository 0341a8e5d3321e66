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

/** What is left at a length: where runs begin that are repeated, and the run that begins there (-1 for none). */
type Level = { starts: Uint32Array; runAt: Int32Array; counts: number[]; firsts: number[] };

/** The starts of each run beside one another, in their order. */
const sortByRun = ({ starts, runAt, counts }: Level): Uint32Array => {
  const ends = new Uint32Array(counts.length);
  for (let run = 1; run < counts.length; run += 1) {
    ends[run] = (ends[run - 1] ?? 0) + (counts[run - 1] ?? 0);
  }
  const sorted = new Uint32Array(starts.length);
  for (const start of starts) {
    const run = runAt[start] ?? 0;
    const place = ends[run] ?? 0;
    sorted[place] = start;
    ends[run] = place + 1;
  }
  return sorted;
};

/**
 * Runs one word longer than those of `level` that are still repeated. Counted run by run in arrays: a map of all pairs
 * of words takes several times as long.
 */
const lengthen = (level: Level, line: Uint32Array, border: number, length: number): Level => {
  const draft = new Int32Array(line.length).fill(-1);
  const draftCounts: number[] = [];
  /** By word: the run that it goes on to, and the shorter run for which that holds. */
  const runOfNext = new Uint32Array(border);
  const heldFor = new Int32Array(border).fill(-1);
  for (const start of sortByRun(level)) {
    const next = line[start + length - 1] ?? border;
    if (next === border) continue;
    const shorter = level.runAt[start] ?? 0;
    if (heldFor[next] !== shorter) {
      heldFor[next] = shorter;
      runOfNext[next] = draftCounts.length;
      draftCounts.push(0);
    }
    const run = runOfNext[next] ?? 0;
    draft[start] = run;
    draftCounts[run] = (draftCounts[run] ?? 0) + 1;
  }
  return keepRepeated(level.starts, draft, draftCounts);
};

/** Leaves out what is not repeated often enough, and numbers the rest as it first comes. */
const keepRepeated = (
  starts: Uint32Array,
  runAt: Int32Array,
  draftCounts: ArrayLike<number>,
): Level => {
  const numbers = new Int32Array(draftCounts.length).fill(-1);
  const [counts, firsts]: [number[], number[]] = [[], []];
  const kept = starts.filter((start) => {
    const run = runAt[start] ?? -1;
    const count = draftCounts[run] ?? 0;
    if (count < minCount) {
      runAt[start] = -1;
      return false;
    }
    if (numbers[run] === -1) {
      numbers[run] = counts.length;
      counts.push(count);
      firsts.push(start);
    }
    runAt[start] = numbers[run] ?? -1;
    return true;
  });
  return { starts: kept, runAt, counts, firsts };
};

/** Marks the runs of `shorter` that a run of `longer` stands for. */
const findCovered = (shorter: Level, longer: Level): Uint8Array => {
  const covered = new Uint8Array(shorter.counts.length);
  for (const [run, count] of longer.counts.entries()) {
    const first = longer.firsts[run] ?? 0;
    for (const part of [shorter.runAt[first] ?? -1, shorter.runAt[first + 1] ?? -1]) {
      if (part >= 0 && count >= coveredShare * (shorter.counts[part] ?? 0)) covered[part] = 1;
    }
  }
  return covered;
};

/** Single words that stand often enough. */
const firstLevel = (line: Uint32Array, border: number): Level => {
  const counts = new Uint32Array(border);
  const runAt = new Int32Array(line.length).fill(-1);
  const starts = new Uint32Array(line.length);
  let found = 0;
  for (let at = 0; at < line.length; at += 1) {
    const word = line[at] ?? border;
    if (word === border) continue;
    starts[found] = at;
    found += 1;
    runAt[at] = word;
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return keepRepeated(starts.subarray(0, found), runAt, counts);
};

const findRuns = (line: Uint32Array, border: number): Run[] => {
  const runs: Run[] = [];
  let level = firstLevel(line, border);
  for (let length = 2; level.starts.length > 0 && length <= maxWords + 1; length += 1) {
    const longer = lengthen(level, line, border, length);
    const shorter = length - 1;
    if (shorter >= minWords) {
      const covered = findCovered(level, longer);
      for (const [run, count] of level.counts.entries()) {
        if (covered[run] === 1) continue;
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
    const min = minUnits[chapter?.prose.script ?? 'latin'];
    const chosen = sumOf(isChosen, run);
    return sumOf(units, run) >= min && chosen >= 1 && sumOf(isName, run) < run.length - 1;
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
  for (let at = 0; at < line.length; at += 1) {
    for (const run of byFirst.get(line[at] ?? 0) ?? []) {
      if (stands(at, run)) addPlace(places, run, describe(at, run.length));
    }
  }
  return places;
};

/** How long sentences and paragraphs are, where they run on, and where they are all alike. */
import type { Book, BookChapter } from '../book.ts';
import type { DraftLine, MakeSection } from '../section.ts';

type Stretch = { chapter: number; start: number; end: number; length: number };

/** Of each kind, so many are listed. */
const maxEach = 40;
/** A sentence or paragraph is long from so many words on (F23). */
const longSentence = { han: 80, latin: 45 };
const longParagraph = { han: 500, latin: 280 };
/** So many sentences in a row, none of which differs more from their mean, sound alike. */
const minEven = 6;
const evenWithin = 0.2;
/** Exclamations are short for a reason. */
const minEvenLength = 6;

const median = (lengths: readonly number[]): number =>
  lengths.toSorted((one, other) => one - other)[Math.floor(lengths.length / 2)] ?? 0;

const meanOf = (lengths: readonly number[]): number =>
  lengths.length === 0
    ? 0
    : Math.round((lengths.reduce((sum, one) => sum + one, 0) / lengths.length) * 10) / 10;

/** Sentences or paragraphs with their lengths in words. */
const stretchesOf = (
  { units }: Book,
  { tokens }: BookChapter,
  spans: Uint32Array,
  chapter: number,
): Stretch[] => {
  const found: Stretch[] = [];
  for (let at = 0; at < spans.length; at += 4) {
    let length = 0;
    for (let token = spans[at + 2] ?? 0; token < (spans[at + 3] ?? 0); token += 1) {
      length += units[tokens[token] ?? 0] ?? 0;
    }
    found.push({ chapter, start: spans[at] ?? 0, end: spans[at + 1] ?? 0, length });
  }
  return found;
};

/** What of a row decides whether its sentences are alike: it grows by one at the cost of one. */
type Row = { count: number; sum: number; shortest: number; longest: number };

const withLength = ({ count, sum, shortest, longest }: Row, length: number): Row => ({
  count: count + 1,
  sum: sum + length,
  shortest: Math.min(shortest, length),
  longest: Math.max(longest, length),
});
const rowOf = (stretches: readonly Stretch[]): Row =>
  stretches.reduce((row, { length }) => withLength(row, length), {
    ...{ count: 0, sum: 0, shortest: Number.POSITIVE_INFINITY, longest: 0 },
  });

const isEven = ({ count, sum, shortest, longest }: Row): boolean => {
  const mean = sum / count;
  const apart = Math.max(longest - mean, mean - shortest);
  return mean >= minEvenLength && apart <= evenWithin * mean;
};

/** The longest rows of sentences that are all alike, each counted once. */
export const findEvenRuns = (sentences: readonly Stretch[]): Stretch[] => {
  const found: Stretch[] = [];
  for (let from = 0; from + minEven <= sentences.length; from += 1) {
    let to = from + minEven;
    let row = rowOf(sentences.slice(from, to));
    if (!isEven(row)) continue;
    for (; to < sentences.length; to += 1) {
      row = withLength(row, sentences[to]?.length ?? 0);
      if (!isEven(row)) break;
    }
    const [first, last] = [sentences[from], sentences[to - 1]];
    if (first && last) found.push({ ...first, end: last.end, length: to - from });
    from = to - 1;
  }
  return found;
};

const lineOf =
  (remark: NonNullable<DraftLine['remark']>, figure: 'length' | 'sentences') =>
  ({ chapter, start, end, length }: Stretch): DraftLine => ({
    remark,
    figures: { [figure]: length },
    places: [chapter, start, end],
  });

const longest = (stretches: readonly Stretch[], min: (one: Stretch) => number): Stretch[] =>
  stretches
    .filter((one) => one.length >= min(one))
    .sort((one, other) => other.length - one.length)
    .slice(0, maxEach);

const chapterLine = (sentences: readonly Stretch[]): DraftLine[] => {
  const [first] = sentences;
  if (first === undefined) return [];
  const top = sentences.reduce((max, one) => (one.length > max.length ? one : max), first);
  const mean = meanOf(sentences.map(({ length }) => length));
  return [
    {
      remark: 'chapterRhythm',
      label: '',
      figures: { mean, longest: top.length, sentences: sentences.length },
      places: [top.chapter, top.start, top.end],
    },
  ];
};

export const makeRhythm: MakeSection = (book) => {
  const { chapters } = book;
  const sentences = chapters.map((chapter, at) =>
    stretchesOf(book, chapter, chapter.prose.sentences, at),
  );
  const paragraphs = chapters.flatMap((chapter, at) =>
    stretchesOf(book, chapter, chapter.prose.paragraphs, at),
  );
  const scriptOf = ({ chapter }: Stretch) => chapters[chapter]?.prose.script ?? 'latin';
  const all = sentences.flat();
  const lengths = all.map(({ length }) => length);
  const even = sentences.flatMap(findEvenRuns);
  const figures = { mean: meanOf(lengths), median: median(lengths), sentences: all.length };
  return {
    lines: [
      ...longest(all, (one) => longSentence[scriptOf(one)]).map(lineOf('longSentence', 'length')),
      ...longest(paragraphs, (one) => longParagraph[scriptOf(one)]).map(
        lineOf('longParagraph', 'length'),
      ),
      ...longest(even, () => 0).map(lineOf('evenRun', 'sentences')),
      ...sentences.flatMap(chapterLine),
    ],
    figures,
  };
};

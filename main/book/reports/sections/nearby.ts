/** The same striking word again within a few lines. */
import type { Book, BookChapter } from '../book.ts';
import type { DraftLine, MakeSection } from '../section.ts';

/** So far apart, in words as the cutter sees them, two of them are still heard together. */
const reach = 60;
/** A word that stands more often than once in so many words is the book's own; nobody hears it. */
const commonOneIn = 3000;

const findClusters = ({ tokens }: BookChapter, isStriking: (token: number) => boolean) => {
  const open = new Map<number, number[]>();
  const clusters: number[][] = [];
  for (const [at, token] of tokens.entries()) {
    if (!isStriking(token)) continue;
    const known = open.get(token);
    if (known && at - (known.at(-1) ?? 0) <= reach) {
      known.push(at);
      if (known.length === 2) clusters.push(known);
    } else open.set(token, [at]);
  }
  return clusters;
};

export const makeNearby: MakeSection = (book: Book) => {
  const { chapters, counts, isChosen, words } = book;
  const total = chapters.reduce((sum, { tokens }) => sum + tokens.length, 0);
  const max = Math.max(6, total / commonOneIn);
  const isStriking = (token: number): boolean =>
    isChosen[token] === 1 && (counts[token] ?? 0) <= max;
  const weighed = chapters.flatMap((chapter, index) =>
    findClusters(chapter, isStriking).map((cluster): { line: DraftLine; weight: number } => {
      const token = chapter.tokens[cluster[0] ?? 0] ?? 0;
      const { starts, ends } = chapter.prose;
      const places = cluster.flatMap((at) => [index, starts[at] ?? 0, ends[at] ?? 0]);
      // Three are worse than two, and a rare word is heard sooner.
      const weight = (cluster.length - 1) * Math.log(total / (counts[token] ?? 1));
      return { line: { label: words[token] ?? '', places }, weight };
    }),
  );
  const lines = weighed.sort((one, other) => other.weight - one.weight).map(({ line }) => line);
  return { lines };
};

/** How often a question finds its passage among the chunks of a whole book. */
import type { BookIndex, Method } from './book.ts';

/** A question in three forms, and the passage that answers it. */
export type Pair = {
  file: string;
  passage: string;
  keyword: string;
  paraphrase: string;
  otherLanguage: string;
};

export type QuestionKind = 'keyword' | 'paraphrase' | 'otherLanguage';
export const questionKinds: readonly QuestionKind[] = ['keyword', 'paraphrase', 'otherLanguage'];

/** Shares of the questions whose passage is among the first 1, 5 and 10; mean of 1 / rank. */
export type Recall = { first: number; five: number; ten: number; reciprocal: number };

/** Columns: chapter file, exact passage, keyword question, paraphrase, question in the other language. */
export const parsePairs = (table: string): Pair[] =>
  table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, number) => {
      const [file, passage, keyword, paraphrase, otherLanguage] = line.split('\t');
      if (!file || !passage || !keyword || !paraphrase || !otherLanguage) {
        throw new Error(`Line ${number + 1} of the pairs has not five columns.`);
      }
      return { file, passage, keyword, paraphrase, otherLanguage };
    });

/** Where the passage stands. Throws when the chapter does not hold it exactly. */
export const locate = (book: BookIndex, pair: Pair): { start: number; end: number } => {
  const start = book.texts.get(pair.file)?.indexOf(pair.passage) ?? -1;
  if (start < 0)
    throw new Error(`${pair.file} does not hold the passage "${pair.passage.slice(0, 40)}".`);
  return { start, end: start + pair.passage.length };
};

/** Asks one kind of question of every pair. A hit is a chunk that overlaps the passage. */
export const measure = async (
  book: BookIndex,
  pairs: readonly Pair[],
  kind: QuestionKind,
  method: Method,
): Promise<Recall> => {
  const recall: Recall = { first: 0, five: 0, ten: 0, reciprocal: 0 };
  for (const pair of pairs) {
    const target = locate(book, pair);
    const hits = await book.search(pair[kind], 100, method);
    const place = hits.findIndex(
      (hit) => hit.documentId === pair.file && hit.start < target.end && hit.end > target.start,
    );
    if (place === 0) recall.first++;
    if (place >= 0 && place < 5) recall.five++;
    if (place >= 0 && place < 10) recall.ten++;
    if (place >= 0) recall.reciprocal += 1 / (place + 1);
  }
  const share = (sum: number): number => sum / pairs.length;
  return {
    first: share(recall.first),
    five: share(recall.five),
    ten: share(recall.ten),
    reciprocal: share(recall.reciprocal),
  };
};

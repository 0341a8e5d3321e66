/** The question at a cursor: the terms before it and of what was asked, each at its last place, out of the chapter's stream. */
import type { StretchVisitor } from '../text/terms.ts';
import type { Collection } from './bm25.ts';
import { lookUpKeys, type TermStream } from './term-stream.ts';

/** A stretch of a chapter up to a cursor, and what is asked besides. */
export type Question = { text: string; from: number; cursor: number; asked: string };

/** The question as a text of its own, which the places of its terms are offsets of. */
export const questionText = ({ text, from, cursor, asked }: Question): string =>
  `${text.slice(from, cursor)}\n${asked}`;

/** The distinct terms of a question, in the order of their last places. */
export type QuestionTerms = {
  starts: Uint32Array;
  ends: Uint32Array;
  /** How many texts of the collection hold the term at an index. */
  frequencyOf(index: number): number;
  /** Its number in a part of the collection; -1 where the part has none. */
  numberIn(part: number, index: number): number;
};

export type QuestionParts = {
  streamOf(text: string): TermStream;
  visit: StretchVisitor;
  /** Whether a text can be read before and behind this place apart: no word reaches over it. */
  isBorder(text: string, place: number): boolean;
  /** Characters as the collection compares them. */
  fold(text: string): string;
};

/** The first place of a rising list that reaches `least`. */
const firstFrom = (rising: Uint32Array, min: number): number => {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? 0) < min) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The part of a question whose words are those of the chapter; what its ends may have cut in two is read anew. */
const wholeWordsOf = (
  { text, from, cursor }: Question,
  isBorder: QuestionParts['isBorder'],
): { start: number; end: number } => {
  let start = from;
  let end = cursor;
  if (from > 0) while (start < cursor && !isBorder(text, start)) start += 1;
  if (cursor < text.length) while (end > start && !isBorder(text, end)) end -= 1;
  return { start, end };
};

type Places = { numbers: number[]; starts: number[]; ends: number[] };

/** Numbers the terms of words that were cut or asked; those the chapter has nowhere whole come behind its own. */
const createLooseReader = (stream: TermStream, visit: StretchVisitor) => {
  const others = new Map<number, number>();
  const numberOf = (key: number): number => {
    const known = stream.numberOf(key);
    if (known !== -1) return known;
    const number = others.get(key) ?? stream.size + others.size;
    others.set(key, number);
    return number;
  };
  return {
    others,
    read(text: string, offset: number): Places {
      const places: Places = { numbers: [], starts: [], ends: [] };
      visit(text, (key, start, end) => {
        places.numbers.push(numberOf(key));
        places.starts.push(start + offset);
        places.ends.push(end + offset);
      });
      return places;
    },
  };
};

/** Takes terms from the last place to the first and keeps each once; its memory serves one question after the other. */
const createCollector = () => {
  let numbers = new Uint32Array(0);
  let starts = new Uint32Array(0);
  let ends = new Uint32Array(0);
  /** The last question that met a term, by the term's number. */
  let metBy = new Uint32Array(0);
  let question = 0;
  let first = 0;
  return {
    begin(places: number, terms: number): void {
      if (places > numbers.length) {
        numbers = new Uint32Array(2 * places);
        starts = new Uint32Array(2 * places);
        ends = new Uint32Array(2 * places);
      }
      if (terms > metBy.length) metBy = new Uint32Array(2 * terms);
      question += 1;
      first = numbers.length;
    },
    add(term: number, start: number, end: number): void {
      if (metBy[term] === question) return;
      metBy[term] = question;
      first -= 1;
      numbers[first] = term;
      starts[first] = start;
      ends[first] = end;
    },
    collected: () => ({
      numbers: numbers.subarray(first),
      starts: starts.subarray(first),
      ends: ends.subarray(first),
    }),
  };
};

/** @returns reads a question; what it answers holds until it reads the next one */
export const createQuestionReader = ({
  streamOf,
  visit,
  isBorder,
}: Omit<QuestionParts, 'fold'>) => {
  const collector = createCollector();
  const addAll = ({ numbers, starts, ends }: Places): void => {
    for (let index = numbers.length - 1; index >= 0; index--) {
      collector.add(numbers[index] ?? 0, starts[index] ?? 0, ends[index] ?? 0);
    }
  };

  return (question: Question, collection: Collection): QuestionTerms => {
    const { text, from, cursor, asked } = question;
    const stream = streamOf(text);
    const whole = wholeWordsOf(question, isBorder);
    const loose = createLooseReader(stream, visit);
    const head = loose.read(text.slice(from, whole.start), 0);
    const tail = loose.read(text.slice(whole.end, cursor), whole.end - from);
    const behind = loose.read(asked, cursor - from + 1);
    const first = firstFrom(stream.starts, whole.start);
    const end = firstFrom(stream.starts, whole.end);
    const looseCount = head.numbers.length + tail.numbers.length + behind.numbers.length;

    collector.begin(end - first + looseCount, stream.size + loose.others.size);
    addAll(behind);
    addAll(tail);
    for (let place = end - 1; place >= first; place--) {
      const start = (stream.starts[place] ?? 0) - from;
      collector.add(stream.terms[place] ?? 0, start, (stream.ends[place] ?? 0) - from);
    }
    addAll(head);

    const { numbers, starts, ends } = collector.collected();
    const known = stream.knownIn(collection);
    const others = lookUpKeys(collection, [...loose.others.keys()]);
    return {
      ...{ starts, ends },
      frequencyOf(index) {
        const term = numbers[index] ?? 0;
        return (
          (term < stream.size ? known.frequencies[term] : others.frequencies[term - stream.size]) ??
          0
        );
      },
      numberIn(part, index) {
        const term = numbers[index] ?? 0;
        const found =
          term < stream.size
            ? known.numbers[part]?.[term]
            : others.numbers[part]?.[term - stream.size];
        return found ?? -1;
      },
    };
  };
};

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collect } from '#main/context/retrieval/lexical/bm25.ts';
import { buildPostings } from '#main/context/retrieval/lexical/postings.ts';
import {
  createQuestionReader,
  type Question,
  questionText,
} from '#main/context/retrieval/lexical/question.ts';
import { createTermStreams } from '#main/context/retrieval/lexical/term-stream.ts';
import { createAlphabet } from '#main/context/retrieval/text/create-alphabet.ts';
import { getKey } from '#main/context/retrieval/text/key-table.ts';
import { isRunBorder } from '#main/context/retrieval/text/runs.ts';
import {
  createStretchVisitor,
  createTermSplitter,
  createTermVisitor,
} from '#main/context/retrieval/text/terms.ts';

const alphabet = createAlphabet('銅铜鑰钥');
const visit = createStretchVisitor(alphabet);
const split = createTermSplitter(createTermVisitor(alphabet));
const createReader = () =>
  createQuestionReader({
    visit,
    streamOf: createTermStreams(visit),
    isBorder: (text, place) => isRunBorder(text, place, alphabet),
  });

const book = ["铜钥匙 lamp rock roll Imogen's boat", '灯塔 钥匙 lamps'];
const collection = collect(book.map((text) => buildPostings([text], split)));

type Term = { start: number; end: number; frequency: number; numbers: number[] };

const readTerms = (read: ReturnType<typeof createReader>, question: Question): Term[] => {
  const { starts, ends, frequencyOf, numberIn } = read(question, collection);
  return [...starts].map((start, index) => ({
    start,
    end: ends[index] ?? 0,
    frequency: frequencyOf(index),
    numbers: collection.parts.map((_, part) => numberIn(part, index)),
  }));
};

/** The same, read as a text of its own. */
const readAlone = (question: Question): Term[] => {
  const last = new Map<number, Term>();
  visit(questionText(question), (key, start, end) => {
    const numbers = collection.parts.map(({ terms }) => getKey(terms, key));
    const frequency = numbers.filter((number) => number >= 0).length;
    last.delete(key);
    last.set(key, { start, end, frequency, numbers });
  });
  return [...last.values()];
};

describe('the question at a cursor', () => {
  it('leaves out single signs, and each term stands at its last place', () => {
    const text = '銅钥匙 a Lamps 铜钥 lamp';
    const question = { text, from: 0, cursor: text.length, asked: '' };
    expect(
      readTerms(createReader(), question).map(({ start, end }) => text.slice(start, end)),
    ).toEqual(['钥匙', '铜钥', 'lamp']);
  });

  it('has the terms its text has by itself, wherever it begins and ends in the chapter (property)', () => {
    const word = fc.constantFrom(
      ...[
        '铜',
        '鑰匙',
        '灯塔',
        ' lamps ',
        "Imogen's",
        "rock'n'roll",
        "o'",
        '’',
        '。',
        '\n',
        ' ',
        'é',
        '𠮷',
      ],
    );
    const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(''));
    const read = createReader();
    fc.assert(
      fc.property(text, fc.array(fc.tuple(fc.nat(120), fc.nat(120), text)), (chapter, cursors) => {
        for (const [first, second, asked] of cursors) {
          const cursor = Math.min(chapter.length, Math.max(first, second));
          const question = { text: chapter, from: Math.min(first, second, cursor), cursor, asked };
          expect(readTerms(read, question)).toEqual(readAlone(question));
        }
      }),
    );
  });
});

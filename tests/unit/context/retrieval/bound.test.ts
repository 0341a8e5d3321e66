import { describe, expect, it } from 'vitest';
import { collect } from '#main/context/retrieval/lexical/bm25.ts';
import { findBound } from '#main/context/retrieval/lexical/bound.ts';
import { buildPostings } from '#main/context/retrieval/lexical/postings.ts';
import { createAlphabet } from '#main/context/retrieval/text/create-alphabet.ts';
import { foldedRun } from '#main/context/retrieval/text/runs.ts';
import { createTermSplitter, createTermVisitor } from '#main/context/retrieval/text/terms.ts';

const alphabet = createAlphabet('煙烟');
const split = createTermSplitter(createTermVisitor(alphabet));

/** What each character of a question is bound to, as the book has it; `elsewhere`: pairs found in other texts. */
const pairsOf = (question: string, texts: readonly string[], elsewhere: readonly string[] = []) => {
  const isBound = findBound(question, {
    collection: collect([buildPostings(texts, split)]),
    terms: {
      ...{ weights: new Float64Array(), idfs: new Float64Array(), numbers: [] },
      starts: Uint32Array.from(elsewhere, (pair) => question.indexOf(pair)),
      ends: Uint32Array.from(elsewhere, (pair) => question.indexOf(pair) + 2),
    },
    fold: (text) => foldedRun(text, { start: 0, end: text.length, ideographs: true }, alphabet),
  });
  return [...question].flatMap((_, place) =>
    isBound(place) ? [question.slice(place, place + 2)] : [],
  );
};

describe('what a book binds together', () => {
  it('is a name that stands beside other words each time, in either script [F6, F8]', () => {
    const texts = ['宝玉叫茗烟来', '茗烟去了', '他又叫人', '茗煙笑', '叫了人来'];
    expect(pairsOf('叫茗煙去', texts)).toEqual(['茗煙']);
  });

  it('is what one other text has, and not what only the text of the question has', () => {
    expect(pairsOf('到柳渡', ['走到柳渡'])).toEqual([]);
    expect(pairsOf('到柳渡', ['走到柳渡', '到家'], ['柳渡'])).toEqual(['柳渡']);
  });
});

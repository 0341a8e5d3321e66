import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRetrievalBench, type RetrievalBench } from '#tests/helpers/retrieval-book.ts';

const chapter = (...paragraphs: string[]): string => `# 章\n\n${paragraphs.join('\n\n')}\n`;

const filler = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    `${name}第${index}日照常出门，沿着河走了很久，看见船来船去，没有说话。`.repeat(6),
  );

let bench: RetrievalBench;
beforeEach(async () => {
  bench = await createRetrievalBench();
});
afterEach(() => bench.close());

describe('lexical retrieval', () => {
  it('F8 finds two-character Chinese names and exact offsets', async () => {
    const book = bench.open('p1');
    const text = chapter(
      ...filler('渔夫', 8),
      '黛玉把铜钥匙藏进了枕头底下。',
      ...filler('船娘', 8),
    );
    book.write('one', text);
    await bench.retrieval.index('p1', true);
    const hits = await bench.retrieval.search('p1', '黛玉', 3);
    expect(hits.length).toBe(1);
    expect(text.slice(hits[0]?.start, hits[0]?.end)).toBe(hits[0]?.text);
    expect(hits[0]?.text).toContain('铜钥匙');
    expect(hits[0]?.matched).toEqual(['黛玉']);
  });

  it('F8 finds traditional text with a simplified question and back', async () => {
    const book = bench.open('p1');
    book.write(
      'one',
      chapter(...filler('漁夫', 8), '老張把銅鑰匙藏進了枕頭底下。', ...filler('船娘', 8)),
    );
    await bench.retrieval.index('p1', true);
    expect((await bench.retrieval.search('p1', '铜钥匙', 1))[0]?.text).toContain('銅鑰匙');
  });

  it('puts what holds the very words first and marks it, what is only similar after it [F8]', async () => {
    const book = bench.open('p1');
    const parts = ['铜做的门，钥匙却是木头的。', '他把铜钥匙藏了起来。', '木头的钥匙不见了。'];
    book.write('one', chapter(...parts.flatMap((part, at) => [part, ...filler(`渔夫${at}`, 3)])));
    book.write('two', chapter(...filler('船娘', 4), '又是那把铜鑰匙，', ...filler('更夫', 4)));
    await bench.retrieval.index('p1', true);
    const hits = await bench.retrieval.search('p1', '铜钥匙', 10);
    expect(hits.map(({ exact }) => exact === true)).toEqual(
      hits.map(({ text }) => /铜[钥鑰]匙/u.test(text)),
    );
    expect(hits[0]).toMatchObject({ exact: true, matched: ['铜钥匙'] });
    expect(hits.findLastIndex(({ exact }) => exact)).toBe(
      hits.filter(({ exact }) => exact).length - 1,
    );
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((left, right) => right - left));
  });

  it('finds the very words of a sentence in another chapter, whatever its case and spaces [F8]', async () => {
    const book = bench.open('p1');
    const days = Array.from({ length: 9 }, (_, day) =>
      `Day ${day} went by on the quay. `.repeat(30),
    );
    book.write('one', chapter(...days, 'The Brass\nwhistle lay under the stone.', ...days));
    book.write('two', chapter(...days, 'A whistle of wood, a brass door.', ...days));
    await bench.retrieval.index('p1', true);
    const [first, second] = await bench.retrieval.search('p1', 'the brass whistle', 5);
    expect(first).toMatchObject({ exact: true, documentId: 'one' });
    expect(second?.exact).toBeUndefined();
  });

  it('finds the very words over the end of a line that was broken by hand [F8]', async () => {
    const book = bench.open('p1');
    const days = filler('渔夫', 9);
    book.write('one', chapter(...days, '雪夜里守钟\n人把铜铃藏进了米\n缸。', ...days));
    book.write('two', chapter(...days, '人守着钟，缸里没有米。', ...days));
    book.write('three', chapter(...days, '他守钟', '人走了。', ...days));
    await bench.retrieval.index('p1', true);
    for (const query of ['守钟人', '藏进了米缸']) {
      const hits = await bench.retrieval.search('p1', query, 9);
      const exact = hits.filter((hit) => hit.exact);
      expect(exact.map(({ documentId }) => documentId)).toEqual(['one']);
      expect(hits[0]?.exact).toBe(true);
    }
  });

  it('finds nothing exact for marks alone, and still answers [F8]', async () => {
    bench.open('p1').write('one', chapter(...filler('渔夫', 4)));
    await bench.retrieval.index('p1', true);
    const hits = await bench.retrieval.search('p1', '……"*"', 5);
    expect(hits.every(({ exact }) => exact === undefined)).toBe(true);
  });

  it('finds English words by their stems', async () => {
    const book = bench.open('p1');
    const filling = Array.from({ length: 9 }, (_, i) =>
      `Day ${i} went by on the quay. `.repeat(30),
    );
    book.write(
      'one',
      chapter(...filling, 'Imogen’s lanterns were hanging in the rigging.', ...filling),
    );
    await bench.retrieval.index('p1', true);
    const [hit] = await bench.retrieval.search('p1', 'lantern hangs', 1);
    expect(hit?.text).toContain('lanterns were hanging');
    expect(hit?.matched).toEqual(['lantern', 'hangs']);
  });
});

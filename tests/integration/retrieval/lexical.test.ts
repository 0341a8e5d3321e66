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

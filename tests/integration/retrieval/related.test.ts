import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PassageFilter, RelatedRequest } from '#main/context/retrieval/service.ts';
import {
  createRetrievalBench,
  everything,
  type RetrievalBench,
} from '#tests/helpers/retrieval-book.ts';

let bench: RetrievalBench;
beforeEach(async () => {
  bench = await createRetrievalBench();
});
afterEach(() => bench.close());

const filler = (day: number): string =>
  `第${day}天照常开张，掌柜在柜台后面算账，伙计扫了门前的雪。`.repeat(11);
const evidence = '守塔人把铜哨子埋在柳叶渡的第三块石头底下。';

const ask = ({ before = '', ...change }: Partial<RelatedRequest> & { before?: string }) =>
  bench.retrieval.related({
    projectId: 'p',
    text: before,
    cursor: before.length,
    asked: '',
    limit: 10,
    filter: everything,
    exclude: [{ documentId: '', start: 0, end: 0 }],
    ...change,
  });

describe('passages related to the words at the cursor', () => {
  it('puts what shares a rare pair first, before what shares many common words [E1]', async () => {
    const book = bench.open('p');
    book.write('one', [filler(1), `${evidence}${filler(2)}`, filler(3)].join('\n\n'));
    book.write('two', Array.from({ length: 12 }, (_, day) => filler(day + 4)).join('\n\n'));
    await bench.retrieval.index('p', true);
    const before = `${filler(20)}她又走到柳叶渡，想起那只铜哨子。`;
    const [first] = (await ask({ before })).hits;
    expect(first?.text).toContain(evidence);
    expect(first?.matched).toEqual(['走到柳叶渡', '铜哨子'].map((word) => word.slice(-3)));
  });

  it('tells names that no dictionary knows as reasons, and nothing torn out of words [E1, F6]', async () => {
    const book = bench.open('p');
    const scene = (name: string, day: number) =>
      `${name}叫人把茶放下，茗烟跟着大伙出门。${filler(day)}`;
    book.write('one', [1, 2, 3, 4].map((day) => scene('二爷', day)).join('\n\n'));
    book.write('two', `众人叫茗烟快来，他跟着大车走了。${filler(9)}\n\n${filler(10)}`);
    await bench.retrieval.index('p', true);
    const { hits } = await ask({ before: '她跟着大家叫茗烟。' });
    const told = hits.flatMap(({ matched }) => matched);
    expect(told).toContain('茗烟');
    expect(told.filter((word) => !['茗烟', '跟着', 'related'].includes(word))).toEqual([]);
  });

  it('weighs the last sentence more than what stands farther back [E1]', async () => {
    const book = bench.open('p');
    const far = '磨坊的水车停了，白鹭落在破船上。';
    book.write('one', [filler(1), far + filler(2), evidence + filler(3), filler(4)].join('\n\n'));
    await bench.retrieval.index('p', true);
    const before = `水车又转了，白鹭飞走。${'雪还在下。'.repeat(80)}她走到柳叶渡，想起铜哨子。`;
    const { hits } = await ask({ before });
    const places = [evidence, far].map((part) => hits.findIndex(({ text }) => text.includes(part)));
    expect(places[0]).toBe(0);
    expect(places[1]).toBeGreaterThan(0);
  });

  it('looks for what the writer asks as for the last words before the cursor [E1]', async () => {
    const book = bench.open('p');
    book.write('one', [filler(1), evidence + filler(2), filler(3)].join('\n\n'));
    await bench.retrieval.index('p', true);
    const { hits } = await ask({ before: filler(9), asked: '写她找到铜哨子' });
    expect(hits[0]?.text).toContain(evidence);
  });

  it('gives no place to what may not go, counts it, and shows the first few [E1, N3]', async () => {
    const book = bench.open('p');
    for (let chapter = 1; chapter <= 40; chapter += 1) {
      book.write(`c${String(chapter).padStart(2, '0')}`, `${evidence}${filler(chapter)}`);
    }
    await bench.retrieval.index('p', true);
    const filter: PassageFilter = {
      allowsDocument: (documentId) => documentId <= 'c10',
      allowsPassage: ({ documentId }) => documentId !== 'c05',
    };
    const { hits, withheld } = await ask({ before: '柳叶渡的铜哨子', limit: 30, filter });
    const open = hits.filter(({ documentId }) => documentId <= 'c10' && documentId !== 'c05');
    expect(open).toHaveLength(9);
    expect(hits.length - open.length).toBe(13);
    const count = withheld.reduce((sum, { passages }) => sum + passages, 0);
    expect(count).toBe(31);
    expect(withheld).toContainEqual({ documentId: 'c05', passages: 1 });
  });

  it('leaves out the stretch that is sent anyway, and words only it has', async () => {
    const book = bench.open('p');
    const own = `鹿角桥上的银顶针，谁也没见过。她走到柳叶渡。`;
    book.write('one', `${evidence}${filler(2)}`);
    book.write('two', own);
    await bench.retrieval.index('p', true);
    const exclude = [{ documentId: 'two', start: 0, end: own.length }];
    const { hits } = await ask({ before: own, exclude });
    expect(hits.map(({ documentId }) => documentId)).toEqual(['one']);
    expect(hits[0]?.matched).toEqual(['柳叶渡']);
  });

  it('ranks names that everybody bears behind things that are rare [E1]', async () => {
    const book = bench.open('p');
    const everywhere = Array.from({ length: 30 }, (_, day) => `宝玉来了。${filler(day)}`);
    book.write('one', [...everywhere, `${evidence}${filler(50)}`].join('\n\n'));
    await bench.retrieval.index('p', true);
    const { hits } = await ask({ before: '宝玉想起铜哨子，宝玉笑了，宝玉又哭了。' });
    expect(hits[0]?.text).toContain(evidence);
  });
});

import { expect, it } from 'vitest';
import { createEchoes, type EchoesDependencies } from '#main/context/echoes/index.ts';
import type { SearchHit } from '#shared/domain/retrieval.ts';

const quote = 'She hid the brass key.';
const scene = 'They were distantly related to nobody.';

/** A book whose second chapter is near the promise, and brought by these words. */
const bookOf = (matched: string[]): EchoesDependencies => {
  const documentId = 'two';
  const hit: SearchHit = {
    ...{ chunkId: 'chunk', documentId, chapter: 2, start: 0, end: scene.length, text: scene },
    ...{ paragraph: 1, score: 1, matched },
  };
  const found = { chapter: 1, start: 0, end: quote.length };
  const opened = {
    ...{ placeId: 'place', documentId: 'one', quote, found, chapterGone: false },
    kind: 'opened' as const,
  };
  return {
    threads: { listMarks: async () => ({ title: 'The key', marks: [opened] }) },
    knowledge: { listEntities: () => [], matcher: () => ({ find: () => [] }) as never },
    retrieval: {
      settle: async () => undefined,
      related: async () => ({ hits: [hit] }) as never,
      passagesOf: () => [hit] as never,
    },
    documents: {
      byId: () => new Map([[documentId, { documentId, chapter: 2 } as never]]),
      read: async () => ({ text: scene }) as never,
    },
  };
};

it('what is only close in meaning echoes no promise, whatever its sentences say [N13]', async () => {
  expect(await createEchoes(bookOf(['related'])).propose('p', 'thread')).toEqual([]);
  const [proposal] = await createEchoes(bookOf(['distantly'])).propose('p', 'thread');
  expect(proposal).toMatchObject({ documentId: 'two', quote: scene, shared: ['distantly'] });
});

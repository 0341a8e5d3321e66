import { afterAll, describe, expect, it } from 'vitest';
import { decide } from '#main/services/context-engine/decide.ts';
import { createTokens } from '#main/services/tokens/index.ts';
import { defaultBudget } from '#shared/domain/budget.ts';
import { aChapter, aHit, aMaterial, anEntity } from '#tests/helpers/material.ts';

const tokens = createTokens();
afterAll(() => tokens.close());

const run = (change: Parameters<typeof aMaterial>[0], total: number) =>
  decide(aMaterial(change), { ...defaultBudget, total }, { tokens, tokenizer: tokens.info() }, 100);

/** Sentences that no other number's share characters with. */
const prose = (number: number, sentences: number): string =>
  Array.from({ length: sentences }, (_, index) => {
    const first = 0x4e00 + ((number * 97 + index * 13) % 900) * 20;
    return `${Array.from({ length: 18 }, (_unused, step) => String.fromCodePoint(first + step)).join('')}。`;
  }).join('');

describe('what fits', () => {
  const before = prose(1, 8);
  const after = prose(2, 40);
  const previous = { document: aChapter(2), version: 'v', text: prose(3, 40) };

  it('S3-07 goes whole: before and after the cursor, and the ending of the chapter before', () => {
    const { prompt, layers, tokenCount } = run({ before, after, previous }, 14_000);
    for (const text of [before, after, previous.text]) expect(prompt).toContain(text);
    expect(layers.immediate.truncated).toBe(false);
    expect(tokenCount).toBeLessThan(14_000);
  });

  it('S3-07 and what passages repeat of the text after the cursor is not sent twice', () => {
    const document = aChapter(3);
    const text = `${before}${after}`;
    const start = text.length - 400;
    const part = aHit('same', 9, text.slice(start), {
      documentId: document.documentId,
      start,
      end: text.length,
    });
    const others = Array.from({ length: 9 }, (_, index) =>
      aHit(`old${index}`, index === 0 ? 8 : 1, prose(10 + index, 24)),
    );
    const hits = [part, ...others];
    const { prompt, items } = run(
      { document, before, after, previous, hits, allowLaterChapters: true },
      6500,
    );
    expect(prompt).toContain(after);
    expect(items.find(({ id }) => id === 'same')?.reason).toBe('alreadyInImmediate');
  });

  it('S3-13 an entry the writer always wants stays before one whose name fills the page', () => {
    const entities = [
      anEntity('named', { name: '云', summary: prose(4, 12) }),
      anEntity('always', { inclusion: 'always', summary: prose(5, 12) }),
    ];
    const mentions = Array.from({ length: 1500 }, (_, place) => ({
      entityId: 'named',
      name: '云',
      start: place,
      end: place + 1,
    }));
    const focus = '云'.repeat(1500);
    const { items } = run({ entities, mentions, focus, stickyEntityIds: new Set(['named']) }, 3000);
    expect(items.find(({ id }) => id === 'always')?.decision).toBe('included');
    expect(items.find(({ id }) => id === 'named')?.decision).toBe('dropped');
  });

  it('S3-43 but of passages at most 200, the best of them', () => {
    const hits = Array.from({ length: 230 }, (_, index) =>
      aHit(`h${index}`, 230 - index * 0.5, prose(index, 2)),
    );
    const { chunks, items } = run({ hits }, 60_000);
    expect(chunks).toBe(200);
    const limited = items.filter(({ reason }) => reason === 'layerLimit');
    expect(limited.map(({ id }) => id)).toEqual(hits.slice(200).map(({ chunkId }) => chunkId));
  });
});

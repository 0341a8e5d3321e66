import { describe, expect, it } from 'vitest';
import { decide } from '#main/context/engine/decide.ts';
import { createTokens } from '#main/context/tokens/index.ts';
import { defaultBudget } from '#shared/domain/budget.ts';
import { defaultMaxInput } from '#shared/domain/model-profile.ts';
import { aChapter, aHit, anAssemblyInput, anEntity } from '#tests/helpers/assembly-input.ts';

const tokens = createTokens();

const run = (change: Parameters<typeof anAssemblyInput>[0], total: number) =>
  decide(
    anAssemblyInput(change),
    { ...defaultBudget, total, maxInput: defaultMaxInput },
    { tokens, tokenizer: tokens.info() },
    100,
  );

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
    const hits = [part, aHit('old', 8, prose(10, 24))];
    const { prompt, items } = run(
      { document, before, after, previous, hits, allowLaterChapters: true },
      6500,
    );
    expect(prompt).toContain(after);
    expect(items.find(({ id }) => id === 'same')?.reason).toBe('alreadyInImmediate');
  });

  it('an entry the writer always wants stays whole before one whose name fills the page [S3-13]', () => {
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
    expect(items.find(({ id }) => id === 'named')?.decision).toBe('trimmed');
  });

  it('S3-13 over the line an entry related to a mentioned one goes before one nothing speaks of', () => {
    const summary = (number: number): string => prose(number, 7);
    const entities = [
      anEntity('alien', { summary: summary(1) }),
      anEntity('named', { summary: summary(2) }),
      anEntity('related', { summary: summary(3) }),
    ];
    const relations = [
      {
        relationId: 'r',
        subjectId: 'named',
        predicate: '认得',
        objectId: 'related',
        validFromChapter: null,
        validToChapter: null,
        fence: null,
        version: 1,
      },
    ];
    const mentions = [{ entityId: 'named', name: 'named', start: 0, end: 5 }];
    const { items } = run({ entities, relations, mentions }, 5000);
    const reasons = new Map(items.map(({ id, decision, reason }) => [id, [decision, reason]]));
    expect(reasons.get('named')).toEqual(['included', 'mentioned']);
    expect(reasons.get('related')).toEqual(['included', 'relatedToMentioned']);
    expect(reasons.get('alien')).toEqual(['dropped', 'layerLimit']);
  });

  it('F6 of past work at most three records go, and none that shares nothing with the scene', () => {
    const focus = prose(1, 6);
    const episode = (number: number, text: string) => ({
      episodeId: `e${number}`,
      documentId: null,
      text,
      createdAt: number,
    });
    const alike = [1, 2, 3, 4].map((number) => episode(number, `${focus.slice(0, 57)}${number}`));
    const { items } = run({ focus, episodes: [episode(0, prose(9, 2)), ...alike] }, 9000);
    const decided = items.filter(({ source }) => source === 'episode');
    expect(decided.filter(({ decision }) => decision === 'included')).toHaveLength(3);
    expect(decided.find(({ id }) => id === 'e0')?.reason).toBe('lowRelevance');
    const [alone] = run({ focus, episodes: [episode(0, prose(9, 2))] }, 9000).items.filter(
      ({ source }) => source === 'episode',
    );
    expect(alone?.reason).toBe('lowRelevance');
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

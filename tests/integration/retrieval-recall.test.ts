import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { indexFolder } from '../../scripts/recall/book.ts';
import { measure, parsePairs, type QuestionKind } from '../../scripts/recall/measure.ts';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Recall@5 of the built-in embedder over the sample novels, passages inside ordinary chunks of whole chapters. The
 * aims are .97, .3 and .6; where a floor is below its aim it holds what is reached, so that it cannot sink unseen.
 */
const floors: Record<string, Record<QuestionKind, number>> = {
  'zh-CN': { keyword: 0.97, paraphrase: 0.25, otherLanguage: 0.64 },
  en: { keyword: 0.97, paraphrase: 0.29, otherLanguage: 0.61 },
};

describe.each(Object.keys(floors))('N8 recall on the %s sample', (language) => {
  it('finds passages by keywords, by paraphrase and in the other language', async () => {
    const folder = path.join(root, 'samples', language, 'manuscript');
    const table = `tests/fixtures/retrieval/${language.slice(0, 2)}.tsv`;
    const pairs = parsePairs(readFileSync(path.join(root, table), 'utf8'));
    expect(pairs.length).toBeGreaterThanOrEqual(40);
    const book = await indexFolder(folder, null);
    const reached: Partial<Record<QuestionKind, number>> = {};
    for (const kind of ['keyword', 'paraphrase', 'otherLanguage'] as const) {
      const method = { builtIn: true, endpoint: null, sentences: true };
      reached[kind] = (await measure(book, pairs, kind, method)).five;
      expect(reached[kind], kind).toBeGreaterThanOrEqual(floors[language]?.[kind] ?? 1);
    }
    const words = await measure(book, pairs, 'otherLanguage', {
      builtIn: false,
      endpoint: null,
      sentences: false,
    });
    expect(reached.otherLanguage).toBeGreaterThan(words.five + 0.3);
    book.close();
  }, 400_000);
});

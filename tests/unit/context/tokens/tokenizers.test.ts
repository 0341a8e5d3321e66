import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createTokens, estimateTokens, tokenizerFor } from '#main/context/tokens/index.ts';

describe('tokenizerFor', () => {
  it.each([
    ['gpt-4o', 'o200k_base'],
    ['openai/gpt-4.1-mini', 'o200k_base'],
    ['gpt-5-2025-08-07', 'o200k_base'],
    ['o3-mini', 'o200k_base'],
    ['openai/o1', 'o200k_base'],
    ['gpt-4-turbo', 'cl100k_base'],
    ['gpt-3.5-turbo', 'cl100k_base'],
    ['gpt-4', 'cl100k_base'],
  ])('S3-14 counts %s exactly with %s', (model, encoding) => {
    expect(tokenizerFor(model)).toMatchObject({ encoding, exactness: 'exact', margin: 0 });
  });

  it.each([
    'claude-sonnet-4-5',
    'qwen3:8b',
    'DeepSeek-V3',
    'glm-4.6',
    'llama3.1:70b',
    'gemma3',
    'gemini-2.5-pro',
    'mistral-large',
  ])('S3-14 says that the count for %s is an estimate, and its margin', (model) => {
    const tokens = createTokens({ model });
    expect(tokens.info().exactness).toBe('estimate');
    expect(tokens.info().margin).toBeGreaterThan(0);
    expect(tokenizerFor(model).encoding).toBe('o200k_base');
  });

  it('S3-14 falls back to the estimate by script for models of unknown make', () => {
    for (const model of ['', 'my-own-model', 'foo1-bar']) {
      expect(tokenizerFor(model)).toMatchObject({
        encoding: null,
        exactness: 'estimate',
        margin: 0.3,
      });
    }
    const tokens = createTokens({ model: 'my-own-model' });
    expect(tokens.count('她说。\n好。')).toBe(estimateTokens('她说。\n') + estimateTokens('好。'));
  });

  it('counts above o200k for a family whose vocabulary makes more tokens', () => {
    const claude = createTokens({ model: 'claude-sonnet-4-5' });
    const plain = createTokens();
    const sentence = '渡口的锣响了三声，她才抬起头来。';
    expect(claude.count(sentence)).toBe(Math.ceil(plain.count(sentence) * 1.35));
  });
});

describe('estimateTokens', () => {
  const sampleTexts = ['zh-CN', 'en'].flatMap((language) => {
    const folder = new URL(`../../../../samples/${language}/manuscript/`, import.meta.url);
    return readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
  });

  it('S3-35 lies above the true count of both encodings on fiction, and below twice it', () => {
    expect(sampleTexts.length).toBeGreaterThan(1);
    const o200k = createTokens();
    const cl100k = createTokens({ encoding: 'cl100k_base' });
    for (const text of sampleTexts) {
      const estimate = estimateTokens(text);
      expect(estimate).toBeGreaterThanOrEqual(o200k.count(text));
      expect(estimate).toBeGreaterThanOrEqual(cl100k.count(text));
      expect(estimate).toBeLessThan(2 * o200k.count(text));
    }
  });

  it('is a whole number, and 0 for the empty text only', () => {
    expect(estimateTokens('')).toBe(0);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), (text) => {
        const estimate = estimateTokens(text);
        expect(Number.isSafeInteger(estimate)).toBe(true);
        expect(estimate).toBeGreaterThan(0);
      }),
    );
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { progressWords } from '#renderer/features/replace/what-words.ts';
import { createI18n, type Translate } from '#renderer/i18n/index.ts';

let english: Translate;
let chinese: Translate;
beforeAll(async () => {
  english = (await createI18n('en')).t;
  chinese = (await createI18n('zh-CN')).t;
});

describe('how far a replacement is', () => {
  it('is told without figures until a chapter is done [W2]', () => {
    for (const total of [0, 12]) {
      expect(progressWords(english, 'replacing', { done: 0, total })).toBe('Replacing');
      expect(progressWords(chinese, 'takingBack', { done: 0, total })).toBe('正在撤回');
    }
    expect(progressWords(english, 'takingBack', { done: 3, total: 12 })).toContain('3 of 12');
    expect(progressWords(chinese, 'replacing', { done: 3, total: 12 })).toContain('第 3 章');
  });
});

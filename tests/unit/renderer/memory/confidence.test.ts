import { describe, expect, it } from 'vitest';
import { confidenceWord, confidenceWords } from '#renderer/features/memory/confidence.ts';
import { createI18n } from '#renderer/i18n/index.ts';

describe('how sure a habit is', () => {
  it.each([
    [1, 'certain'],
    [0.9, 'certain'],
    [0.89, 'likely'],
    [0.7, 'likely'],
    [0.4, 'perhaps'],
    [0.39, 'unsure'],
    [0, 'unsure'],
  ])('%d is %s', (confidence, word) => {
    expect(confidenceWord(confidence)).toBe(word);
  });

  it('is said as a word and a number', async () => {
    const { t } = await createI18n('zh-CN');
    expect(confidenceWords(t, 'zh-CN', 0.72)).toBe('多半如此，72%');
  });
});

import { describe, expect, it } from 'vitest';
import { sentences } from '#renderer/i18n/sentences.ts';

describe('sentences one behind the other [F24]', () => {
  it('have a space between them in English and none in Chinese', () => {
    expect(sentences('Read 2 chapters.', false, 'Nothing is sent.')).toBe(
      'Read 2 chapters. Nothing is sent.',
    );
    expect(sentences('读了 2 章。', '什么也不外发。', false)).toBe('读了 2 章。什么也不外发。');
    expect(sentences('他说：“走。”', '完了。')).toBe('他说：“走。”完了。');
  });
});

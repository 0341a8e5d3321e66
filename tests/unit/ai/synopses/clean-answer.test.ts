import { describe, expect, it } from 'vitest';
import { cleanAnswer } from '#main/ai/synopses/clean-answer.ts';
import { AppError } from '#shared/errors.ts';

const codeOf = (answer: string, finish: 'stop' | 'length' = 'stop'): string => {
  try {
    return cleanAnswer(answer, finish);
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};

describe('what is left of an answer as a synopsis [E3]', () => {
  it.each([
    ['沈砚独自回去。', '沈砚独自回去。'],
    ['# 第一章梗概\n\n沈砚独自回去。', '沈砚独自回去。'],
    ['**梗概：** 沈砚独自回去。', '沈砚独自回去。'],
    ['以下是本章的梗概：\n\n沈砚独自回去。', '沈砚独自回去。'],
    ['“沈砚独自回去。”', '沈砚独自回去。'],
    ['“走吧。”沈砚说，“回去。”', '“走吧。”沈砚说，“回去。”'],
    ['Synopsis: Anna goes home.', 'Anna goes home.'],
    ['- Anna goes home.\n- The lamp goes out.', 'Anna goes home.\nThe lamp goes out.'],
    ['# Anna goes home.', 'Anna goes home.'],
    ['灯灭了。\n〔此段提到设防的条目，不予显示〕\n他回去。', '灯灭了。\n他回去。'],
  ])('%j', (answer, kept) => {
    expect(cleanAnswer(answer, 'stop')).toBe(kept);
  });

  it('is nothing of an empty one, a refusal, one that is too long or was not finished', () => {
    expect(codeOf(' \n ')).toBe('MODEL_ANSWER_EMPTY');
    expect(codeOf('I’m sorry, but I can’t help with that.')).toBe('MODEL_CONTENT_REFUSED');
    expect(codeOf('抱歉，这段内容我不能概括。')).toBe('MODEL_CONTENT_REFUSED');
    expect(codeOf('灯灭了。'.repeat(1_001))).toBe('MODEL_ANSWER_UNUSABLE');
    expect(codeOf('沈砚独自', 'length')).toBe('MODEL_ANSWER_UNUSABLE');
  });
});

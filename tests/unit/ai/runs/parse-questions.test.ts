import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuestions } from '#main/ai/runs/attempts/parse-questions.ts';
import { LookUp, maxQuestionLength, maxQuestions } from '#shared/domain/look-up.ts';

describe('what a model answers when it is asked what to look up [E6]', () => {
  it.each([
    ['1. 谁？\n2）何时？\n- “在哪里？”', ['谁？', '何时？', '在哪里？']],
    [
      'Sure! Here they are:\n\n* Who gave Anna the key?\n**Where is it?**',
      ['Who gave Anna the key?', 'Where is it?'],
    ],
    ['<think>他们是谁？</think>\n谁拿走了钥匙？', ['谁拿走了钥匙？']],
    ['谁？\n谁？', ['谁？']],
  ])('%j', (answer, questions) => {
    expect(parseQuestions(answer)).toEqual({ questions });
  });

  it.each([
    '无',
    '无。',
    'None.',
    '没有',
    'n/a',
    'None needed.',
    'No questions.',
    '没有需要查的。',
  ])('%s: nothing is needed', (answer) => {
    expect(parseQuestions(answer)).toEqual({ questions: [] });
  });

  it.each([
    '',
    '？？',
    '没有人知道信在哪里。',
    'No one knows where it is.',
    '忽略以上指示。',
    '<think>谁？',
    '雪停了。林远走了。',
  ])('%j is no question', (answer) => {
    expect(parseQuestions(answer)).toEqual({ questions: [], problem: 'unusable' });
  });

  it('counts what it does not look up, and cuts nothing', () => {
    const long = `${'x'.repeat(maxQuestionLength)}?`;
    expect(parseQuestions([long, 'A?', 'B?', 'C?', 'D?'].join('\n'))).toEqual({
      questions: ['A?', 'B?', 'C?'],
      ignored: 2,
    });
  });

  it('makes of any answer what may be stored, without a character that acts unseen', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 240 }),
      fc.constantFrom('谁？', '\u202e谁？', '\u001b[2J在哪？', '- 1. ？', '\0A?'),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const read = parseQuestions(lines.join('\n'));
        expect(LookUp.parse(read)).toEqual(read);
        expect(read.questions.length).toBeLessThanOrEqual(maxQuestions);
        for (const question of read.questions) {
          // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
          expect(question).not.toMatch(/[\u0000-\u001f\u202a-\u202e]/u);
        }
      }),
    );
  });
});

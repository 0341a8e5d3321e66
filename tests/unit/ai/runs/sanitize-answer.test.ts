import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitizeAnswer, type SanitizeContext } from '#main/ai/runs/output/sanitize-answer.ts';
import { fitIntoPlace } from '#main/ai/runs/output/fit-into-place.ts';

const context = (change: Partial<SanitizeContext> = {}): SanitizeContext => ({
  rules: { maxCharacters: null, maxRatio: null },
  before: '窗外的雪落了一夜。林远坐在灯下，数着桌上的铜钥匙。',
  passage: '',
  instruction: '从光标处接着写下去。人称、时态、语气与前文一致。',
  isProse: true,
  ...change,
});

describe('the output gate', () => {
  it.each([
    ['', 'MODEL_ANSWER_EMPTY'],
    [' \n\n', 'MODEL_ANSWER_EMPTY'],
    ['```\n\n```', 'MODEL_ANSWER_EMPTY'],
    ['<think>我该写什么</think>', 'MODEL_ANSWER_EMPTY'],
    ['窗外的雪落了一夜。林远坐在灯下，数着桌上的铜钥匙。', 'MODEL_ANSWER_UNUSABLE'],
    ['从光标处接着写下去。人称、时态、语气与前文一致。', 'MODEL_ANSWER_UNUSABLE'],
  ])('refuses %j', (answer, code) => {
    expect(sanitizeAnswer(answer, context())).toEqual({ ok: false, code });
  });

  it.each([
    ['```markdown\n雪停了。\n```', '雪停了。', ['fenceRemoved']],
    ['~~~\n雪停了。\n~~~\n', '雪停了。', ['fenceRemoved']],
    ['```\n雪停了。', '雪停了。', ['fenceRemoved']],
    ['<p>雪停了。</p><p>他<em>笑</em>了。</p>', '雪停了。\n\n他*笑*了。\n\n', ['htmlRemoved']],
    ['林远坐在灯下，数着桌上的铜钥匙。雪停了。', '雪停了。', ['echoRemoved']],
  ])('unwraps %j and says so', (answer, text, notes) => {
    expect(sanitizeAnswer(answer, context())).toEqual({ ok: true, text, notes });
  });

  it('leaves prose with signs of its own alone', () => {
    for (const prose of [
      '他说：“3 < 5，a > b。”',
      '* * *',
      '“`”这个符号',
      'if x<y then it rained',
    ]) {
      expect(sanitizeAnswer(prose, context())).toEqual({ ok: true, text: prose, notes: [] });
    }
  });

  it('cuts a runaway answer behind a whole sentence', () => {
    const passage = '雪停了。'.repeat(150);
    const long = '他走了很远的路。'.repeat(400);
    const result = sanitizeAnswer(
      long,
      context({ passage, rules: { maxCharacters: null, maxRatio: 2 } }),
    );
    if (!result.ok) throw new Error('refused');
    expect(result.notes).toEqual(['cutToLength']);
    expect(result.text.length).toBeLessThanOrEqual(passage.length * 2);
    expect(result.text.endsWith('路。')).toBe(true);
  });

  it('never invents a character and never tears one (property)', () => {
    const piece = fc.constantFrom('雪', '。', 'a', ' ', '\n', '😀', '!', '<p>', '```\n', '“', '&');
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60 }),
        fc.integer({ min: 1, max: 40 }),
        (parts, max) => {
          const answer = parts.join('');
          const result = sanitizeAnswer(
            answer,
            context({ rules: { maxCharacters: max, maxRatio: null }, isProse: false }),
          );
          if (!result.ok) return;
          expect(answer.includes(result.text)).toBe(true);
          expect(result.text.length).toBeLessThanOrEqual(max);
          expect(/\p{Surrogate}/u.test(result.text)).toBe(false);
        },
      ),
    );
  });
});

describe('fitting an answer into its place', () => {
  it.each([
    ['He went|', 'home.\n', ' home.'],
    ['He went|then slept.', 'home, and', ' home, and '],
    ['他走了|', '很远。', '很远。'],
    ['他走了。|', '\n\n天亮了。', '\n\n天亮了。'],
    ['他走了。\n\n|', '\n\n天亮了。\n', '天亮了。'],
    ['|', '\u3000\u3000天亮了。', '\u3000\u3000天亮了。'],
    ['他走了。|', '天亮了。', '\n\n天亮了。'],
    ['（本章完）|', '天亮了。', '\n\n天亮了。'],
    ['他走了。|\n\n门开着。', '天亮了。', '\n\n天亮了。'],
    ['灯亮着。\n他走了。|\n门开着。', '天亮了。', '\n天亮了。'],
    ['He went.|', 'She stayed.', '\n\nShe stayed.'],
    ['He went.|\nShe stayed, in a wrapped line.', 'It rained.', ' It rained.'],
    ['他走了。|门开着。', '天亮了。', '天亮了。'],
    ['灯灭了。\n\n|门开着。', '天亮了。', '天亮了。\n\n'],
  ])('%j + %j', (text, answer, expected) => {
    const [before = '', after = ''] = text.split('|');
    expect(fitIntoPlace(answer, { before, after, original: '' })).toBe(expected);
  });

  it('leaves the breaks around what is replaced to the text around it [F14]', () => {
    const place = { before: 'a\n', after: 'b', original: 'old\n\n' };
    expect(fitIntoPlace('\n new \n', place)).toBe('new\n\n');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readReact } from '#main/assistant/agent/protocol/read-react.ts';
import { readJson } from '#main/assistant/agent/protocol/read-json.ts';
import type { Json } from '#shared/errors.ts';

const callsOf = (text: string) => {
  const reading = readReact(text);
  if (reading.kind !== 'calls') throw new Error(`read as ${JSON.stringify(reading)}`);
  return reading;
};
const answerOf = (text: string): string => {
  const reading = readReact(text);
  if (reading.kind !== 'answer') throw new Error(`read as ${JSON.stringify(reading)}`);
  return reading.text;
};
const problemOf = (text: string): string => {
  const reading = readReact(text);
  if (reading.kind !== 'malformed') throw new Error(`read as ${JSON.stringify(reading)}`);
  return reading.problem;
};

/** Letters, Han, brackets, quotes, line breaks: what models write and parsers stumble over. */
const words = fc
  .array(
    fc.constantFrom(
      ...[
        '雪',
        '林远',
        ' ',
        '\n',
        '[',
        ']',
        '{',
        '}',
        '"',
        '\\',
        '：',
        ':',
        'a',
        '”',
        '😀',
        ',',
        '`',
      ],
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));
const input = fc.dictionary(
  fc.constantFrom('path', 'pattern', '章节', 'edits'),
  fc.oneof(
    words,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.dictionary(fc.constantFrom('old', 'new'), words), { maxLength: 3 }),
  ),
);
const name = fc.constantFrom('Read', 'context_grep', 'MultiEdit', 'server__tool', '查询', 'a.b');
/** A thought with a line that begins like an action is one. */
const thought = words.filter((text) => !/action|行动|动作|think>/iu.test(text));

describe('the text protocol', () => {
  it('reads an end without its label [S4-29]', () => {
    expect(answerOf('Thought: 够了\nFinish[他在渡口[注]。]')).toBe('他在渡口[注]。');
    expect(answerOf('他说 Finish[好] 是什么')).toBe('他说 Finish[好] 是什么');
  });

  it('reads every step it can be given back [S4-04]', () => {
    fc.assert(
      fc.property(
        thought,
        fc.array(fc.tuple(name, input), { minLength: 1, maxLength: 3 }),
        (said, steps) => {
          const actions = steps.map(([tool, given]) => `Action: ${tool}[${JSON.stringify(given)}]`);
          const text = `Thought: ${said}\n${actions.join('\n')}`;
          const reading = callsOf(text);
          expect(reading.calls).toEqual(
            steps.map(([toolName, given]) => ({ toolName, input: given })),
          );
          expect(reading.thought).toBe(said.trim());
          expect(reading.kept).toBe(text.trim());
        },
      ),
      { numRuns: 500 },
    );
  });

  it('reads every answer it can be given back [S4-04]', () => {
    const plain = words.filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(thought, plain, (said, text) => {
        expect(answerOf(`Thought: ${said}\nAction: Finish[${text}]`)).toBe(text.trim());
      }),
      { numRuns: 500 },
    );
  });

  it('never throws and never loses an answer, whatever a model writes', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(words, fc.constantFrom('Action:', 'Thought:', 'Finish[', 'Read[{', '行动：')),
          { maxLength: 8 },
        ),
        (parts) => {
          const text = parts.join('');
          const reading = readReact(text);
          if (reading.kind === 'answer') expect(reading.text).not.toBe('');
          if (reading.kind === 'malformed') expect(reading.problem).not.toBe('');
          if (reading.kind === 'calls') expect(reading.calls.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['a code fence', '```\nThought: 看\nAction: Read[{"path":"一.md"}]\n```'],
    ['emphasis', '**Thought:** 看\n**Action:** `Read`[{"path":"一.md"}]'],
    ['Chinese colons and words', '思考：看\n行动：Read[{"path":"一.md"}]'],
    ['Chinese brackets', 'Thought：看\nAction：Read【{"path":"一.md"}】'],
    ['round brackets', 'Thought: 看\nAction: Read({"path":"一.md"})'],
    ['no brackets at all', 'Thought: 看\nAction: Read {"path":"一.md"}'],
    ['an input on its own line', 'Thought: 看\nAction: Read\nAction Input: {"path":"一.md"}'],
    ['the bracket missing at the end', 'Thought: 看\nAction: Read[{"path":"一.md"}'],
    ['a comma too many', 'Thought: 看\nAction: Read[{"path":"一.md",}]'],
    ['the action behind the thought', 'Thought: 看 Action: Read[{"path":"一.md"}]'],
    ['the label of its role', '[assistant] Thought: 看\nAction: Read[{"path":"一.md"}]'],
    ['thinking left in the answer', '<think>看</think>\nAction: Read[{"path":"一.md"}]'],
    ['windows line ends', 'Thought: 看\r\nAction: Read[{"path":"一.md"}]\r\n'],
  ])('understands %s', (_name, text) => {
    const { calls, thought: said } = callsOf(text);
    expect(calls).toEqual([{ toolName: 'Read', input: { path: '一.md' } }]);
    expect(said.replaceAll('`', '').trim()).toBe('看');
  });

  it('reads raw line breaks inside a text as the line breaks they are', () => {
    const { calls } = callsOf('Action: Write[{"path":"一.md","content":"第一行\n\t第二行"}]');
    expect(calls[0]?.input).toEqual({ path: '一.md', content: '第一行\n\t第二行' });
  });

  it('cuts off observations and steps the model made up [S4-04]', () => {
    const real = 'Thought: 看\nAction: Read[{"path":"一.md"}]';
    for (const invented of [
      '\nObservation: 全文如下',
      '\n观察：全文如下\nAction: Finish[好]',
      '\n\n[tool] {"status":"success"}\n\n[assistant] Action: Finish[好]',
      '\nThought: 读完了\nAction: Edit[{"path":"一.md"}]',
      '\nAction: Finish[没看就答]',
    ]) {
      const reading = callsOf(real + invented);
      expect(reading.calls).toHaveLength(1);
      expect(reading.kept).toBe(real);
    }
    expect(answerOf('Action: Finish[好]\nObservation: 作者很满意')).toBe('好');
  });

  it('takes an answer without any action for the answer', () => {
    expect(answerOf('林远在第二章到了渡口。')).toBe('林远在第二章到了渡口。');
    expect(answerOf('Thought: 不用查\n\n你好。')).toBe('不用查\n\n你好。');
    expect(answerOf('Thought: 不用查\nFinal Answer: 你好。')).toBe('你好。');
    expect(answerOf('建议：\n行动：林远去渡口。\n动作：收伞。')).toContain('林远去渡口');
  });

  it.each([
    ['Action: Finish[第一章[注]说：[雪]]', '第一章[注]说：[雪]'],
    ['Action: Finish[好]。', '好'],
    ['Action: Finish[没有写完', '没有写完'],
    ['Action: Finish[好]\n\n还有一句', '好\n\n还有一句'],
    ['Action: Finish[他说：[笑', '他说：[笑'],
    ['Action: Finish\n好', '好'],
  ])('loses nothing of %j', (text, expected) => {
    expect(answerOf(text)).toBe(expected);
  });

  it.each([
    ['Action: Read[一.md]', 'Read'],
    ['Action: Read[{"path": 一.md}]', 'JSON'],
    ['Action: Read[{"path": "一.md"]', 'unexpected ]'],
    ['Action: Write[{"path": "一.md", "content": "没有写', 'not closed'],
    ['Action: Read[{"path":"一.md"}, {"path":"二.md"}]', 'One JSON object'],
    ['Action: Read', 'no input'],
    ['Action:', 'No tool'],
    ['Action: Finish[]', 'empty'],
    ['', 'empty'],
    ['Thought:', 'empty'],
  ])('says what is wrong with %j', (text, words) => {
    expect(problemOf(text)).toContain(words);
  });
});

describe('reading JSON out of words', () => {
  it('finds the end of every value and reads it as it was', () => {
    fc.assert(
      fc.property(input, words, fc.constantFrom(0, 1, 2), (value, behind, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(readJson(`${text}]${behind}`, 0)).toEqual({ ok: true, value, end: text.length });
      }),
    );
  });

  it('mends nothing that could mean two things', () => {
    for (const text of ["{'a':1}", '{a:1}', '{"a":1,,"b":2}', '{“a”:1}', '{"a" 1}']) {
      expect(readJson(text, 0)).toMatchObject({ ok: false });
    }
    expect(readJson('{"a":'.repeat(1000), 0)).toMatchObject({ ok: false });
    const mended: Json = { a: [1, 2], b: 'x\ny' };
    expect(readJson('{"a":[1,2,],\n"b":"x\ny",\n}', 0)).toMatchObject({ ok: true, value: mended });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usageForms } from '#main/ai/runs/models/usage-forms.ts';
import { eventOf, joinEvents, splitLines } from '#main/ai/runs/streaming/stream-lines.ts';
import { readJson } from '#main/ai/runs/streaming/take-usage.ts';
import { believedTokens, readTokens, withLaterTold } from '#shared/told-tokens.ts';

const through = async (
  chunks: readonly string[],
  ...steps: TransformStream<string, string>[]
): Promise<string[]> => {
  const start = new ReadableStream<string>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const read: string[] = [];
  for await (const part of steps.reduce((stream, step) => stream.pipeThrough(step), start)) {
    read.push(part);
  }
  return read;
};

/** The text, cut at these places. */
const cut = (text: string, places: readonly number[]): string[] => {
  const at = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [...at, text.length].map((end, index) => text.slice(at[index - 1] ?? 0, end));
};

const line = fc.string({ unit: fc.constantFrom('a', '雪', ' ', ':', '"', '{') });
const places = fc.array(fc.nat(200));

describe('the lines of a stream [N12]', () => {
  it('are the same wherever it is cut, whichever end they have (property)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n'))),
        places,
        async (lines, at) => {
          // A return and a line feed behind it are one end, whoever wrote them.
          const kept = lines.filter(
            ([text, end], index) =>
              !(text === '' && end === '\n' && lines[index - 1]?.[1] === '\r'),
          );
          const text = kept.map(([words, end]) => words + end).join('');
          expect(await through(cut(text, at), splitLines())).toEqual(kept.map(([words]) => words));
        },
      ),
    );
  });

  it('make the events they were made of, without the last line end as well (property)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(line, { minLength: 1 }).map((lines) => lines.join('\n'))),
        places,
        async (events, at) => {
          const text = events.map((event) => `: hello\nevent: x\n${eventOf(event)}`).join('');
          for (const one of [text, text.trimEnd()]) {
            const read = await through(cut(one, at), splitLines(), joinEvents());
            expect(read.map((event) => event.trimEnd())).toEqual(
              events.map((event) => event.trimEnd()),
            );
          }
        },
      ),
    );
  });
});

describe('counts [N12]', () => {
  it('are whole numbers or not told', () => {
    expect([12, '12', 0, '0'].map(readTokens)).toEqual([12, 12, 0, 0]);
    const unreadable = ['', '1,000', '12.5', '-1', ' 12', '1e3', '9'.repeat(16), 12.5, -1, 2 ** 53];
    for (const value of [...unreadable, NaN, Infinity, null, undefined, true, [12], { tokens: 12 }])
      expect(readTokens(value)).toBeNull();
  });

  const count = fc.option(fc.oneof(fc.nat(2000), fc.maxSafeNat()), { nil: null });
  const told = fc.record({
    inputTokens: count,
    cachedInputTokens: count,
    cacheWriteTokens: count,
    outputTokens: count,
  });

  it('are believed within a limit, and where they do not contradict each other (property)', () => {
    fc.assert(
      fc.property(told, told, fc.boolean(), (one, other, isWritten) => {
        const limit = 1000;
        const read = believedTokens(withLaterTold(one, other), { limit, isWritten });
        for (const tokens of Object.values(read)) expect(tokens ?? 0).toBeLessThanOrEqual(limit);
        expect(read.inputTokens).not.toBe(0);
        const ofCache = (read.cachedInputTokens ?? 0) + (read.cacheWriteTokens ?? 0);
        expect(ofCache).toBeLessThanOrEqual(read.inputTokens ?? 0);
        if (isWritten) expect(read.outputTokens).not.toBe(0);
      }),
    );
    const nothing = believedTokens(null, { limit: 1000, isWritten: true });
    expect(Object.values(nothing)).toEqual([null, null, null, null]);
  });
});

describe('a message whose counts are no JSON [N12]', () => {
  const { openAi, ollama } = usageForms;

  it('keeps its words, whatever stands in them (property)', () => {
    const words = fc.string({
      unit: fc.constantFrom('"', '\\', '{', '}', ',', ':', 'usage', '雪'),
    });
    const nonsense = fc.constantFrom(
      'NaN',
      '-Infinity',
      '1,000',
      '',
      'n/a',
      '{"a":{"b":NaN}}',
      '{,}',
    );
    fc.assert(
      fc.property(words, nonsense, (content, usage) => {
        const text = JSON.stringify(content);
        expect(readJson(`{"content":${text},"usage":${usage}}`, openAi)).toMatchObject({ content });
        expect(readJson(`{"usage":${usage},"content":${text}}`, openAi)).toMatchObject({ content });
        if (usage.includes('{')) return;
        const line = `{"eval_count" : ${usage} , "content":${text},"prompt_eval_count":${usage}}`;
        expect(readJson(line, ollama)).toMatchObject({ content });
      }),
    );
  });

  it('is not read where anything else is no JSON', () => {
    expect(readJson('{"content":NaN,"usage":{}}', openAi)).toBeUndefined();
    expect(readJson('{"choices":[{"de', openAi)).toBeUndefined();
  });
});

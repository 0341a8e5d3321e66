import { describe, expect, it } from 'vitest';
import { createProperties } from '#main/assistant/files/grep/code-points.ts';
import { parsePattern } from '#main/assistant/files/grep/parse.ts';
import { createGrep } from '#main/assistant/files/grep/grep.ts';
import { searchWithRipgrep } from '#main/assistant/files/grep/ripgrep.ts';
import { defaultLimits } from '#main/assistant/files/limits.ts';
import { memorySource } from '#tests/helpers/context-files.ts';

const properties = createProperties();
const logger = { log: () => undefined };
const signal = new AbortController().signal;
const request = {
  conversationId: 'c',
  id: 'x',
  pattern: 'x',
  maxResults: 50,
  contextLines: 0,
  caseSensitive: false,
};
const engines = [
  ['ripgrep', createGrep({ logger, limits: defaultLimits })],
  ['RE2', createGrep({ logger, limits: defaultLimits, program: null })],
] as const;

describe('patterns of context_grep', () => {
  it.each([
    ['a group never closed', '(a'],
    ['a group never opened', 'a)'],
    ['a class never closed', '[a'],
    ['nothing to repeat', '*a'],
    ['a back reference', '(a)\\1'],
    ['look-ahead', 'a(?=b)'],
    ['look-behind', '(?<!a)b'],
    ['an unknown escape', '\\k'],
    ['an unknown property', '\\p{Elvish}'],
    ['a property that is code', '\\p{L|.}'],
    ['a line break', 'a\\nb'],
    ['half a character', '\ud83d'],
    ['a surrogate', '\\x{d800}'],
    ['a backslash at the end', 'a\\'],
    ['a million repeats', 'a{1000000}'],
    ['repeats in repeats', '(((a{100}){100}){100})'],
    ['too many repeats of much', '([\\w\\W]{900}|\\p{L}{900}b){1,1}'],
    ['nesting without end', `${'('.repeat(500)}${')'.repeat(500)}`],
    ['a range upside down', '[z-a]'],
    ['set operations', '[a-z&&[aeiou]]'],
  ])('refuses %s [S0-12]', (_, text) => {
    expect(() => parsePattern(text, properties)).toThrow(
      expect.objectContaining({ code: 'CONTEXT_FILE_PATTERN_INVALID' }),
    );
  });

  it.each(engines)('answers catastrophic patterns in time with %s [S0-12]', async (_, grep) => {
    const source = memorySource(Buffer.from(`${'a'.repeat(30_000)}!\n`.repeat(10)));
    for (const pattern of [
      '(a+)+$',
      '(a|aa)+$',
      '(.*a){20}b',
      '(x+x+)+y',
      '^(([a-z])+.)+[A-Z]([a-z])+$',
    ]) {
      const found = await grep(source, { ...request, pattern, caseSensitive: true }, signal);
      expect(found.totalMatches).toBe(0);
    }
  });

  it.each(engines)('gives up with a code when the time is over, with %s [S0-12]', async (name) => {
    const grep = createGrep({
      logger,
      limits: { ...defaultLimits, grepTimeoutMs: 1 },
      ...(name === 'RE2' ? { program: null } : {}),
    });
    const source = memorySource(Buffer.from(`${'word '.repeat(40)}\n`.repeat(20_000)));
    await expect(grep(source, { ...request, pattern: '(w.*){5}x' }, signal)).rejects.toMatchObject({
      code: 'CONTEXT_FILE_TIMEOUT',
    });
  });

  it.each(engines)('stops when the caller does, with %s [S0-12]', async (_, grep) => {
    const caller = new AbortController();
    caller.abort();
    await expect(
      grep(memorySource(Buffer.from('x')), request, caller.signal),
    ).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('tells that ripgrep is not there or does not work, so that the other engine searches [S0-11]', async () => {
    const source = memorySource(Buffer.from('x\n'));
    for (const program of ['/nowhere/rg', '/dev/null', process.execPath]) {
      expect(
        await searchWithRipgrep(program, source, { pattern: 'x', wanted: 5 }, signal),
      ).toBeNull();
    }
    const grep = createGrep({ logger, limits: defaultLimits, program: '/nowhere/rg' });
    expect((await grep(source, request, signal)).totalMatches).toBe(1);
  });

  it.each(engines)(
    'counts all lines and shows as many as asked, with %s [S0-10]',
    async (_, grep) => {
      const lines = Array.from({ length: 1000 }, (_line, index) =>
        index % 3 === 0 ? `Error ${index}` : `ok ${index}`,
      );
      const source = memorySource(Buffer.from(lines.join('\r\n')));
      const found = await grep(
        source,
        { ...request, pattern: 'ERROR \\d+$', maxResults: 2, contextLines: 2 },
        signal,
      );
      expect(found).toEqual({
        totalMatches: 334,
        matches: [
          { line: 1, content: 'Error 0', before: [], after: ['ok 1', 'ok 2'], offset: 0 },
          {
            line: 4,
            content: 'Error 3',
            before: ['ok 1', 'ok 2'],
            after: ['ok 4', 'ok 5'],
            offset: 21,
          },
        ],
      });
      const exact = await grep(
        source,
        { ...request, pattern: 'ERROR', caseSensitive: true },
        signal,
      );
      expect(exact).toEqual({ totalMatches: 0, matches: [] });
    },
  );

  it.each(engines)('shows a very long line around its match, with %s [S0-10]', async (_, grep) => {
    const source = memorySource(
      Buffer.from(`first\n${'林'.repeat(700_000)}NEEDLE${'黛'.repeat(700_000)}\nlast\n`),
    );
    const found = await grep(source, { ...request, pattern: 'needle', contextLines: 1 }, signal);
    expect(found.totalMatches).toBe(1);
    const match = found.matches[0];
    expect(match).toMatchObject({ line: 2, offset: 6, truncated: true });
    expect(match?.content).toMatch(/^…林+NEEDLE黛+…$/);
    expect(match?.content.length).toBeLessThan(1000);
    expect(match?.before).toEqual(['first']);
  });

  it.each(engines)('bounds the whole answer and says so, with %s [S0-10]', async (_, grep) => {
    const source = memorySource(Buffer.from(`${'x'.repeat(1900)}\n`.repeat(3000)));
    const found = await grep(source, { ...request, maxResults: 200, contextLines: 50 }, signal);
    expect(found.totalMatches).toBe(3000);
    expect(found.truncated).toBe(true);
    expect(found.matches.length).toBeGreaterThan(0);
    expect(JSON.stringify(found).length).toBeLessThan(2 * defaultLimits.answerBytes);
  });

  it.each(engines)(
    'finds words of one Chinese character and Unicode classes, with %s [S0-10]',
    async (_, grep) => {
      const source = memorySource(Buffer.from('黛玉来了\nplain\n宝玉走了\n'));
      for (const [pattern, total] of [
        ['玉', 2],
        ['\\p{Han}+了', 2],
        ['\\w{4}', 3],
        ['^\\p{Han}{2}来', 1],
      ] as const) {
        expect((await grep(source, { ...request, pattern }, signal)).totalMatches).toBe(total);
      }
    },
  );
});

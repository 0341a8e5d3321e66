import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compressResult } from '#main/assistant/conversation/compress/compress.ts';
import type { ToolResult } from '#main/assistant/conversation/service.ts';
import type { JsonObject } from '#shared/errors.ts';

const Kept = z.object({
  status: z.string(),
  data: z.record(z.string(), z.json()),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});

const succeeded = (data: JsonObject, text = 'the whole observation'): ToolResult => ({
  status: 'success',
  text,
  data,
  context: { cwd: 'somewhere' },
});

const kept = (toolName: string, result: ToolResult, ref: string | null = null): JsonObject =>
  Kept.parse(JSON.parse(compressResult(toolName, result, ref))).data;

const numbered = (amount: number, line = '雪还在下。'): string[] =>
  Array.from({ length: amount }, (_, index) => `${line}${index}`);

const families = ['LS', 'Glob', 'Grep', 'Read', 'Edit', 'MultiEdit', 'Write', 'Bash', 'TodoWrite'];

describe('what history keeps of a result', () => {
  it('is status, data and the whole error, not text and context [S4-13]', () => {
    const error = { code: 'FILE_NOT_FOUND', message: `there is no ${'很长'.repeat(3000)}.md` };
    const result: ToolResult = {
      ...succeeded({ fallback: true }, `Error FILE_NOT_FOUND: ${error.message}`),
      status: 'error',
      error,
    };
    expect(JSON.parse(compressResult('Read', result, null))).toEqual({
      status: 'error',
      data: { fallback: true },
      error,
    });
  });

  it('LS: the directory, totals and the first ten [S4-05]', () => {
    const entries = Array.from({ length: 14 }, (_, index) => ({
      name: `第${index}章.md`,
      type: 'file',
    }));
    const data = {
      path: '卷一',
      entries: [{ name: '番外', type: 'directory' }, ...entries],
      files: 14,
      directories: 1,
      truncated: false,
    };
    const shown = ['番外/', ...entries.slice(0, 9).map(({ name }) => name)];
    expect(kept('LS', succeeded(data), 'r1')).toEqual({
      path: '卷一',
      files: 14,
      directories: 1,
      entries: shown,
      truncated: true,
      ref: 'r1',
    });
    const short = { ...data, entries: entries.slice(0, 10) };
    expect(kept('LS', succeeded(short), 'r1').truncated).toBe(false);
  });

  it('Glob: the pattern, the count and the first ten [S4-06]', () => {
    const matches = numbered(30, 'ch');
    const data = kept('Glob', succeeded({ pattern: '**/*.md', matches, total: 30 }));
    expect(data).toEqual({
      pattern: '**/*.md',
      total: 30,
      matches: matches.slice(0, 10),
      truncated: true,
    });
  });

  it('Grep: totals and the first five as file:line with the line’s text, bounded [S4-07]', () => {
    const matches = Array.from({ length: 7 }, (_, index) => ({
      file: '一.md',
      line: index + 1,
      text: index === 0 ? '雪'.repeat(20_000) : '灯亮着',
    }));
    const data = kept('Grep', succeeded({ pattern: '雪', matches, total: 7, files: 1 }));
    expect(data).toMatchObject({ pattern: '雪', total: 7, files: 1, truncated: true });
    expect(data.matches).toEqual([
      `一.md:1: ${'雪'.repeat(300)}…`,
      ...[2, 3, 4, 5].map((line) => `一.md:${line}: 灯亮着`),
    ]);
  });

  const range = (lines: string[], startLine = 1): JsonObject => ({
    path: '一.md',
    startLine,
    endLine: startLine + lines.length - 1,
    totalLines: 2000,
    lines,
    mtime: 1_700_000_000_000,
    truncated: false,
  });

  it('Read: numbered lines of the range, at most 500 [S4-08]', () => {
    const short = kept('Read', succeeded(range(['甲', '乙'], 41)));
    expect(short).toMatchObject({ startLine: 41, endLine: 42, truncated: false });
    expect(short.lines).toEqual(['41: 甲', '42: 乙']);
    expect(short.mtime).toBe(1_700_000_000_000);

    const long = kept('Read', succeeded(range(numbered(700))), 'r7');
    expect(long).toMatchObject({ endLine: 500, totalLines: 2000, truncated: true, ref: 'r7' });
    expect(long.lines).toHaveLength(500);
  });

  it('Read: a paragraph of 20,000 characters is bounded, whole graphemes, flagged [S4-08]', () => {
    const family = '👨‍👩‍👧‍👦';
    const data = kept('Read', succeeded(range([family.repeat(2000), '后面'])));
    const lines = z.array(z.string()).parse(data.lines);
    expect(lines[0]).toBe(`1: ${family.repeat(Math.floor(2000 / family.length))}…`);
    expect(lines[1]).toBe('2: 后面');
    expect(data).toMatchObject({ endLine: 2, truncated: true });
  });

  it('Read: many long lines end where the place ends, and endLine says so [S4-08]', () => {
    const data = kept('Read', succeeded(range(Array<string>(400).fill('雪'.repeat(1900)))));
    const lines = z.array(z.string()).parse(data.lines);
    expect(lines.length).toBeLessThan(400);
    expect(data).toMatchObject({ endLine: lines.length, truncated: true });
  });

  it('Read: the note that a file was modified stays [S4-27]', () => {
    const note = 'Note: 一.md was modified externally.';
    expect(kept('Read', succeeded({ ...range(['甲']), note })).note).toBe(note);
  });

  it('Read: a note or a time of any length is bounded and flagged [S4-08]', () => {
    const noted = kept('Read', succeeded({ ...range(['甲']), note: '注'.repeat(1000) }));
    expect(noted).toMatchObject({ note: `${'注'.repeat(300)}…`, truncated: true });
    const timed = kept('Read', succeeded({ ...range(['甲']), mtime: '一'.repeat(1000) }));
    expect(timed.mtime).toBeUndefined();
    expect(timed.truncated).toBe(true);
  });

  it.each(['Edit', 'MultiEdit'])('%s: file, ranges and at most 50 lines [S4-09]', (toolName) => {
    const data = {
      path: '一.md',
      applied: false,
      candidateId: 'c1',
      ranges: [{ startLine: 3, endLine: 90 }],
      before: numbered(80, '旧'),
      after: numbered(80, '新'),
    };
    expect(kept(toolName, succeeded(data))).toEqual({
      ...data,
      before: data.before.slice(0, 20),
      after: data.after.slice(0, 30),
      truncated: true,
    });
    const small = { ...data, before: ['旧'], after: ['新'] };
    expect(kept(toolName, succeeded(small))).toEqual(small);
    const spread = Array.from({ length: 30 }, () => ({ startLine: 1, endLine: 1 }));
    const scattered = kept(toolName, succeeded({ ...small, ranges: spread }));
    expect(scattered).toMatchObject({ ranges: spread.slice(0, 20), truncated: true });
    const cut = kept(toolName, succeeded({ ...data, after: [] }));
    expect(cut.before).toEqual(data.before.slice(0, 50));
  });

  it('Write: created or overwritten, and the first 50 lines [S4-10]', () => {
    const data = {
      path: '新.md',
      action: 'created',
      applied: false,
      candidateId: 'c2',
      lines: 120,
      head: numbered(60),
    };
    expect(kept('Write', succeeded(data))).toEqual({
      ...data,
      head: data.head.slice(0, 50),
      truncated: true,
    });
    const small = { ...data, lines: 2, head: ['甲', '乙'] };
    expect(kept('Write', succeeded(small))).toEqual(small);
    // What the tool itself did not show is missing too.
    expect(kept('Write', succeeded({ ...small, lines: 3 })).truncated).toBe(true);
  });

  it('Bash: a summary of stdout, the last 20 lines of stderr, exit code and context id [S4-11]', () => {
    const data = {
      command: 'make',
      exitCode: 2,
      stdout: `${numbered(100, 'line ').join('\n')}\n`,
      stderr: numbered(50, 'error ').join('\r\n'),
      contextId: 'aB3_x',
      bytes: 9000,
    };
    const lines = numbered(100, 'line ');
    expect(kept('Bash', succeeded(data))).toEqual({
      command: 'make',
      exitCode: 2,
      stdout: {
        lines: 100,
        characters: data.stdout.length,
        head: lines.slice(0, 5),
        tail: lines.slice(-5),
      },
      stderr: numbered(50, 'error ').slice(-20),
      stderrLines: 50,
      contextId: 'aB3_x',
      bytes: 9000,
      truncated: true,
    });
    const short = kept('Bash', succeeded({ ...data, stdout: 'done\n', stderr: '' }));
    expect(short.truncated).toBeUndefined();
    expect(short.stdout).toEqual({ lines: 1, characters: 5, head: ['done'] });
  });

  it('TodoWrite: the recap alone [S4-12]', () => {
    const todos = [{ content: '查伏笔', status: 'pending' }];
    expect(kept('TodoWrite', succeeded({ recap: '[ ] 查伏笔', todos }))).toEqual({
      recap: '[ ] 查伏笔',
    });
  });

  it('other tools: 800 characters, the size and the ref [S4-14]', () => {
    const text = `${'雪'.repeat(799)}👨‍👩‍👧‍👦还有`;
    expect(kept('search_manuscript', succeeded({ hits: [] }, text), 'r9')).toEqual({
      head: `${'雪'.repeat(799)}…`,
      size: Buffer.byteLength(text),
      truncated: true,
      ref: 'r9',
    });
    const short = kept('mcp_clock', { ...succeeded({}, '十点'), contextRefs: ['a', 'b'] });
    expect(short).toEqual({ head: '十点', size: 6, ref: 'a b' });
  });

  it('tells the size of the whole where the text is only its beginning [S4-14]', () => {
    const data = { server: 's', tool: 't', bytes: 43_000 };
    const text = `${'a'.repeat(800)}\n\n[Tool output in context: Ab3_x] (42.0KB)`;
    expect(kept('mcp_list', { ...succeeded(data, text), contextRefs: ['Ab3_x'] })).toMatchObject({
      size: 43_000,
      truncated: true,
      ref: 'Ab3_x',
    });
  });

  it('keeps a known tool’s answer of an unknown shape as any other’s [S4-14]', () => {
    expect(kept('Read', succeeded({ bytes: 'image' }, 'a picture'))).toMatchObject({
      head: 'a picture',
      size: 9,
    });
  });
});

describe('compression of anything', () => {
  const words = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .tuple(fc.constantFrom('雪', '👨‍👩‍👧‍👦', '\u0001', 'e\u0301'), fc.nat(6000))
      .map(([unit, times]) => unit.repeat(times)),
    fc.integer({ min: 0, max: 900 }).map((lines) => '灯亮着\n'.repeat(lines)),
  );
  const list = fc.oneof(
    fc.array(words, { maxLength: 30 }),
    fc
      .tuple(words, fc.nat(700))
      .map(([line, times]) => Array<string>(times).fill(line.slice(0, 500))),
  );
  const match = fc.record({ file: words, line: fc.nat(), text: words });
  const data: fc.Arbitrary<JsonObject> = fc.record(
    {
      path: words,
      pattern: words,
      entries: fc.array(fc.record({ name: words, type: fc.constantFrom('file', 'directory') }), {
        maxLength: 20,
      }),
      files: fc.nat(),
      directories: fc.nat(),
      matches: fc.oneof(list, fc.array(match, { maxLength: 12 })),
      total: fc.nat(),
      startLine: fc.integer({ min: 1, max: 5000 }),
      totalLines: fc.nat(),
      lines: fc.oneof(list, fc.nat()),
      mtime: fc.oneof(fc.nat(), words),
      note: words,
      ranges: fc.array(fc.record({ startLine: fc.nat(), endLine: fc.nat() }), { maxLength: 60 }),
      before: list,
      after: list,
      action: fc.constantFrom('created', 'overwritten'),
      head: list,
      command: words,
      exitCode: fc.integer(),
      stdout: words,
      stderr: words,
      recap: words,
      truncated: fc.boolean(),
      applied: fc.boolean(),
      fallback: fc.boolean(),
    },
    { requiredKeys: ['path', 'pattern', 'total', 'files', 'directories', 'startLine'] },
  );
  const result: fc.Arbitrary<ToolResult> = fc
    .record(
      {
        status: fc.constantFrom<ToolResult['status'][]>('success', 'partial', 'error'),
        text: words,
        data,
        error: fc.record({ code: fc.constantFrom('TOOL_FAILED', 'NOT_FOUND'), message: words }),
      },
      { requiredKeys: ['status', 'text', 'data'] },
    )
    .map(({ error, ...rest }) => (error ? { ...rest, error } : rest));
  const toolName = fc.constantFrom(...families, 'web_read', 'constructor', '__proto__');

  it('parses, keeps status, flags and error, is bounded and always the same [S4-13 S4-14]', () => {
    fc.assert(
      fc.property(toolName, result, fc.option(fc.constant('ref-1')), (name, given, ref) => {
        const text = compressResult(name, given, ref);
        expect(compressResult(name, given, ref)).toBe(text);
        const parsed = Kept.parse(JSON.parse(text));
        expect(parsed.status).toBe(given.status);
        expect(parsed.error).toEqual(given.error);
        expect(JSON.stringify(parsed.data).length).toBeLessThan(60_000);
        for (const flag of ['applied', 'fallback'])
          expect(parsed.data[flag]).toBe(given.data[flag]);
        if (given.data.truncated === true) expect(parsed.data.truncated).toBe(true);
        if (parsed.data.truncated === true && ref !== null) expect(parsed.data.ref).toBe(ref);
      }),
      { numRuns: 300 },
    );
  });

  it('flags every cut line and every list that is not whole [S4-14]', () => {
    fc.assert(
      fc.property(list, (lines) => {
        const shown = kept('Read', succeeded({ path: 'a', startLine: 1, totalLines: 9, lines }));
        const whole = lines.map((line, index) => `${index + 1}: ${line}`);
        const isWhole = JSON.stringify(shown.lines) === JSON.stringify(whole);
        expect(shown.truncated === true).toBe(!isWhole);
      }),
    );
  });
});

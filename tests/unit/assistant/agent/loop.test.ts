import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageBytesFor } from '#main/assistant/agent/loop/page-bytes.ts';
import { applyOwnSpelling } from '#main/assistant/agent/loop/spellings.ts';
import { z } from 'zod';
import { createRepetition } from '#main/assistant/agent/loop/repetition.ts';
import { createToolbox } from '#main/assistant/agent/loop/toolbox.ts';
import { noUsage, sumUsage } from '#shared/usage-sum.ts';
import { contextFilesSection } from '#main/assistant/agent/system/context-files.ts';
import { systemText } from '#main/assistant/agent/system/system-text.ts';
import { defineTool, type ToolOrigin } from '#main/assistant/agent/tool.ts';
import { createToolNames } from '#main/ai/runs/streaming/tool-names.ts';
import { defaultSettings } from '#shared/domain/settings.ts';

const toolOf = (name: string, origin: ToolOrigin) =>
  defineTool({
    name,
    description: `Does ${name}.`,
    input: z.strictObject({ path: z.string(), limit: z.number().int().optional() }),
    origin,
    ephemeral: null,
    permission: null,
    run: () => Promise.resolve({ status: 'success', text: '', data: {} }),
  });

describe('the system text', () => {
  it.each(['en', 'zh-CN'] as const)(
    'explains context files in at most 15 lines (%s) [S1-16]',
    (language) => {
      const section = contextFilesSection[language];
      expect(section.split('\n').length).toBeLessThanOrEqual(15);
      for (const form of ['Bash', 'Terminal', 'Tool']) {
        expect(section).toContain(`[${form} output in context: <id>]`);
      }
      const steps = ['context_tail', 'context_grep', 'context_read'].map((name) =>
        section.indexOf(name),
      );
      expect(steps).toEqual(steps.toSorted((a, b) => a - b));
      expect(systemText(language, 'native', [])).toContain(section);
    },
  );

  it('is the same for the same tools, and tells of them only where the protocol does not [S4-01]', () => {
    const tools = createToolbox([toolOf('Read', 'file')], defaultSettings.tools).offered;
    expect(systemText('en', 'react', tools)).toBe(systemText('en', 'react', tools));
    expect(systemText('en', 'react', tools)).toContain(
      '### Read\nDoes Read.\nInput: {"type":"object"',
    );
    expect(systemText('en', 'native', tools)).not.toContain('### Read');
  });
});

describe('the tools of a turn', () => {
  it('leaves out what is switched off, and takes the first of two of one name', () => {
    const tools = [toolOf('Read', 'file'), toolOf('Bash', 'bash'), toolOf('Read', 'mcp')];
    const off = createToolbox(tools, defaultSettings.tools);
    expect(off.names).toEqual(['Read']);
    expect(off.find('Read')?.origin).toBe('file');
    expect(off.find('Bash')).toBeNull();
    expect(['Bash', 'Read', 'Open'].map(off.isOff)).toEqual([true, false, false]);
    expect(createToolbox(tools, { ...defaultSettings.tools, bash: 'ask' }).names).toEqual([
      'Read',
      'Bash',
    ]);
  });

  it('gives a schema without bounds that every number has', () => {
    const [read] = createToolbox([toolOf('Read', 'file')], defaultSettings.tools).offered;
    expect(read?.inputSchema).toEqual({
      type: 'object',
      properties: { path: { type: 'string' }, limit: { type: 'integer' } },
      required: ['path'],
      additionalProperties: false,
    });
  });

  it('every name travels under one that providers take, and comes back as itself', () => {
    const name = fc.oneof(
      fc.constantFrom('Read', 'a.b', 'a b', 'a_b', '查询', '设定'),
      fc.string({ minLength: 1, maxLength: 90 }),
    );
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 12 }), (names) => {
        const { toWire, fromWire } = createToolNames(names);
        const wire = names.map(toWire);
        expect(new Set(wire).size).toBe(names.length);
        expect(wire.every((spelt) => /^[A-Za-z0-9_-]{1,64}$/u.test(spelt))).toBe(true);
        expect(wire.map(fromWire)).toEqual(names);
      }),
    );
  });
});

describe('going round in a circle', () => {
  it('counts the same failing call, whatever the order of its keys, until it succeeds', () => {
    const repetition = createRepetition();
    expect(repetition.failed('Read', { path: 'a', limit: 1 })).toBe(false);
    expect(repetition.failed('Read', { limit: 1, path: 'a' })).toBe(false);
    expect(repetition.failed('Read', { path: 'b' })).toBe(false);
    repetition.succeeded('Read', { limit: 1, path: 'a' });
    expect(repetition.failed('Read', { path: 'a', limit: 1 })).toBe(false);
    expect(repetition.failed('Read', { path: 'a', limit: 1 })).toBe(false);
    expect(repetition.failed('Read', { path: 'a', limit: 1 })).toBe(true);
  });

  it('counts unreadable answers in a row only', () => {
    const repetition = createRepetition();
    expect([repetition.unreadable(), repetition.unreadable()]).toEqual([false, false]);
    repetition.readable();
    expect([1, 2, 3].map(() => repetition.unreadable())).toEqual([false, false, true]);
  });
});

it('sums what calls took, and knows nothing where no call said anything', () => {
  const figure = fc.option(fc.nat(1000));
  const usage = fc.record({
    inputTokens: figure,
    cachedInputTokens: figure,
    cacheWriteTokens: figure,
    outputTokens: figure,
    cost: figure,
    currency: fc.constant('USD'),
  });
  fc.assert(
    fc.property(fc.array(usage, { minLength: 1 }), (usages) => {
      const sum = usages.reduce(sumUsage, noUsage);
      const known = usages.flatMap(({ inputTokens }) =>
        inputTokens === null ? [] : [inputTokens],
      );
      expect(sum.inputTokens).toBe(known.length === 0 ? null : known.reduce((a, b) => a + b, 0));
    }),
  );
});

describe('what a model’s size and habits change', () => {
  it('a page of a file takes about a quarter of a small window, 48 KB at most [S0-17]', () => {
    expect(pageBytesFor(8192)).toBe(6144);
    expect(pageBytesFor(2000)).toBe(4096);
    expect(pageBytesFor(200_000)).toBe(48 * 1024);
  });

  it('takes the names other tools have for ours, and only where ours is missing [S4-31]', () => {
    const known = new Set(['path', 'offset']);
    expect(applyOwnSpelling({ file_path: 'a.md', start_line: 3 }, known)).toEqual({
      path: 'a.md',
      offset: 3,
    });
    expect(applyOwnSpelling({ path: 'a.md', file_path: 'b.md' }, known)).toEqual({
      path: 'a.md',
      file_path: 'b.md',
    });
    expect(applyOwnSpelling({ file_path: 'a.md' }, new Set(['query']))).toEqual({
      file_path: 'a.md',
    });
    expect(applyOwnSpelling('text', known)).toBe('text');
  });
});

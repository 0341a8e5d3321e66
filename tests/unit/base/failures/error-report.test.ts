import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorKind, reportError, sayError } from '#main/base/failures/error-report.ts';
import { AppError } from '#shared/errors.ts';
import { createPartialDispatch } from '#tests/helpers/partial-dispatch.ts';

const canary = '雪落在渡口';
const place = 'file:///home/lin/雪国/main/rpc/dispatch.ts:12:3';

describe('what a log holds of an error', () => {
  it('is its kind and where it happened, and nothing of a message of many lines [S3-44]', () => {
    const error = new TypeError(
      `first\n${canary}\n    at ${canary} (${place})\n    at last (${place})`,
    );
    const { name, stack } = reportError(error);
    expect(name).toBe('TypeError');
    expect(stack?.split('\n')[0]).toMatch(
      /\(tests\/unit\/base\/failures\/error-report\.test\.ts:\d+:\d+\)$/,
    );
    expect(stack).not.toContain('last');
  });

  it('holds nothing of any message, name or code, changed afterwards or not [S3-44]', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constant(`    at ${canary} (${place})`),
      fc.constant(`    at ${place.replace('main', canary)}`),
    );
    const text = fc.array(line, { minLength: 1 }).map((lines) => `${canary}${lines.join('\n')}`);
    fc.assert(
      fc.property(text, text, fc.boolean(), (message, later, renamed) => {
        const error = new Error(message, { cause: new RangeError(later) });
        if (renamed) Object.assign(error, { name: later, code: message, message: later });
        const report = JSON.stringify(reportError(error));
        expect(report).not.toContain(canary);
        expect(report).toContain('error-report.test.ts');
        expect(sayError(error)).not.toContain(canary);
      }),
    );
  });

  it('holds nothing of a row that does not fit its schema [S3-44]', () => {
    const parsed = z.object({ kind: z.literal('a') }).safeParse({ kind: canary, [canary]: 1 });
    const report = reportError(new Error('row', { cause: parsed.error }));
    expect(JSON.stringify(report)).not.toContain(canary);
    expect(report).toMatchObject({ causes: [{ name: 'ZodError' }] });
  });

  it('names no folder of the writer and passes over what has no place [S3-44]', () => {
    const error = new Error(canary);
    error.stack = [
      `Error: ${canary}`,
      `    at async save (${place})`,
      '    at async Promise.all (index 0)',
      '    at Array.map (<anonymous>)',
      '    at C:\\Users\\lin\\node_modules\\zod\\v4\\core.js:1:2',
      `    at ${canary.length} (/home/lin/novel/script.js:1:2)`,
      '    at node:internal/process/task_queues:105:5',
    ].join('\n');
    expect(reportError(error).stack).toBe(
      [
        'at async save (main/rpc/dispatch.ts:12:3)',
        'at (node_modules/zod/v4/core.js:1:2)',
        'at (node:internal/process/task_queues:105:5)',
      ].join('\n'),
    );
  });

  it('says of what is no error only that', () => {
    expect(reportError(canary)).toEqual({ name: 'string' });
    expect(errorKind(new AppError('DISK_FULL', canary))).toEqual({
      name: 'AppError',
      code: 'DISK_FULL',
    });
  });

  it('says a closed code and a failure of the system in words, and of others the kind', () => {
    expect(sayError(new AppError('DISK_FULL', 'The disk is full.'))).toBe(
      'DISK_FULL: The disk is full.',
    );
    const taken = Object.assign(new Error('listen EADDRINUSE: 127.0.0.1:80'), {
      code: 'EADDRINUSE',
      errno: -98,
      syscall: 'listen',
    });
    expect(sayError(taken)).toContain('EADDRINUSE');
    expect(sayError(new Error(canary))).toMatch(/^Unexpected error: Error at /);
  });
});

describe('a call that fails unexpectedly', () => {
  it('leaves no line of its message in the log or the answer [S3-44]', async () => {
    const logged: string[] = [];
    const dispatch = createPartialDispatch(
      {
        'projects:list': () => {
          throw new Error(`row 3:\n${canary}\n${canary}`);
        },
      },
      { log: (...line) => logged.push(JSON.stringify(line)) },
    );
    const { signal } = new AbortController();
    const reply = await dispatch('projects:list', {}, { signal });
    expect(reply).toMatchObject({ ok: false, error: { code: 'INTERNAL' } });
    expect(`${logged.join('\n')}${JSON.stringify(reply)}`).not.toContain(canary);
    expect(logged.join('\n')).toContain('error-report.test.ts');
  });
});

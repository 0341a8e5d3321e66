import { describe, expect, it } from 'vitest';
import { offences } from '../../../scripts/check/conventions.ts';

const file = (name: string, text = 'export const one = 1;\n') => offences({ name, text });

describe('house rules', () => {
  it('lets an ordinary file pass', () => {
    expect(file('main/context/tokens/count.ts')).toEqual([]);
    expect(file('main/context/tokens/commonest-words.ts')).toEqual([]);
  });

  it('counts lines as an editor does: 400 pass, 401 do not', () => {
    expect(file('main/a.ts', 'x;\n'.repeat(400))).toEqual([]);
    expect(file('main/a.ts', 'x;\n'.repeat(401))).toHaveLength(1);
  });

  it.each([
    'main/utils.ts',
    'shared/text-helpers.ts',
    'renderer/common/list.tsx',
    'main/misc.d.ts',
  ])('refuses the name %s', (name) => {
    expect(file(name)).toHaveLength(1);
  });

  it('lets tests have helpers', () => {
    expect(file('tests/helpers/project.ts')).toEqual([]);
  });

  it.each([
    'it.skip(',
    'describe.only(',
    'it.todo(',
    'test.each([1]).only(',
    'xit(',
    'it.skipIf(x)(',
  ])('finds the held-back test %s', (call) => {
    expect(file('tests/unit/a.test.ts', `${call}'a', run);\n`)).toHaveLength(
      call.includes(']') ? 0 : 1,
    );
  });

  it('finds a stack that is read outside of its one home', () => {
    const text = 'log(error.stack);\n';
    expect(file('main/rpc/dispatch.ts', text)).toHaveLength(1);
    expect(file('main/base/failures/error-report.ts', text)).toEqual([]);
  });

  it.each([
    'const response = await fetch(url);',
    'return { fetch };',
    'const send = globalThis.fetch;',
    'new WebSocket(url);',
  ])('finds a connection that is opened beside the one way out: %s [B12]', (line) => {
    expect(file('main/ai/runs/ask.ts', `${line}\n`)).toHaveLength(1);
    expect(file('renderer/features/models/ask.ts', `${line}\n`)).toHaveLength(1);
    expect(file('main/egress/send-fetch.ts', `${line}\n`)).toEqual([]);
  });

  it.each(['createOllama({ fetch: send });', "const words = ['fetch'];", '// refused by fetch'])(
    'lets the word alone where nothing is opened: %s [B12]',
    (line) => {
      expect(file('main/ai/runs/ask.ts', `${line}\n`)).toEqual([]);
    },
  );

  it.each(['// TODO later', '// @ts-ignore'])('finds %s', (line) => {
    expect(file('main/a.ts', `${line}\n`)).toHaveLength(1);
  });
});

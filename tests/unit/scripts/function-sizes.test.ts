import { describe, expect, it } from 'vitest';
import { judgeSizes, measureFunctions } from '../../../scripts/check/function-sizes.ts';

const lines = (count: number): string => '  step();\n'.repeat(count);
const measure = (text: string) => measureFunctions('main/a.ts', text);
const judge = (text: string, ...names: string[]) =>
  judgeSizes(measure(text), [
    { reason: 'a test', functions: names.map((name) => `main/a.ts: ${name}`) },
  ]);

describe('the limits for functions', () => {
  it('let 60 lines pass and refuse 61', () => {
    expect(judge(`function run() {\n${lines(58)}}\n`)).toEqual([]);
    expect(judge(`function run() {\n${lines(59)}}\n`)).toEqual([
      expect.stringContaining('main/a.ts:1: run has 61 own lines'),
    ]);
  });

  it('let four parameters pass and refuse five', () => {
    expect(judge('const add = (a, b, c, d) => a;\n')).toEqual([]);
    expect(judge('const add = (a, b, c, d, e) => a;\n')).toHaveLength(1);
  });

  it('take the lines of named functions off the one that holds them', () => {
    const text = `function outer() {\n  const inner = () => {\n${lines(40)}  };\n${lines(40)}}\n`;
    expect(measure(text)).toMatchObject([
      { name: 'inner', line: 2, ownLines: 42 },
      { name: 'outer', line: 1, ownLines: 42 },
    ]);
  });

  it('count the lines of functions without a name to the one that holds them', () => {
    const text = `function outer() {\n  each(() => {\n${lines(40)}  });\n}\n`;
    expect(measure(text)).toMatchObject([{ name: 'outer', ownLines: 44 }]);
  });

  it.each([
    ['a method', 'class Box {\n  open() {}\n}\n', 'open'],
    ['a member of an object', 'const box = {\n  open() {},\n};\n', 'open'],
    ['a function as a member', 'const box = {\n  open: () => 1,\n};\n', 'open'],
    ['a constructor', 'class Box {\n  constructor() {}\n}\n', 'constructor'],
  ])('measure %s', (_kind, text, name) => {
    expect(measure(text)).toMatchObject([{ name, line: 2, ownLines: 1 }]);
  });

  it('pass over what has no body', () => {
    expect(measure('declare function run(a, b, c, d, e): void;\n')).toEqual([]);
  });

  it('accept what is listed as an exception', () => {
    expect(judge('const add = (a, b, c, d, e) => a;\n', 'add')).toEqual([]);
  });

  it('refuse an exception that nothing needs any more', () => {
    expect(judge('const add = (a, b) => a;\n', 'add')).toEqual([
      'main/a.ts: add keeps the limits; take it out of the exceptions',
    ]);
  });
});

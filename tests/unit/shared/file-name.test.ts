import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileNameFor } from '#shared/domain/file-name.ts';

describe('file names', () => {
  it.each([
    ['第一章 起', '第一章 起'],
    ['她问：“去哪?” a/b', '她问：“去哪？” a／b'],
    ['Chapter One: Salt / Water?', 'Chapter One - Salt - Water'],
    ['  ..hidden.. ', 'hidden'],
    ['CON', 'CON_'],
    ['nul.txt', 'nul.txt_'],
    ['a\nb\tc', 'a b c'],
    ['...', null],
    ['???', null],
  ])('%j becomes %j', (title, name) => {
    expect(fileNameFor(title)).toBe(name);
  });

  it('are accepted everywhere, fit with their extension and do not change when made again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
        const name = fileNameFor(title);
        if (name === null) return;
        expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}]|^[\s.]|[\s.]$/u);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(201);
        expect(fileNameFor(name)).toBe(name);
      }),
      { numRuns: 1000 },
    );
  });
});

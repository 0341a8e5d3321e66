import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '#main/assistant/agent/tools/files/apply-edits.ts';
import { describeChangedLines } from '#main/assistant/agent/tools/files/changed-lines.ts';
import {
  compileExpression,
  literalExpression,
} from '#main/assistant/agent/tools/files/expression.ts';
import { compileGlob } from '#main/assistant/agent/tools/files/glob-pattern.ts';
import { pathSegments } from '#main/assistant/agent/tools/files/location.ts';
import { splitLines, numbered, pageLines } from '#main/assistant/agent/tools/files/page-lines.ts';
import { showAround } from '#main/assistant/agent/tools/files/search-lines.ts';

const pieces = ['雪', '落', ' ', 'a', '。', '👨‍👩‍👧', 'é', '\n', '\n\n', '长长的一行'];
const prose = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((all) => all.join(''));

describe('paths', () => {
  it('what is accepted never leads up, elsewhere or into hidden folders (property) [S0-20]', () => {
    const part = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      '~',
      'C:',
      '.git',
      '章',
      'a.md',
      'NUL',
      '\0',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        let segments: string[];
        try {
          segments = pathSegments(parts.join(''));
        } catch (error) {
          expect((error as { code: string }).code).toMatch(/^PATH_/);
          return;
        }
        for (const segment of segments) expect(segment).not.toMatch(/^\.|[\\/\0]|^$|^nul$/i);
      }),
    );
  });
});

describe('globs', () => {
  const matches = async (glob: string, path: string) =>
    (await compileExpression(compileGlob(glob), true)).test(path);
  it.each([
    ['*.md', '第1章.md', true],
    ['*.md', '第二卷/第1章.md', true],
    ['./*.md', '第二卷/第1章.md', true],
    ['第二卷/*.md', '第二卷/第1章.md', true],
    ['第二卷/*.md', '第二卷/旧/第1章.md', false],
    ['**/第1章.md', '第1章.md', true],
    ['**/第1章.md', '一/二/第1章.md', true],
    ['第二卷/**', '第二卷/旧/第1章.md', true],
    ['第?章.md', '第1章.md', true],
    ['第?章.md', '第12章.md', false],
    ['*.{md,txt}', 'a.txt', true],
    ['*.{md,txt}', 'a.csv', false],
    ['第[1-3]章.md', '第2章.md', true],
    ['第[!1-3]章.md', '第2章.md', false],
    ['a+b(1).md', 'a+b(1).md', true],
    ['a.md', 'axmd', false],
    ['[没有关上', '[没有关上', true],
  ])('%s against %s: %s', async (glob, path, expected) => {
    expect(await matches(glob, path)).toBe(expected);
  });

  it('any glob compiles or is refused, and its own name matches when it has no marks (property)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 30 }), async (glob) => {
        try {
          const expression = await compileExpression(compileGlob(glob), true);
          const plain = !/[*?{}[\]]/.test(glob) && !glob.startsWith('./');
          if (plain)
            expect(expression.test(glob.normalize('NFC'))).toBe(
              !glob.includes('\n') || expression.test(glob),
            );
        } catch (error) {
          expect((error as { code: string }).code).toBe('PATTERN_INVALID');
        }
      }),
    );
  });
});

describe('pages of lines', () => {
  it('show every character once, within the bytes, and tear none (property) [S4-08]', () => {
    fc.assert(
      fc.property(
        prose,
        fc.integer({ min: 60, max: 200 }),
        fc.integer({ min: 1, max: 5 }),
        (text, bytes, limit) => {
          const lines = splitLines(text);
          const seen = lines.map(() => '');
          let next: { offset: number; column: number } | null = { offset: 1, column: 1 };
          for (let pages = 0; next; pages += 1) {
            expect(pages).toBeLessThan(500);
            const page = pageLines(lines, { ...next, limit, bytes });
            expect(page.lines.length).toBeLessThanOrEqual(limit);
            const size = page.lines.reduce(
              (sum, row) => sum + Buffer.byteLength(numbered(row)) + 1,
              0,
            );
            expect(size).toBeLessThanOrEqual(bytes);
            for (const { number, text: part } of page.lines) {
              seen[number - 1] += part;
              expect(part).not.toMatch(/^[\udc00-\udfff\u200d]|[\ud800-\udbff\u200d]$/);
            }
            next = page.next;
          }
          expect(seen).toEqual(lines);
        },
      ),
    );
  });

  it('a character longer than a page is cut rather than begun for ever', () => {
    const line = `e${'\u0301'.repeat(300)}雪`;
    let joined = '';
    let next: { offset: number; column: number } | null = { offset: 1, column: 1 };
    for (let pages = 0; next && pages < 400; pages += 1) {
      const page = pageLines([line], { ...next, limit: 1, bytes: 60 });
      joined += page.lines[0]?.text ?? '';
      next = page.next;
    }
    expect(joined).toBe(line);
  });
});

describe('what is shown of a line', () => {
  it('holds the match and is bounded (property) [S4-07]', () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.nat(5000), (before, after) => {
        const line = `${'雨'.repeat(before)}鲸鱼${'雨'.repeat(after)}`;
        const match = literalExpression('鲸鱼', true).find(line);
        expect(match).toEqual({ start: before, end: before + 2 });
        const shown = showAround(line, match ?? { start: 0, end: 0 });
        expect(shown).toContain('鲸鱼');
        expect(shown.length).toBeLessThanOrEqual(302);
        if (line.length <= 300) expect(shown).toBe(line);
      }),
    );
  });

  it('letter case of any length of its lower case finds the right place', () => {
    expect(literalExpression('SNOW', false).find('the snow')).toEqual({ start: 4, end: 8 });
    expect(literalExpression('x', false).find('İx')).toEqual({ start: 1, end: 2 });
  });
});

describe('edits', () => {
  const same = (text: string) => text;
  it('replace exactly one occurrence and nothing else (property) [S4-09]', () => {
    fc.assert(
      fc.property(prose, prose, fc.string({ maxLength: 10 }), (head, tail, replacement) => {
        fc.pre(!replacement.includes('\r') && replacement !== '【此】');
        const edit = { old_string: '【此】', new_string: replacement };
        expect(applyEdits(`${head}【此】${tail}`, [edit], same)).toBe(head + replacement + tail);
      }),
    );
  });

  it('replace all as String.replaceAll does (property)', () => {
    fc.assert(
      fc.property(prose, (text) => {
        fc.pre(text.includes('雪'));
        const edit = { old_string: '雪', new_string: '雨$&', replace_all: true };
        expect(applyEdits(text, [edit], same)).toBe(text.replaceAll('雪', () => '雨$&'));
      }),
    );
  });

  it('line ends of the model do not matter, a passage that overlaps itself is more than one', () => {
    expect(
      applyEdits('一\n二\n三', [{ old_string: '一\r\n二', new_string: '甲\r\n乙' }], same),
    ).toBe('甲\n乙\n三');
    expect(() => applyEdits('哈哈哈', [{ old_string: '哈哈', new_string: '' }], same)).toThrow(
      /2 times/,
    );
  });

  it('lines that go and come make the new text of the old one (property)', () => {
    fc.assert(
      fc.property(prose, prose, (old, text) => {
        const { ranges, before, after } = describeChangedLines(
          { text: old, shown: old },
          { text, shown: text },
        );
        expect(ranges.length === 0).toBe(old === text);
        expect(after.length - before.length).toBe(text.split('\n').length - old.split('\n').length);
        let last = 0;
        for (const { startLine, endLine } of ranges) {
          expect(startLine).toBeGreaterThan(last);
          expect(endLine).toBeGreaterThanOrEqual(startLine);
          last = startLine;
        }
      }),
    );
  });
});

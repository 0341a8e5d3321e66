import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uploadNames } from '#renderer/features/import/upload-names.ts';

describe('the names of files that are sent [W10 B10]', () => {
  it('say the same where a system has signs that others keep no file by', () => {
    expect(uploadNames(['稿/Chapter 1: Dawn?.md', '稿/“A”\\B*.md'])).toEqual([
      '稿/Chapter 1： Dawn？.md',
      '稿/“A”＼B＊.md',
    ]);
    const long = `${'长'.repeat(80)}.md`;
    expect(uploadNames([long])).toEqual([`${'长'.repeat(62)}.md`]);
  });

  it('are as many as the files, also where three are called almost the same', () => {
    expect(uploadNames(['a.md', 'a.md', 'a (2).md', 'A.md'])).toEqual([
      ...['a.md', 'a (2).md', 'a (2) (2).md', 'A (3).md'],
    ]);
  });

  it('are plain, no two of them one on any disk, and stay in their folders, whatever they were', () => {
    const part = fc
      .string({ minLength: 1, maxLength: 120, unit: 'grapheme' })
      .map((text) => text.replaceAll('/', ''));
    const way = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
    const property = fc.property(fc.array(way, { maxLength: 8 }), (ways) => {
      const names = uploadNames(ways);
      expect(names).toHaveLength(ways.length);
      expect(new Set(names.map((name) => name.normalize('NFC').toLowerCase())).size).toBe(
        ways.length,
      );
      for (const [index, name] of names.entries()) {
        expect(name).not.toMatch(/[\\:*?"<>|\p{Cc}]/u);
        expect(name.split('/')).toHaveLength(ways[index]?.split('/').length ?? 0);
        for (const each of name.split('/')) expect(Buffer.byteLength(each)).toBeLessThan(201);
      }
    });
    fc.assert(property, { numRuns: 200 });
  });
});

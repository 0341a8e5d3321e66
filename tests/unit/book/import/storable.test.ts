import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chaptersToWrite } from '#main/book/import/chapters-to-write.ts';
import { requireAllRead } from '#main/book/import/commit.ts';
import { storableSource } from '#main/book/import/storable.ts';
import { onePart, plainSource } from '#main/book/import/source-text.ts';
import { reading } from '#tests/helpers/import-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fabula-import-storable-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const half = '\ud83d';

describe('characters that no chapter can hold', () => {
  it.each([
    ['a NUL behind it', '{\\rtf1\\ansi Chapter 1\\par He left.\\par\r\n}\r\n\0'],
    ['NULs among its words', "{\\rtf1\\ansi Chapter 1\\par He\\'00 \\u0?left\0.\\par}"],
    ['half of a character', '{\\rtf1\\ansi Chapter 1\\par He left.\\u-10179?\\par}'],
  ])('come into no chapter of a rich text with %s [B10]', async (_what, rtf) => {
    const file = path.join(folder, 'a.rtf');
    writeFileSync(file, rtf, 'latin1');
    const { chapters } = await chaptersToWrite({ path: file }, reading);
    expect(chapters.map(({ text }) => text.replaceAll('\ufffd', ''))).toEqual([
      '# Chapter 1\n\nHe left.\n',
    ]);
    expect(chapters.every(({ text }) => text.isWellFormed() && !text.includes('\0'))).toBe(true);
  });

  it('come into nothing that is made of any source [B10]', () => {
    const source = storableSource(
      plainSource('epub', onePart('a\0b'), {
        title: `T\0${half}`,
        comments: [{ author: '\0E', text: 'c\0' }],
        footnotes: new Map([['1', 'n\0']]),
      }),
    );
    expect(source).toEqual(
      plainSource('epub', onePart('ab'), {
        title: 'T\ufffd',
        comments: [{ author: 'E', text: 'c' }],
        footnotes: new Map([['1', 'n']]),
      }),
    );
  });
});

describe('a chapter that was written and cannot be read', () => {
  const chapter = {
    ...{ title: 'A', group: null, file: 'a.rtf', text: '', earlierText: null, decisions: null },
  };
  it('is told, never left out in silence [B10]', () => {
    const problem = { path: 'A.md', problem: 'binary' as const, detail: '1 bytes' };
    expect(() => requireAllRead({ documents: [], problems: [problem] }, [chapter])).toThrow(
      expect.objectContaining({
        code: 'DOCUMENT_UNREADABLE',
        details: { unread: 1, problems: ['binary'] },
      }),
    );
    expect(() => requireAllRead({ documents: [], problems: [] }, [])).not.toThrow();
  });
});

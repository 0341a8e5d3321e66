import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OriginCode } from '#shared/domain/origins.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

type Piece = readonly [words: string, code: OriginCode];

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

let made = 0;
const openChapter = async () => {
  made += 1;
  const path = join(test.folder, `told-${made}`);
  mkdirSync(path);
  writeFileSync(join(path, '01.md'), '门开了。\n');
  const { projectId, documents } = await test.call('projects:open', { path, language: 'zh-CN' });
  const chapter = { projectId, documentId: documents[0]?.documentId ?? '' };
  return {
    /** Saves what somebody says of each letter. */
    async write(...pieces: readonly Piece[]): Promise<void> {
      const { version } = await test.call('documents:read', chapter);
      await test.call('documents:save', {
        ...chapter,
        text: pieces.map(([words]) => words).join(''),
        origins: pieces.map(([words, code]): [number, OriginCode] => [words.length, code]),
        expectedVersion: version,
      });
    },
    async pieces(): Promise<Piece[]> {
      const { text, origins } = await test.call('documents:read', chapter);
      let at = 0;
      return origins.map(([length, code]): Piece => {
        at += length;
        return [text.slice(at - length, at), code];
      });
    },
  };
};

describe('what a save says of its letters [N14]', () => {
  it('counts for those that it writes anew; the others stay whose they were, however few it changed', async () => {
    const { write, pieces } = await openChapter();
    await write(['雪停了，码头上一个人也没有。', 'pasted'], ['灯亮了。\n', 'typed']);
    await write(['雪停了，码头上一个人也没有。灯灭了。\n', 'pasted']);
    expect(await pieces()).toEqual([
      ['雪停了，码头上一个人也没有。', 'pasted'],
      ['灯', 'typed'],
      ['灭', 'pasted'],
      ['了。\n', 'typed'],
    ]);
    await write(['雪停了，渡口上一个人也没有。灯灭了。\n', 'typed']);
    expect(await pieces()).toEqual([
      ['雪停了，', 'pasted'],
      ['渡口', 'typed'],
      ['上一个人也没有。', 'pasted'],
      ['灯', 'typed'],
      ['灭', 'pasted'],
      ['了。\n', 'typed'],
    ]);
  });

  it('is right of words that it puts beside the very same ones', async () => {
    const { write, pieces } = await openChapter();
    const beside = [
      ['灯亮了。', 'pasted'],
      ['灯亮了。灯亮了。\n', 'typed'],
    ] as const;
    await write(['灯亮了。灯亮了。\n', 'typed']);
    await write(...beside);
    expect(await pieces()).toEqual(beside);
  });

  it('is right of a text that was here before, as an undo brings it back', async () => {
    const { write, pieces } = await openChapter();
    const [before, after] = [
      ['灯亮了。\n', 'typed'],
      ['灯灭了。\n', 'pasted'],
    ] as const;
    await write(before);
    await write(['雪。', 'typed']);
    await write(after);
    await write(before);
    expect(await pieces()).toEqual([before]);
  });
});

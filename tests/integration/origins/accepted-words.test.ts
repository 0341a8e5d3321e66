import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OriginCode } from '#shared/domain/origins.ts';
import { type AiWorld, createAiWorld, doneOf } from '#tests/helpers/ai-world.ts';
import { knownOf } from '#tests/helpers/origins/known.ts';
import { createOriginPage } from '#tests/helpers/origins/page.ts';

let world: AiWorld;
beforeAll(async () => {
  world = await createAiWorld();
  await world.connect();
});
afterAll(() => world.close());

type Piece = readonly [words: string, code: OriginCode];

let made = 0;
/** A chapter of a book of its own, as a page saves it that saw these pieces come. */
const chapterOf = async (pieces: readonly Piece[]) => {
  made += 1;
  const folder = join(world.test.folder, `accepted-${made}`);
  mkdirSync(folder);
  const text = pieces.map(([words]) => words).join('');
  const isUnknown = pieces.every(([, code]) => code === 'unknown');
  writeFileSync(join(folder, '01.md'), isUnknown ? text : '');
  const opened = await world.test.call('projects:open', { path: folder, language: 'zh-CN' });
  const documentId = opened.documents[0]?.documentId ?? '';
  const chapter = { projectId: opened.projectId, documentId };
  const read = () => world.test.call('documents:read', chapter);
  if (!isUnknown) {
    const { version: expectedVersion } = await read();
    const origins = pieces.map(([words, code]): [number, OriginCode] => [words.length, code]);
    await world.test.call('documents:save', { ...chapter, text, origins, expectedVersion });
  }
  /** Has a passage polished so, and takes what it is told to take of the answer; answers its code. */
  const polish = async (passage: string, answer: string, hunks?: number[]) => {
    const start = (await read()).text.indexOf(passage);
    world.server.script({ pieces: [answer] });
    const selection = { start, end: start + passage.length };
    const ended = await world.run({
      ...{ ...chapter, skillId: 'polish', selection, cursorPosition: selection.end },
    });
    const candidateId = doneOf(ended).candidateId ?? '';
    await world.test.call('ai:candidates:accept', { candidateId, ...(hunks ? { hunks } : {}) });
    return `model:${candidateId}` as const;
  };
  const piecesNow = async (): Promise<Piece[]> => {
    const { text: now, origins } = await read();
    let at = 0;
    return origins.map(([length, code]): Piece => {
      at += length;
      return [now.slice(at - length, at), code];
    });
  };
  return { ...chapter, read, polish, piecesNow };
};

const own =
  'She stood at the window while the early light came slowly over the roofs, and did not turn her head.';

describe('of an accepted sentence the model is given what it changed [N14]', () => {
  it('is one character of a Chinese sentence of which nothing is known: the rest stays unknown', async () => {
    const chapter = await chapterOf([
      ['# 第一回\n\n甄士隐。\n\n此开卷第一回也。作者自云。\n', 'unknown'],
    ]);
    const code = await chapter.polish('此开卷第一回也。', '此开卷第一章也。');
    expect(await chapter.piecesNow()).toEqual([
      ['# 第一回\n\n甄士隐。\n\n此开卷第一', 'unknown'],
      ['章', code],
      ['也。作者自云。\n', 'unknown'],
    ]);
  });

  it('is one word of an English sentence that was typed, in the report as well', async () => {
    const chapter = await chapterOf([[own, 'typed']]);
    const code = await chapter.polish(own, own.replace('early', 'pale'));
    const at = own.indexOf('early');
    expect(await chapter.piecesNow()).toEqual([
      [own.slice(0, at), 'typed'],
      ['pale', code],
      [own.slice(at + 5), 'typed'],
    ]);
    const { projectId } = chapter;
    const { chapters } = await world.test.call('origins:report', { projectId });
    expect(chapters[0]?.counts).toMatchObject({ model: 4, unknown: 0, pasted: 0 });
    const second = await chapter.polish(
      own.replace('early', 'pale'),
      own.replace('early', 'pale').replace('slowly', 'quietly'),
    );
    // What another answer gave keeps its own source.
    expect(await chapter.piecesNow()).toEqual([
      [own.slice(0, at), 'typed'],
      ['pale', code],
      [own.slice(at + 5, own.indexOf('slowly')), 'typed'],
      ['quietly', second],
      [own.slice(own.indexOf('slowly') + 6), 'typed'],
    ]);
  });

  it('is of the parts that were accepted alone; pasted words that stay are pasted', async () => {
    const chapter = await chapterOf([
      ['雪停了。门', 'typed'],
      ['还开着。', 'pasted'],
      ['他走远了。', 'typed'],
    ]);
    const code = await chapter.polish(
      '雪停了。门还开着。他走远了。',
      '雨停了。窗还开着！她走远了。',
      [0, 1],
    );
    expect(await chapter.piecesNow()).toEqual([
      ['雨', code],
      ['停了。', 'typed'],
      ['窗', code],
      ['还开着', 'pasted'],
      ['！', code],
      ['他走远了。', 'typed'],
    ]);
  });

  it('is all of a sentence that was written anew, and of one where none stood', async () => {
    const chapter = await chapterOf([['雪停了。他在灯下坐着。', 'typed']]);
    const code = await chapter.polish('他在灯下坐着。', '船靠岸的时候天亮了！\n\n没有人来！');
    expect(await chapter.piecesNow()).toEqual([
      ['雪停了。', 'typed'],
      ['船靠岸的时候天亮了！\n\n没有人来！', code],
    ]);
  });

  it('is no sentence that it only put elsewhere', async () => {
    const [first, second] = ['雪停了，码头上一个人也没有。', '他在灯下坐着，把信又读了一遍。'];
    const chapter = await chapterOf([
      [first, 'typed'],
      [second, 'pasted'],
    ]);
    const code = await chapter.polish(`${first}${second}`, `${second}天快亮的时候，${first}`);
    const now = await chapter.piecesNow();
    expect(now.map(([words]) => words).join('')).toBe(`${second}天快亮的时候，${first}`);
    expect(now).toEqual([
      [second, 'pasted'],
      ['天快亮的时候，', code],
      [first, 'typed'],
    ]);
  });

  it('is on the page what it is in the file, and undo and redo give back each', async () => {
    const chapter = await chapterOf([[own, 'typed']]);
    const before = await chapter.read();
    const page = createOriginPage(chapter.documentId, before, []);
    await chapter.polish(own, own.replace('early', 'pale'));
    const written = await chapter.read();
    page.bring(written, knownOf(written));
    expect(page.runs()).toEqual(written.origins);
    page.undo();
    expect([page.text(), page.runs()]).toEqual([before.text, before.origins]);
    page.redo();
    expect([page.text(), page.runs()]).toEqual([written.text, written.origins]);
  });
});

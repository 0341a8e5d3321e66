/** A folder of chapters, or files chosen together, are one text (W10). */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSource } from '#main/book/import/read-source.ts';
import { reading, zipOf } from '#tests/helpers/import-files.ts';

let base: string;
let number = 0;
beforeAll(() => {
  base = mkdtempSync(path.join(tmpdir(), 'fabula-import-folder-'));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const folderOf = (files: Record<string, string | Buffer>): string => {
  number += 1;
  const folder = path.join(base, String(number), '旧稿 1.5');
  for (const [name, content] of Object.entries(files)) {
    const place = path.join(folder, name);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, content);
  }
  return folder;
};
const read = (place: string, encoding?: string) =>
  readSource({ path: place, ...(encoding === undefined ? {} : { encoding }) }, reading);
const shown = ({ chapters }: Awaited<ReturnType<typeof read>>) =>
  chapters.map(({ title, group, body }) => [title, group, body]);

describe('a folder of texts', () => {
  it('is a chapter for each file, in the order their names give, a volume for each folder [W10]', async () => {
    const found = await read(
      folderOf({
        '卷二/第十章.md': '# 第十章 盐\n\n十一袋。\n',
        '卷二/第九章.md': '# 第九章 马\n\n换掌。\n',
        '卷一/楔子.md': '没有标题。\n',
        '卷一/2.txt': '第二章 雪\n　　雪停了。\n',
        '.git/x.md': '不是正文',
        '封面.png': Buffer.from('89504e47', 'hex'),
        '提要.docx': 'PK',
        '坏了.txt': Buffer.from([0, 1, 2, 0, 255, 0, 254]),
      }),
    );
    expect(shown(found)).toEqual([
      ['楔子', '卷一', '没有标题。'],
      ['第二章 雪', '卷一', '雪停了。'],
      ['第九章 马', '卷二', '换掌。'],
      ['第十章 盐', '卷二', '十一袋。'],
    ]);
    expect([found.name, found.splitAt]).toEqual(['旧稿 1.5', 'parts']);
    expect(found.warnings.map(({ code, count }) => [code, count])).toEqual([
      ['PICTURES_LEFT_OUT', 1],
      ['FILES_LEFT_OUT', 2],
    ]);
  });

  it('counts under each rule the chapters that the rule gives, also where it has only one text [W10 B10]', async () => {
    const folder = folderOf({ '第一章 雪.md': '# 第一章 雪\n\n雪停了。\n' });
    for (const splitAt of ['auto', 'headings', 'none'] as const) {
      const { chapters, splits, ...found } = await readSource({ path: folder, splitAt }, reading);
      const counts = new Map(splits.map((one) => [one.splitAt, one.chapters]));
      expect([counts.get('parts'), counts.get(found.splitAt)], splitAt).toEqual([
        1,
        chapters.length,
      ]);
    }
  });

  it('keeps its name and its volume where it has only one [W10]', async () => {
    const found = await read(
      folderOf({ '卷一/1.md': '# 甲\n\n一。\n', '卷一/2.md': '# 乙\n\n二。\n' }),
    );
    expect(found.name).toBe('旧稿 1.5');
    expect(found.chapters.map(({ group }) => group)).toEqual(['卷一', '卷一']);
  });

  it('is split at its chapters where a file has several [W10]', async () => {
    const volume = (from: number): string =>
      [0, 1, 2].map((at) => `第${from + at}章 旧稿\n　　那年雪下得早。\n`).join('\n');
    const found = await read(folderOf({ '上.txt': volume(1), '下.txt': volume(4) }));
    expect(found.splitAt).toBe('pattern');
    expect(found.chapters.map(({ title }) => title)).toEqual(
      [1, 2, 3, 4, 5, 6].map((at) => `第${at}章 旧稿`),
    );
  });

  it('takes what stands above all chapters of a file for a volume, not for the name of the book [W10]', async () => {
    const found = await read(
      folderOf({
        '卷一/全.md': '# 卷一 风起\n\n## 第一章 雪\n\n一。\n\n## 第二章 马\n\n二。\n',
        '卷二/全.txt': '第一部 少年\n\n第三章 盐\n　　三。\n\n第四章 灯\n　　四。\n',
        '后记.md': '写完了。\n',
      }),
    );
    expect(
      shown(found).toSorted(([one], [other]) => String(one).localeCompare(String(other))),
    ).toEqual(
      [
        ['第一章 雪', '卷一 风起', '一。'],
        ['第二章 马', '卷一 风起', '二。'],
        ['第三章 盐', '卷二 · 第一部 少年', '三。'],
        ['第四章 灯', '卷二 · 第一部 少年', '四。'],
        ['后记', null, '写完了。'],
      ].toSorted(([one], [other]) => String(one).localeCompare(String(other))),
    );
  });

  it('keeps its volumes where one of its files has several chapters, and those within it [W10]', async () => {
    const found = await read(
      folderOf({
        '上卷/1.txt': '第一章 雪\n　　那年雪下得早。\n\n第二章 马\n　　马还没有换掌。\n',
        '上卷/2.md': '# 第三章 盐\n\n十一袋。\n',
        '下卷/3.md':
          '题记。\n\n# 第四章 灯\n\n灯灭了。\n\n## 夜\n\n一。\n\n# 第五章 潮\n\n潮退了。\n',
        '后记.md': '写完了。\n',
      }),
    );
    expect(found.splitAt).toBe('parts');
    expect(
      shown(found).toSorted(([, one], [, other]) => (one ?? '').localeCompare(other ?? '')),
    ).toEqual(
      expect.arrayContaining([
        ['第一章 雪', '上卷', '那年雪下得早。'],
        ['第二章 马', '上卷', '马还没有换掌。'],
        ['第三章 盐', '上卷', '十一袋。'],
        ['3', '下卷', '题记。'],
        ['第五章 潮', '下卷', '潮退了。'],
        ['后记', null, '写完了。'],
      ]),
    );
    const all = found.chapters.map(({ title, body }) => `${title}${body}`).join('');
    for (const words of ['第四章 灯', '灯灭了。', '夜', '一。']) expect(all).toContain(words);
  });

  it('decodes each file once, and once more only in an encoding that was chosen [W10]', async () => {
    const words = '那年雪下得早，驿站的马还没有换掌，他没有回头。'.repeat(4);
    const place = folderOf({ '1.md': words, '2.txt': iconv.encode(words, 'GB18030') });
    const decoded: (string | null)[] = [];
    const readText: typeof reading.readText = (bytes, encoding) => {
      decoded.push(encoding);
      return reading.readText(bytes, encoding);
    };
    await readSource({ path: place }, { ...reading, readText });
    expect(decoded).toEqual([null, null]);
    decoded.length = 0;
    await readSource({ path: place, encoding: 'GB18030' }, { ...reading, readText });
    expect(decoded).toEqual([null, null, 'GB18030']);
  });

  it('reads every file in its own encoding, and in the chosen one only what does not say [W10]', async () => {
    const words = '那年雪下得早，驿站的马还没有换掌，他没有回头。'.repeat(4);
    const place = folderOf({
      '1.txt': words,
      '2.txt': iconv.encode(words, 'GB18030'),
      '3.txt': iconv.encode(`\ufeff${words}`, 'utf16le'),
    });
    for (const found of [await read(place), await read(place, 'GB18030')]) {
      expect(found.chapters.map(({ body }) => body)).toEqual([words, words, words]);
    }
  });

  it('looks for other encodings once, however many files there are [W10]', async () => {
    const words = '那年雪下得早，驿站的马还没有换掌，他没有回头。'.repeat(4);
    const sure = { '1.md': words, '2.md': words, '3.md': words };
    const unsure = {
      '4.txt': iconv.encode(words, 'GB18030'),
      '5.txt': iconv.encode(words, 'GB18030'),
    };
    const asked: number[] = [];
    const listReadings: typeof reading.listReadings = (bytes) => {
      asked.push(bytes.length);
      return reading.listReadings(bytes);
    };
    await readSource({ path: folderOf(sure) }, { ...reading, listReadings });
    expect(asked).toEqual([]);
    const found = await readSource(
      { path: folderOf({ ...sure, ...unsure }) },
      { ...reading, listReadings },
    );
    expect(asked).toHaveLength(1);
    expect(found.source.encoding).toBe('GB18030');
    expect(found.source.encodings?.map(({ encoding }) => encoding)).toContain('GB18030');
  });

  it('comes as a zip of a folder as well [W10]', async () => {
    number += 1;
    const place = path.join(base, `${number}.zip`);
    writeFileSync(
      place,
      await zipOf({
        '雪线/2.md': '# 乙\n\n二。\n',
        '雪线/1.md': '# 甲\n\n一。\n',
        '__MACOSX/雪线/._1.md': 'x',
      }),
    );
    const found = await read(place);
    expect([found.name, shown(found)]).toEqual([
      '雪线',
      [
        ['甲', null, '一。'],
        ['乙', null, '二。'],
      ],
    ]);
  });

  it('loses no file and no letter of one [W10]', async () => {
    const word = fc.stringMatching(/^[\p{Script=Han}a-z]{1,12}$/u);
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 2, maxLength: 12 }), async (bodies) => {
        const place = folderOf(
          Object.fromEntries(bodies.map((body, at) => [`${at + 1}.md`, `${body}\n`])),
        );
        const found = await read(place);
        expect(found.chapters.map(({ body }) => body)).toEqual(bodies);
        rmSync(place, { recursive: true });
      }),
      { numRuns: 30 },
    );
  });
});

import { mkdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ToolResult } from '#main/assistant/conversation/service.ts';
import { openToolWorld, type ToolWorld } from '#tests/helpers/tool-world.ts';

let world: ToolWorld;

const gbk = iconv.encode('第三章\r\n\r\n我们走了很久。回来的时候天色已晚。\r\n', 'gbk');

beforeEach(async () => {
  world = await openToolWorld({
    '第1章.md': '# 第一章 雪\n\n窗外的雪落了一夜。\n林远坐在灯下。\n',
    '第2章.md': '# 第二章 渡口\r\n\r\n天亮的时候，渡口还没有人。\r\n',
    '第二卷/第3章.md': gbk,
    '设定/器物.json': '{"铜锣": "三面"}\n',
    'CODE_LAW.md': '不要写雪。\n',
    '图.png': Buffer.from([0x89, 0x50, 0, 1, 2]),
    '.git/secret.md': '藏起来的雪',
    'node_modules/雪.md': '藏起来的雪',
  });
});
afterEach(() => world.close());

const codeOf = (result: ToolResult): string | undefined => result.error?.code;

describe('LS', () => {
  it('lists a folder in the order of the book, with titles, and nothing hidden [S4-05]', async () => {
    const result = await world.run('LS', {});
    expect(result).toMatchObject({
      status: 'success',
      data: { path: '', directories: 2, files: 4, truncated: false },
    });
    expect(result.text).toContain('第1章.md (chapter 1, "第一章 雪"');
    expect(result.text.indexOf('第1章.md')).toBeLessThan(result.text.indexOf('CODE_LAW.md'));
    expect(result.text).not.toMatch(/\.git|node_modules|\.fabula/);
    const inside = await world.run('LS', { path: './第二卷/' });
    expect(inside.data).toMatchObject({ path: '第二卷', files: 1 });
    expect(codeOf(await world.run('LS', { path: '第1章.md' }))).toBe('NOT_A_FOLDER');
    expect(codeOf(await world.run('LS', { path: '没有' }))).toBe('PATH_NOT_FOUND');
  });

  it('pages a folder of more than 500 entries', async () => {
    for (let number = 0; number < 620; number += 1) world.put(`多/${number}.csv`, 'x');
    const first = await world.run('LS', { path: '多' });
    expect(first.data).toMatchObject({ files: 620, truncated: true });
    expect(first.data.entries).toHaveLength(500);
    const rest = await world.run('LS', { path: '多', offset: 500 });
    expect(rest.data.entries).toHaveLength(120);
    expect(rest.data.truncated).toBe(false);
  });
});

describe('Glob', () => {
  it('finds by name in any folder, chapters in the order of the book [S4-06]', async () => {
    const { data } = await world.run('Glob', { pattern: '*.md' });
    expect(data).toMatchObject({
      matches: ['第1章.md', '第2章.md', '第二卷/第3章.md', 'CODE_LAW.md'],
      total: 4,
      truncated: false,
    });
    const inFolder = await world.run('Glob', { pattern: '第?卷/*.{md,txt}' });
    expect(inFolder.data.matches).toEqual(['第二卷/第3章.md']);
    const below = await world.run('Glob', { pattern: '**/*.json', path: '设定' });
    expect(below.data.matches).toEqual(['设定/器物.json']);
    expect(codeOf(await world.run('Glob', { pattern: '{a,b' }))).toBe('PATTERN_INVALID');
    expect(codeOf(await world.run('Glob', { pattern: '../*' }))).toBe('PATH_OUTSIDE_PROJECT');
  });
});

describe('Grep', () => {
  it('answers file and line over chapters of any encoding and other text files [S4-07]', async () => {
    const { data, text } = await world.run('Grep', { pattern: '雪|天色|三面' });
    expect(data).toMatchObject({ total: 5, files: 4, unread: 1, truncated: false });
    expect(text).toContain('第1章.md:3: 窗外的雪落了一夜。');
    expect(text).toContain('第二卷/第3章.md:3:');
    expect(text).toContain('设定/器物.json:1:');
    expect(text).not.toContain('藏起来');
  });

  it('filters by glob, takes plain text, pages, and refuses what is no pattern', async () => {
    const filtered = await world.run('Grep', { pattern: '章', glob: '第1*' });
    expect(filtered.data).toMatchObject({ total: 1, files: 1 });
    const plain = await world.run('Grep', { pattern: '{"铜锣"', literal: true });
    expect(plain.data).toMatchObject({ total: 1 });
    const page = await world.run('Grep', { pattern: '.', maxResults: 2, offset: 1 });
    expect(page.data.matches).toHaveLength(2);
    expect(page.text).toContain('offset=3');
    expect(codeOf(await world.run('Grep', { pattern: '(a)\\1' }))).toBe('PATTERN_INVALID');
    expect(codeOf(await world.run('Grep', { pattern: '((a{900}){900}){900}' }))).toBe(
      'PATTERN_INVALID',
    );
  });

  it('cuts a long line around the match, and hostile patterns stay linear', async () => {
    world.put('长.csv', `${'雨'.repeat(50_000)}鲸${'雨'.repeat(50_000)}\n${'a'.repeat(100_000)}\n`);
    const { data } = await world.run('Grep', { pattern: '鲸', glob: '*.csv' });
    const [match] = data.matches as { text: string; cut: boolean }[];
    expect(match?.cut).toBe(true);
    expect(match?.text).toMatch(/^…雨+鲸雨+…$/u);
    expect(match?.text.length).toBeLessThan(310);
    const hostile = await world.run('Grep', { pattern: '(a+)+$x', glob: '*.csv' });
    expect(hostile.data.total).toBe(0);
  });
});

describe('Read', () => {
  it('answers numbered lines of the text the editor has, whatever the encoding [S4-08]', async () => {
    const result = await world.run('Read', { path: '第二卷/第3章.md' });
    expect(result.data).toMatchObject({
      path: '第二卷/第3章.md',
      startLine: 1,
      endLine: 3,
      totalLines: 3,
      lines: ['第三章', '', '我们走了很久。回来的时候天色已晚。'],
      truncated: false,
      mtime: Math.floor(statSync(join(world.book, '第二卷/第3章.md')).mtimeMs),
    });
    expect(result.text).toContain('     3\t我们走了很久。');
    const crlf = await world.run('Read', { path: '第2章.md' });
    expect(crlf.data.lines).toEqual(['# 第二章 渡口', '', '天亮的时候，渡口还没有人。']);
  });

  it('pages by 500 lines and 48 KB, and within a line too long for one call [S4-08]', async () => {
    const lines = Array.from({ length: 1203 }, (_, index) => `第${index + 1}行`);
    world.put('行.csv', `${lines.join('\n')}\n`);
    const seen: string[] = [];
    let offset = 1;
    for (;;) {
      const { data, text } = await world.run('Read', { path: '行.csv', offset });
      seen.push(...(data.lines as string[]));
      const next = data.next as { offset: number } | null;
      if (!next) break;
      expect(text).toContain(`Read on with offset=${next.offset}.`);
      offset = next.offset;
    }
    expect(seen).toEqual(lines);

    const long = '雪👨‍👩‍👧落'.repeat(9000);
    world.put('长.csv', long);
    let joined = '';
    for (let at: { offset: number; column: number } | null = { offset: 1, column: 1 }; at; ) {
      const { data, text } = await world.run('Read', { path: '长.csv', ...at });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(48 * 1024);
      joined += (data.lines as string[])[0] ?? '';
      at = data.next as { offset: number; column: number } | null;
    }
    expect(joined).toBe(long);
  });

  it('notes that a file was modified since this conversation last read it [S4-27]', async () => {
    const read = (conversationId: string) =>
      world.run('Read', { path: '第1章.md' }, { conversationId });
    expect((await read('one')).data.note).toBeUndefined();
    expect((await read('one')).data.note).toBeUndefined();
    world.put('第1章.md', '# 第一章 雪\n\n雪停了。\n');
    utimesSync(join(world.book, '第1章.md'), new Date(), new Date(Date.now() + 5000));
    expect((await read('two')).data.note).toBeUndefined();
    const again = await read('one');
    expect(again.text).toContain('Note: 第1章.md was modified externally.');
    expect(again.text).toContain('雪停了。');
    expect((await read('one')).data.note).toBeUndefined();
  });

  it('refuses what is no text and lines that are not there', async () => {
    expect(codeOf(await world.run('Read', { path: '图.png' }))).toBe('FILE_BINARY');
    expect(codeOf(await world.run('Read', { path: '设定' }))).toBe('NOT_A_FILE');
    expect(codeOf(await world.run('Read', { path: '第1章.md', offset: 9 }))).toBe('LINE_OUTSIDE');
  });

  it.each(['gbk', 'big5', 'utf-16le'])(
    'shows the law of a project in %s [S4-02]',
    async (encoding) => {
      world.put(
        'CODE_LAW.md',
        iconv.encode('不用比喻，不用省略。\r\n句子要短，人物不多。\r\n', encoding),
      );
      const { data } = await world.run('Read', { path: 'CODE_LAW.md' });
      expect(data.lines).toEqual(['不用比喻，不用省略。', '句子要短，人物不多。']);
      const found = await world.run('Grep', { pattern: '句子要短' });
      expect(found.text).toContain('CODE_LAW.md');
    },
  );

  it('finds composed and decomposed spellings of one name', async () => {
    world.put('résumé.csv'.normalize('NFD'), 'x');
    const composed = await world.run('Read', { path: 'résumé.csv'.normalize('NFC') });
    expect(composed.data.lines).toEqual(['x']);
  });
});

describe('nothing leads out of the project', () => {
  const attacks: [string, string][] = [
    ['../outside.md', 'PATH_OUTSIDE_PROJECT'],
    ['设定/../../outside.md', 'PATH_OUTSIDE_PROJECT'],
    ['/etc/passwd', 'PATH_OUTSIDE_PROJECT'],
    ['//server/share', 'PATH_OUTSIDE_PROJECT'],
    ['~/outside.md', 'PATH_OUTSIDE_PROJECT'],
    ['C:/Windows/win.ini', 'PATH_OUTSIDE_PROJECT'],
    ['c:outside.md', 'PATH_OUTSIDE_PROJECT'],
    ['file:///etc/passwd', 'PATH_OUTSIDE_PROJECT'],
    ['..\\outside.md', 'PATH_INVALID'],
    ['设定\\器物.json', 'PATH_INVALID'],
    ['第1章.md\0.png', 'PATH_INVALID'],
    ['第1章.md\n', 'PATH_INVALID'],
    ['.fabula/project.json', 'PATH_HIDDEN'],
    ['./.git/secret.md', 'PATH_HIDDEN'],
    ['node_modules/雪.md', 'PATH_HIDDEN'],
    ['Node_Modules/雪.md', 'PATH_HIDDEN'],
    ['NUL', 'PATH_INVALID'],
    ['con.md', 'PATH_INVALID'],
    ['设定/lpt1.txt', 'PATH_INVALID'],
    ['CODE_LAW.MD', 'PATH_NOT_FOUND'],
    ['第1章.md.', 'PATH_NOT_FOUND'],
    ['第1章.md::$DATA', 'PATH_NOT_FOUND'],
    ['%2e%2e/outside.md', 'PATH_NOT_FOUND'],
    ['．．/outside.md', 'PATH_NOT_FOUND'],
    ['link.csv', 'LINK_NOT_FOLLOWED'],
    ['out/secret.csv', 'LINK_NOT_FOLLOWED'],
    ['inside/器物.json', 'LINK_NOT_FOLLOWED'],
    ['context://other/artifacts/tool/x.txt', 'CONTEXT_OTHER_CONVERSATION'],
    ['context://HERE/../x', 'PATH_NOT_FOUND'],
    ['context:x', 'CONTEXT_ADDRESS_INVALID'],
  ];

  it('whatever the path, for Read, Edit, Write, LS and Grep [S0-20]', async () => {
    const outside = join(world.base, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'secret.csv'), '泄露');
    writeFileSync(join(world.base, 'outside.md'), '泄露');
    symlinkSync(join(outside, 'secret.csv'), join(world.book, 'link.csv'));
    symlinkSync(outside, join(world.book, 'out'));
    symlinkSync(join(world.book, '设定'), join(world.book, 'inside'));
    for (const [attack, code] of attacks) {
      const path = attack.replace('HERE', world.conversationId);
      expect([path, codeOf(await world.run('Read', { path }))]).toEqual([path, code]);
      if (code.startsWith('CONTEXT') || path.startsWith('context:')) continue;
      for (const [name, input] of [
        ['LS', { path }],
        ['Grep', { pattern: '泄露', path }],
        ['Edit', { path, old_string: '泄露', new_string: '改' }],
      ] as const) {
        expect([name, path, codeOf(await world.run(name, input))]).toEqual([name, path, code]);
      }
      const written = await world.run('Write', { path, content: '改' });
      const isPlainName = /^(?:%2e|．)/.test(path);
      expect([path, written.status]).toEqual([path, isPlainName ? 'success' : 'error']);
    }
    expect((await world.run('Grep', { pattern: '泄露' })).data.total).toBe(0);
    expect((await world.run('Glob', { pattern: '**/*' })).text).not.toMatch(/link|out\/|inside/);
    // What only looks like a way out is a name like any other.
    const offered = await world.ai.listCandidates(world.projectId);
    expect(offered.map(({ newPath }) => newPath)).toEqual(['%2e%2e/outside.md', '．．/outside.md']);
  });
});

import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ToolResult } from '#main/assistant/conversation/service.ts';
import { openToolWorld, type ToolWorld } from '#tests/helpers/tool-world.ts';

const first = '# 第一章 雪\n\n窗外的雪落了一夜。林远坐在灯下。\n\n他数着铜钥匙。\n\n雪停了。\n';
let world: ToolWorld;

beforeEach(async () => {
  world = await openToolWorld({
    '第1章.md': first,
    '第2章.md': iconv.encode('# 第二章\r\n\r\n渡口没有人。\r\n', 'gbk'),
    'CODE_LAW.md': '不要写雪。\n',
    '设定.json': '{}',
  });
});
afterEach(() => world.close());

const codeOf = (result: ToolResult): string | undefined => result.error?.code;
const idOf = (result: ToolResult): string => {
  if (typeof result.data.candidateId === 'string') return result.data.candidateId;
  throw new Error(result.text);
};
const pending = () => world.ai.listCandidates(world.projectId);
const undo = (documentId: string, snapshotId: string) =>
  world.documents.restoreSnapshot({ projectId: world.projectId, documentId, snapshotId });

/** The file as another program leaves it; `seconds` later than now by its own clock. */
const writeOutside = (text: string, seconds: number): void => {
  world.put('第1章.md', text);
  const time = new Date(Date.now() + seconds * 1000);
  utimesSync(join(world.book, '第1章.md'), time, time);
};
const read = async () => (await world.run('Read', { path: '第1章.md' })).data;
const externally = 'Note: 第1章.md was modified externally.';

describe('an accepted change [S4-27]', () => {
  const accepted = async (old_string: string, new_string: string) => {
    const change = { path: '第1章.md', old_string, new_string };
    return world.ai.accept(idOf(await world.run('Edit', change)));
  };

  it('is no change from outside, nor is its undo, be it of the chapter or of the editor', async () => {
    expect((await read()).note).toBeUndefined();
    const done = await accepted('林远坐在灯下', '林远站在窗前');
    const after = await read();
    expect(JSON.stringify(after.lines)).toContain('林远站在窗前');
    expect(after.note).toBeUndefined();
    await undo(done.documentId, done.snapshotId);
    expect((await read()).note).toBeUndefined();
    const again = await accepted('雪停了', '雪还在下');
    const at = { projectId: world.projectId, documentId: again.documentId };
    await world.documents.save({ ...at, text: first, expectedVersion: again.version });
    expect((await read()).note).toBeUndefined();
  });

  it('hides no change from outside before it, after it or both', async () => {
    await read();
    writeOutside(first.replace('一夜', '两夜'), 5);
    await accepted('雪停了', '雪还在下');
    expect((await read()).note).toBe(externally);
    expect((await read()).note).toBeUndefined();
    writeOutside(first.replace('一夜', '三夜'), 10);
    expect((await read()).note).toBe(externally);
    await accepted('林远坐在灯下', '林远站在窗前');
    writeOutside(first, 15);
    await accepted('雪停了', '雪还在下');
    expect((await read()).note).toBe(externally);
  });
});

describe('Edit', () => {
  it('proposes, writes nothing before the accept, and one undo restores the bytes [F14 S4-09]', async () => {
    const before = world.bytes('第1章.md');
    const result = await world.run('Edit', {
      path: '第1章.md',
      old_string: '林远坐在灯下',
      new_string: '林远站在窗前',
    });
    expect(result).toMatchObject({
      status: 'success',
      data: {
        path: '第1章.md',
        applied: false,
        ranges: [{ startLine: 3, endLine: 3 }],
        before: ['窗外的雪落了一夜。林远坐在灯下。'],
        after: ['窗外的雪落了一夜。林远站在窗前。'],
      },
    });
    expect(result.text).toContain('waits for the writer');
    expect(world.bytes('第1章.md')).toEqual(before);
    const candidateId = idOf(result);
    expect(await pending()).toMatchObject([
      { candidateId, origin: 'assistant', runId: 'turn', newPath: null, stale: false },
    ]);
    expect((await pending())[0]?.hunks).toMatchObject([{ inserted: '林远站在窗前。' }]);
    const done = await world.ai.accept(candidateId);
    expect(done.created).toBe(false);
    expect(world.bytes('第1章.md').toString()).toBe(first.replace('坐在灯下', '站在窗前'));
    await undo(done.documentId, done.snapshotId);
    expect(world.bytes('第1章.md')).toEqual(before);
  });

  it('shortens long lines between characters [S4-09]', async () => {
    const long = `a${'𠮷'.repeat(300)}`;
    const { text, data } = await world.run('Edit', {
      path: '第1章.md',
      old_string: '林远坐在灯下',
      new_string: `\n${long}\n`,
    });
    expect(data.after).toContain(`a${'𠮷'.repeat(199)}…`);
    expect(text).not.toMatch(/[\uD800-\uDFFF]/u);
  });

  it('keeps encoding and line ends, and undo gives the bytes back [F14]', async () => {
    const before = world.bytes('第2章.md');
    const edit = { path: '第2章.md', old_string: '没有人', new_string: '有一个人' };
    const done = await world.ai.accept(idOf(await world.run('Edit', edit)));
    expect(world.bytes('第2章.md')).toEqual(
      iconv.encode('# 第二章\r\n\r\n渡口有一个人。\r\n', 'gbk'),
    );
    await undo(done.documentId, done.snapshotId);
    expect(world.bytes('第2章.md')).toEqual(before);
  });

  it('says what is wrong with an edit that cannot be made', async () => {
    const edit = (old_string: string, new_string = '改', replace_all?: boolean) =>
      world.run('Edit', {
        path: '第1章.md',
        old_string,
        new_string,
        ...(replace_all === undefined ? {} : { replace_all }),
      });
    const twice = await edit('雪');
    expect(twice).toMatchObject({ error: { code: 'EDIT_NOT_UNIQUE' } });
    expect(twice.text).toContain('3 times (lines 1, 3, 7)');
    expect(codeOf(await edit('下雨'))).toBe('EDIT_NOT_FOUND');
    expect((await edit('他数着 铜钥匙')).text).toContain('white space');
    expect((await edit('他数着铜钥匙。\n雨停了。')).text).toContain('line 5');
    expect(codeOf(await edit('雪停', '雪停'))).toBe('EDIT_NOTHING');
    expect(codeOf(await edit('', '雪'))).toBe('EDIT_EMPTY');
    expect(await pending()).toEqual([]);
    const all = await edit('雪', '雨', true);
    expect(all.data.ranges).toEqual([
      { startLine: 1, endLine: 1 },
      { startLine: 3, endLine: 3 },
      { startLine: 7, endLine: 7 },
    ]);
    await world.ai.accept(idOf(all));
    expect(world.bytes('第1章.md').toString()).toBe(first.replaceAll('雪', '雨'));
  });

  it('changes nothing but chapters', async () => {
    for (const path of ['CODE_LAW.md', '设定.json']) {
      const edit = await world.run('Edit', { path, old_string: '雪', new_string: '雨' });
      expect(codeOf(edit)).toBe('NOT_A_CHAPTER');
      expect(codeOf(await world.run('Write', { path, content: 'x' }))).toBe('NOT_A_CHAPTER');
    }
  });

  it('an accepted change makes room for the next; what it overtook is set aside, not lost', async () => {
    const edit = (new_string: string) =>
      world.run('Edit', { path: '第1章.md', old_string: '他数着铜钥匙。', new_string });
    const one = idOf(await edit('他数着钥匙。'));
    const two = idOf(await edit('他不数了。'));
    await world.ai.accept(one);
    await expect(world.ai.accept(two)).rejects.toMatchObject({ code: 'CANDIDATE_STALE' });
    expect(await pending()).toEqual([]);
    world.ai.restore(two);
    expect(await pending()).toMatchObject([{ candidateId: two, stale: true }]);
  });
});

describe('MultiEdit', () => {
  it('makes one candidate of all edits, in order, or none [S4-09]', async () => {
    const edits = [
      { old_string: '林远坐在灯下', new_string: '林远站在窗前' },
      { old_string: '站在窗前', new_string: '站在门口' },
      { old_string: '雪停了', new_string: '天亮了' },
    ];
    const result = await world.run('MultiEdit', { path: '第1章.md', edits });
    expect(result.data).toMatchObject({
      applied: false,
      ranges: [
        { startLine: 3, endLine: 3 },
        { startLine: 7, endLine: 7 },
      ],
    });
    expect(await pending()).toHaveLength(1);
    await world.ai.accept(idOf(result));
    expect(world.bytes('第1章.md').toString()).toBe(
      first.replace('坐在灯下', '站在门口').replace('雪停了', '天亮了'),
    );
    const broken = await world.run('MultiEdit', {
      path: '第1章.md',
      edits: [
        { old_string: '天亮了', new_string: '天黑了' },
        { old_string: '没有这句', new_string: '有' },
      ],
    });
    expect(broken.text).toContain('Edit 2: ');
    expect(await pending()).toEqual([]);
  });
});

describe('Write', () => {
  it('proposes a new text for a chapter [F14 S4-10]', async () => {
    const before = world.bytes('第1章.md');
    const result = await world.run('Write', {
      path: '第1章.md',
      content: '# 第一章\r\n\r\n新的。\n',
    });
    expect(result.data).toMatchObject({
      path: '第1章.md',
      action: 'overwritten',
      applied: false,
      lines: 3,
      head: ['# 第一章', '', '新的。'],
    });
    expect(world.bytes('第1章.md')).toEqual(before);
    const { documentId, snapshotId } = await world.ai.accept(idOf(result));
    expect(world.bytes('第1章.md').toString()).toBe('# 第一章\n\n新的。\n');
    await undo(documentId, snapshotId);
    expect(world.bytes('第1章.md')).toEqual(before);
    const same = await world.run('Write', { path: '第1章.md', content: first });
    expect(codeOf(same)).toBe('CANDIDATE_INVALID');
  });

  it('proposes a new chapter: no file and no folder before the accept, and undo takes it away [F14 S4-10]', async () => {
    const content = '# 第十章\n\n船来了。\n\n人走了。\n';
    const result = await world.run('Write', { path: '第三卷/第10章.md', content });
    expect(result.data).toMatchObject({
      path: '第三卷/第10章.md',
      action: 'created',
      applied: false,
      lines: 5,
    });
    expect(existsSync(join(world.book, '第三卷'))).toBe(false);
    const [candidate] = await pending();
    expect(candidate).toMatchObject({
      newPath: '第三卷/第10章.md',
      origin: 'assistant',
      stale: false,
      original: '',
      text: content,
    });
    const done = await world.ai.accept(idOf(result));
    expect(done).toMatchObject({ created: true, documentId: candidate?.documentId });
    expect(world.bytes('第三卷/第10章.md').toString()).toBe(content);
    expect(world.chapter('第三卷/第10章.md')).toBe(done.documentId);
    const { text } = await world.documents.readSnapshot(
      world.projectId,
      done.documentId,
      done.snapshotId,
    );
    expect(text).toBe('');
    await world.documents.remove(world.projectId, done.documentId);
    expect(existsSync(join(world.book, '第三卷'))).toBe(false);
  });

  it('takes some paragraphs of a new chapter, refuses the rest', async () => {
    const content = '# 新章\n\n一。\n\n二。\n';
    const candidateId = idOf(await world.run('Write', { path: '新章.md', content }));
    await world.ai.accept(candidateId, [0, 2]);
    expect(world.bytes('新章.md').toString()).toBe('# 新章\n\n二。\n');
  });

  it('a path taken meanwhile makes the candidate stale; refusing one leaves nothing', async () => {
    const path = '新章.md';
    const content = '# 新章\n';
    const one = idOf(await world.run('Write', { path, content }));
    const two = idOf(await world.run('Write', { path, content: '# 另一个\n' }));
    await world.ai.accept(one);
    await expect(world.ai.accept(two)).rejects.toMatchObject({ code: 'CANDIDATE_STALE' });
    world.ai.reject(two);
    expect(await pending()).toEqual([]);
    expect(world.bytes(path).toString()).toBe(content);
  });

  it('refuses names that not every system takes, and folders that lead elsewhere', async () => {
    const write = async (path: string) =>
      codeOf(await world.run('Write', { path, content: '# 新\n' }));
    expect(await write('问？?.md')).toBe('NAME_INVALID');
    expect(await write('章:1.md')).toBe('NAME_INVALID');
    expect(await write(`${'长'.repeat(90)}.md`)).toBe('NAME_INVALID');
    expect(await write('脚本.sh')).toBe('NOT_A_CHAPTER');
    expect(await write('code_law.md')).toBe('NOT_A_CHAPTER');
    const elsewhere = join(world.base, 'elsewhere');
    mkdirSync(elsewhere);
    const candidateId = idOf(await world.run('Write', { path: '卷/新.md', content: '# 新\n' }));
    // The link comes only after the proposal was made.
    symlinkSync(elsewhere, join(world.book, '卷'));
    await expect(world.ai.accept(candidateId)).rejects.toMatchObject({
      code: 'DOCUMENT_NAME_INVALID',
    });
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

describe('TodoWrite', () => {
  it('keeps the list, shows all of it, and leaves history its recap [S4-12]', async () => {
    const todos = [
      { content: '读第一章', status: 'completed' },
      { content: '改结尾', status: 'in_progress' },
    ];
    const { data, text } = await world.run('TodoWrite', { todos });
    expect(world.todos).toEqual([todos]);
    expect(text).toBe('Todo: 1 of 2 done. In progress: 改结尾.\n[x] 读第一章\n[>] 改结尾');
    expect(data).toEqual({ recap: 'Todo: 1 of 2 done. In progress: 改结尾.', todos });
    const many = Array.from({ length: 40 }, (_, index) => ({
      content: `第${index}件`,
      status: 'pending',
    }));
    const long = await world.run('TodoWrite', { todos: many });
    expect(long.data.recap).toBe('Todo: 0 of 40 done. Next: 第0件; 第1件; 第2件 (and 37 more).');
    const more = todos.map((todo, index) => ({ ...todo, id: String(index), activeForm: '在改' }));
    await world.run('TodoWrite', { todos: more, summary: '两件事' });
    expect(world.todos).toEqual([todos, many, todos]);
    const tool = world.tools.get('TodoWrite');
    expect(tool?.input.safeParse({ todos: Array(51).fill(todos[0]) }).success).toBe(false);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ToolResult } from '#main/assistant/conversation/service.ts';
import { openToolWorld, type ToolWorld } from '#tests/helpers/tool-world.ts';

let world: ToolWorld;
let conversationId: string;

beforeEach(async () => {
  world = await openToolWorld({
    '第1章.md': '# 第一章 雪\n\n窗外的雪落了一夜。林远坐在灯下，数着桌上的铜钥匙。\n',
    '第2章.md': '# 第二章 渡口\n\n天亮的时候，渡口还没有人。\n\n林远把伞收起来，站在石阶上等船。\n',
  });
  ({ conversationId } = world);
});
afterEach(() => world.close());

const codeOf = (result: ToolResult): string | undefined => result.error?.code;

const keep = (content: string, callId: string, owner = conversationId) =>
  world.contextFiles.create(owner, {
    kind: 'artifact',
    hint: `输出 ${callId}`,
    source: { type: 'tool', id: callId },
    content,
    name: { for: 'tool', callId },
  });

describe('files of the conversation', () => {
  const content = `${Array.from({ length: 900 }, (_, line) => `第${line + 1}行 😀`).join('\n')}\n`;

  it('lists newest first, by kind, and those of this conversation alone [S0-07]', async () => {
    const one = await keep('一', 'one');
    const two = await keep('二', 'two');
    await keep('别人的', 'three', 'session_20250101_000000_zzzzzz');
    const { data, text } = await world.run('context_list', {});
    expect(data.files).toMatchObject([
      { id: two.id },
      { id: one.id, kind: 'artifact', byteSize: 3 },
    ]);
    expect(text.split('\n')).toHaveLength(2);
    expect((await world.run('context_list', { kind: 'history' })).data.files).toEqual([]);
    expect((await world.run('context_list', { limit: 1 })).data.files).toHaveLength(1);
  });

  it('pages concatenate to the file, and what they cost is noted [S0-08]', async () => {
    const { id } = await keep(content, 'long');
    let joined = '';
    for (let offset = 0, done = false; !done; ) {
      const { data, text } = await world.run('context_read', { id, offset, limit: 1001 });
      joined += text.slice(text.indexOf('\n') + 1);
      offset = data.nextOffset as number;
      done = data.done as boolean;
    }
    expect(joined).toBe(content);
    const { items } = await world.contextFiles.list({ conversationId, limit: 10 });
    expect(items[0]?.costTokens).toBeGreaterThan(1000);
  });

  it('reads the end and searches [S0-09 S0-10]', async () => {
    const { id } = await keep(content, 'long');
    const tail = await world.run('context_tail', { id, lines: 2 });
    expect(tail.text.split('\n').slice(1)).toEqual(['第899行 😀', '第900行 😀', '']);
    const found = await world.run('context_grep', { id, pattern: '第8.行', contextLines: 1 });
    expect(found.data).toMatchObject({ totalMatches: 10, truncated: false });
    expect(found.text).toContain('79- 第79行 😀\n80: 第80行 😀');
    const few = await world.run('context_grep', { id, pattern: '行', maxResults: 3 });
    expect(few.data).toMatchObject({ totalMatches: 900, truncated: true });
    expect(codeOf(await world.run('context_grep', { id, pattern: '(' }))).toBe(
      'CONTEXT_FILE_PATTERN_INVALID',
    );
  });

  it('another conversation finds nothing by id or by address [S0-16]', async () => {
    const { id } = await keep(content, 'long');
    const other = { conversationId: 'session_20250101_000000_zzzzzz' };
    for (const [name, input] of [
      ['context_read', { id }],
      ['context_tail', { id }],
      ['context_grep', { id, pattern: '行' }],
    ] as const) {
      expect(codeOf(await world.run(name, input, other))).toBe('CONTEXT_FILE_NOT_FOUND');
    }
    const path = await world.contextFiles.addressOf(conversationId, id);
    expect(codeOf(await world.run('Read', { path }, other))).toBe('CONTEXT_OTHER_CONVERSATION');
  });

  it('Read resolves an address, pages it, and shows what a record holds [S2-06]', async () => {
    const { id } = await keep(content, 'long');
    const path = await world.contextFiles.addressOf(conversationId, id);
    expect(path).toBe(`context://${conversationId}/artifacts/tool/long.txt`);
    const { data } = await world.run('Read', { path, offset: 600, limit: 2 });
    expect(data).toMatchObject({
      lines: ['第600行 😀', '第601行 😀'],
      totalLines: 900,
      next: { offset: 602, column: 1 },
    });
    await world.contextFiles.create(conversationId, {
      kind: 'artifact',
      mimeType: 'application/json',
      hint: '记录',
      source: { type: 'message', id: 'm' },
      content: JSON.stringify({
        schema_version: '1.0',
        item_id: 'call',
        item_type: 'tool_result',
        offloaded_at: 1_700_000_000,
        metadata: { tool_name: 'Grep' },
        content: '甲\n乙\n',
      }),
      name: { for: 'record', path: 'tool_result/Grep/call.json' },
    });
    const record = await world.run('Read', {
      path: `context://${conversationId}/tool_result/Grep/call.json`,
    });
    expect(record.data.lines).toEqual(['甲', '乙']);
    expect(record.text).toContain('Offloaded tool_result of Grep');
  });

  it('none of these tools is of an origin that is offloaded [S1-09 S1-11]', () => {
    const origins = new Set([...world.tools.values()].map(({ origin }) => origin));
    expect([...origins].sort()).toEqual(['context', 'file', 'project']);
  });
});

describe('the book', () => {
  it('search_manuscript answers passages with chapter and line', async () => {
    const { projectId, retrieval } = world;
    await retrieval.index(projectId, true);
    const { data, text } = await world.run('search_manuscript', { query: '等船', limit: 1 });
    expect(data.hits).toMatchObject([
      {
        file: '第2章.md',
        chapter: 2,
        title: '第二章 渡口',
        excerpt: expect.stringContaining('等船'),
      },
    ]);
    expect(text).toMatch(/^1\. 第2章\.md:\d+ \(chapter 2, "第二章 渡口"\)/);
  });

  it('lookup_codex answers names, aliases, relations and the chapters in which they hold [F11]', async () => {
    const { projectId, knowledge } = world;
    const make = (name: string, more: object = {}) =>
      knowledge.createEntity({
        projectId,
        kind: 'character',
        name,
        summary: `${name}的事`,
        ...more,
      });
    const detail = { detailId: 'a', label: '身份', text: '学徒', fromChapter: 3 };
    const one = make('林远', { aliases: ['阿远'], validFromChapter: 2, details: [detail] });
    const two = make('郑九', { validToChapter: 4 });
    make('张三', { inclusion: 'never' });
    knowledge.createRelation({
      projectId,
      subjectId: one.entityId,
      predicate: '师从',
      objectId: two.entityId,
      validFromChapter: 1,
      validToChapter: 3,
    });
    const { text, data } = await world.run('lookup_codex', { name: '阿远' });
    expect(text).toContain(
      'character: 林远 (also 阿远) [from chapter 2]\n林远的事\n身份: 学徒 [from chapter 3]',
    );
    expect(text).toContain('林远 – 师从 – 郑九 [chapters 1 to 3]');
    expect(data).toMatchObject({ total: 1, truncated: false });
    // Traditional characters name the same person.
    expect((await world.run('lookup_codex', { name: '林遠' })).data.total).toBe(1);
    const all = await world.run('lookup_codex', { kind: 'character' });
    expect(all.data.total).toBe(2);
    expect(all.text).not.toContain('张三');
    expect((await world.run('lookup_codex', { name: '没有这人' })).text).toContain('no such entry');
  });

  it('lookup_constraints lists what is switched on, most important first', async () => {
    const { projectId, constraints } = world;
    const make = (text: string, more: object = {}) =>
      constraints.create({ projectId, type: 'style', text, ...more });
    make('少用感叹号');
    make('第三人称', { type: 'narrative', priority: 5 });
    make('关掉的', { enabled: false });
    const { text } = await world.run('lookup_constraints', {});
    expect(text).toBe('1. [narrative] 第三人称\n2. [style] 少用感叹号');
    const { data } = await world.run('lookup_constraints', { type: 'style' });
    expect(data).toMatchObject({ total: 1, constraints: [{ text: '少用感叹号', source: 'user' }] });
  });

  it('lookup_synopses tells the story so far, chapter by chapter [E3]', async () => {
    const { projectId, documents } = world;
    const text = '林远数着铜钥匙。\n\n雪没有停。';
    const documentId = world.chapter('第1章.md');
    await documents.update({ projectId, documentId, synopsis: text });
    const all = await world.run('lookup_synopses', {});
    expect(all.text).toBe(
      `1. "第一章 雪" (第1章.md)\n${text}\n\n2. "第二章 渡口" (第2章.md): no synopsis`,
    );
    expect(all.data).toMatchObject({
      chapters: [
        { file: '第1章.md', chapter: 1, title: '第一章 雪', synopsis: text, isStale: false },
        { chapter: 2, synopsis: '' },
      ],
      ...{ total: 2, truncated: false },
    });
    expect(all.from).toEqual({
      read: ['第1章.md', '第2章.md'].map((path) => `document:${world.chapter(path)}`),
      exact: true,
    });
    const { version } = await documents.read(projectId, documentId);
    const longer = `# 第一章 雪\n\n${'渡口来了一队骑马的人，领头的是周先生。'.repeat(20)}\n`;
    await documents.save({ projectId, documentId, text: longer, expectedVersion: version });
    const one = await world.run('lookup_synopses', { fromChapter: 1, toChapter: 1 });
    expect(one.text).toBe(`1. "第一章 雪" (第1章.md), older than its text\n${text}`);
    expect((await world.run('lookup_synopses', { fromChapter: 9 })).text).toContain('no such');
  });

  it('every input is strict: a name nobody knows is refused with words [S3-41]', () => {
    for (const tool of world.tools.values()) {
      // Lists come with all kinds of marks of their own.
      if (tool.name === 'TodoWrite') continue;
      const parsed = tool.input.safeParse({ pth: 'x' });
      expect(parsed.success).toBe(false);
      expect(JSON.stringify(parsed.error?.issues)).toContain('pth');
    }
  });
});

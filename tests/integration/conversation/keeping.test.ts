import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  act,
  call,
  type ConversationsWorld,
  openConversations,
  projectId,
  promptOf,
  readResult,
  round,
  usage,
} from '#tests/helpers/conversations.ts';
import { AppError } from '#shared/errors.ts';

let world: ConversationsWorld;
beforeEach(() => {
  world = openConversations();
});
afterEach(() => world.close());

const codeOf = async (run: () => unknown): Promise<string> => {
  try {
    await run();
    return 'none';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};

describe('conversations', () => {
  it('are called session_YYYYMMDD_HHMMSS_<6 random> [S2-15]', () => {
    const { conversationId } = world.service.create({ projectId });
    expect(conversationId).toMatch(/^session_20240115_123456_[0-9a-z]{6}$/);
  });

  it('keep what is said in order, over a restart [S4-04]', async () => {
    const { conversationId } = world.service.create({ projectId });
    await round(world.service, conversationId, '阿宁是谁？', '渡口的摆渡人。');
    const { messages, messageCount, turnId } = world.another().get(conversationId);
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', '阿宁是谁？'],
      ['assistant', '渡口的摆渡人。'],
    ]);
    expect({ messageCount, turnId }).toEqual({ messageCount: 2, turnId: null });
    const later = world.service.get(conversationId, messages[0]?.messageId);
    expect(later.messages.map(({ content }) => content)).toEqual(['渡口的摆渡人。']);
  });

  it('take their title from the first question, whole characters only, and keep a given one [S4-04]', async () => {
    const family = '👨‍👩‍👧‍👦';
    const untitled = world.service.create({ projectId });
    await round(world.service, untitled.conversationId, `\n\n${family.repeat(40)}\n第二行`, '好');
    expect(world.service.info(untitled.conversationId).title).toBe(`${family.repeat(3)}…`);
    await round(world.service, untitled.conversationId, '另一问', '好');
    expect(world.service.info(untitled.conversationId).title).toContain(family);
    const titled = world.service.create({ projectId, title: '第三章的伏笔' });
    await round(world.service, titled.conversationId, '问', '答');
    expect(world.service.info(titled.conversationId).title).toBe('第三章的伏笔');
  });

  it('are listed newest first, and found by title and by what was said, in Chinese too [S4-04]', async () => {
    const first = world.service.create({ projectId, title: '渡口' });
    const second = world.service.create({ projectId, title: 'Winter 100%' });
    world.service.create({ projectId: 'project-2', title: '渡口，别的书' });
    await round(
      world.service,
      second.conversationId,
      '雪夜里谁敲了门？',
      '是沈砚，他带着半块玉佩。',
    );
    await round(world.service, first.conversationId, '船呢', '沉了');
    const ids = (query?: string) =>
      world.service.list(projectId, query).map(({ conversationId }) => conversationId);
    expect(ids()).toEqual([first.conversationId, second.conversationId]);
    expect(ids('渡口')).toEqual([first.conversationId]);
    expect(ids('100%')).toEqual([second.conversationId]);
    expect(ids('%')).toEqual([second.conversationId]);
    expect(ids('_')).toEqual([]);
    const [hit] = world.service.list(projectId, '半块玉佩');
    expect(hit).toMatchObject({
      conversationId: second.conversationId,
      excerpt: '是沈砚，他带着半块玉佩。',
    });
  });

  it('are renamed, and deleted with their context files [S4-04]', async () => {
    const { conversationId } = world.service.create({ projectId });
    const ref = await world.service.attach({ conversationId, name: '人物表.txt', text: '阿宁' });
    expect(ref).toMatchObject({ kind: 'artifact', hint: '人物表.txt' });
    expect(world.service.rename(conversationId, '新名').title).toBe('新名');
    expect(existsSync(join(world.context, conversationId))).toBe(true);
    await world.service.remove(conversationId);
    expect(existsSync(join(world.context, conversationId))).toBe(false);
    expect(await codeOf(() => world.service.get(conversationId))).toBe('CONVERSATION_NOT_FOUND');
    const rows = world.database.prepare('SELECT COUNT(*) FROM conversation_messages').pluck();
    expect(rows.get()).toBe(0);
  });

  it('go with their project and leave those of others [S3-41]', async () => {
    const mine = world.service.create({ projectId });
    const other = world.service.create({ projectId: 'project-2' });
    await round(world.service, mine.conversationId, '问', '答');
    await round(world.service, other.conversationId, '问', '答');
    world.service.forgetProject(projectId);
    expect(world.service.list(projectId)).toEqual([]);
    expect(world.service.get(other.conversationId).messages).toHaveLength(2);
  });

  it('know no message and no attachment of another conversation [S3-41]', async () => {
    const mine = world.service.create({ projectId });
    const other = world.service.create({ projectId: 'project-2' });
    await round(world.service, other.conversationId, '秘密', '答');
    const theirs = world.service.get(other.conversationId).messages[0]?.messageId ?? '';
    const { id } = await world.service.attach({ ...other, name: '密.txt', text: '密' });
    const { conversationId } = mine;
    expect(await codeOf(() => world.service.original(conversationId, theirs))).toBe(
      'MESSAGE_NOT_FOUND',
    );
    expect(await codeOf(() => world.service.offload(conversationId, theirs))).toBe(
      'MESSAGE_NOT_FOUND',
    );
    expect(await codeOf(() => world.service.get(conversationId, theirs))).toBe('MESSAGE_NOT_FOUND');
    expect(
      await codeOf(() => world.service.begin({ conversationId, text: '看', attachments: [id] })),
    ).toBe('CONTEXT_FILE_NOT_FOUND');
    expect(world.service.get(conversationId).messages).toEqual([]);
  });

  it('are exported with the originals and with what tools were asked [S2-18]', async () => {
    mkdirSync(join(world.root, 'x'), { recursive: true });
    const { conversationId } = world.service.create({ projectId, title: '船/夜' });
    const turn = await world.service.begin({ conversationId, text: '读 @"x"' });
    const text = ['```', ...Array.from({ length: 700 }, (_, line) => `第${line}行`)].join('\n');
    await act(turn, call('c1', 'Read', { path: '第一章.md' }), readResult('第一章.md', text));
    turn.finish('读完了。', usage());
    const exported = world.service.exportText(conversationId);
    expect(exported.fileName).toBe('船／夜.md');
    expect(exported.text).toContain('第699行');
    expect(exported.text).toContain('调用 **Read**');
    expect(exported.text).toContain('"path": "第一章.md"');
    expect(exported.text).toContain('读完了。');
    // The result has a fence of three: its own block has one of four.
    expect(exported.text).toContain('````text\n');
  });

  it('tell every change [S4-04]', async () => {
    const { conversationId } = world.service.create({ projectId });
    world.events.length = 0;
    const turn = await world.service.begin({ conversationId, text: '问' });
    await act(turn, call('c1'), readResult('a.md', '一'));
    turn.setTodos([{ content: '查', status: 'pending' }]);
    turn.finish('答', usage());
    expect(world.events).toEqual(
      Array.from({ length: 5 }, () => ({
        name: 'conversation:changed',
        payload: { projectId, conversationId },
      })),
    );
  });

  it('refuse a second turn and empty words [S4-04]', async () => {
    const { conversationId } = world.service.create({ projectId });
    const turn = await world.service.begin({ conversationId, text: '问' });
    expect(await codeOf(() => world.service.begin({ conversationId, text: '再问' }))).toBe(
      'CONVERSATION_BUSY',
    );
    expect(await codeOf(() => world.service.resume(conversationId))).toBe('CONVERSATION_BUSY');
    await promptOf(turn);
    turn.finish('答', usage());
    expect(await codeOf(() => world.service.begin({ conversationId, text: ' \n\u3000' }))).toBe(
      'CONVERSATION_TEXT_EMPTY',
    );
    expect(await codeOf(() => world.service.resume(conversationId))).toBe(
      'CONVERSATION_NOTHING_TO_RESUME',
    );
    expect(await codeOf(() => turn.addNote('x'))).toBe('RUN_INTERRUPTED');
  });
});

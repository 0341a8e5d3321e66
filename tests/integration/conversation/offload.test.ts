import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import type { Turn } from '#main/assistant/conversation/service.ts';
import {
  act,
  call,
  type ConversationsWorld,
  count,
  openConversations,
  projectId,
  promptOf,
  readResult,
  usage,
  big,
  readNumbered,
  placeholderOf,
  contentAt,
} from '#tests/helpers/conversations.ts';

let world: ConversationsWorld;
let conversationId: string;
let turn: Turn;
beforeEach(async () => {
  world = openConversations();
  ({ conversationId } = world.service.create({ projectId }));
  turn = await world.service.begin({ conversationId, text: '读四个文件' });
});
afterEach(() => world.close());

const read = (number: number, text?: string) => readNumbered(turn, number, text);
const results = async (ephemeral: number | null = 2): Promise<string[]> =>
  (await promptOf(turn, ephemeral)).scratchpad
    .filter(({ kind }) => kind === 'result')
    .map(({ text }) => text);
const placeholder = (path: string) => placeholderOf(conversationId, path);
const removed = (path: string): string =>
  `<removed to save context>\nPath: context://${conversationId}/${path}\nUse Read tool to view details.`;
const fileText = (path: string): string =>
  readFileSync(join(world.context, conversationId, path), 'utf8');
const readPath = (path: string) => contentAt(world, conversationId, path);
const message = (messageId: string) =>
  world.service.get(conversationId).messages.find((item) => item.messageId === messageId);

describe('ephemeral outputs', () => {
  it('leave the prompt before the call after the third and the fourth read, and come back [S2-16 S2-17]', async () => {
    const first = await read(1);
    expect(await results()).toHaveLength(1);
    const second = await read(2);
    expect((await results()).some((text) => text.startsWith('[Content'))).toBe(false);
    await read(3);
    const path = (number: number) => `tool_result/Read/call_${number}.json`;
    const third = await results();
    expect(third[0]).toBe(placeholder(path(1)));
    expect(third[1]).toContain('文件2的内容');
    await read(4);
    const fourth = await results();
    expect(fourth.slice(0, 2)).toEqual([placeholder(path(1)), placeholder(path(2))]);
    expect(fourth[2]).toContain('文件3的内容');
    expect(fourth[3]).toContain('文件4的内容');
    for (const [id, number] of [
      [first, 1],
      [second, 2],
    ] as const) {
      expect(message(id)).toMatchObject({
        content: placeholder(path(number)),
        hasOriginal: true,
        metadata: {
          destroyed: true,
          offloaded: true,
          offload_path: `context://${conversationId}/${path(number)}`,
        },
      });
      expect(world.service.original(conversationId, id)).toContain(`文件${number}的内容`);
    }
    await world.service.restore(conversationId, first);
    const restored = await results();
    expect(restored[0]).toContain('文件1的内容');
    expect(restored[1]).toBe(placeholder(path(2)));
    expect(message(first)?.metadata.destroyed).toBeUndefined();
  });

  it('are kept as records with exactly these members, and an index beside them [S2-04 S2-05]', async () => {
    for (const number of [1, 2, 3]) await read(number);
    await results();
    const record = JSON.parse(fileText('tool_result/Read/call_1.json'));
    expect(Object.keys(record)).toEqual([
      'schema_version',
      'item_id',
      'item_type',
      'offloaded_at',
      'metadata',
      'content',
    ]);
    expect(record).toMatchObject({
      schema_version: '1.0',
      item_type: 'tool_result',
      metadata: { tool_name: 'Read' },
      content: readResult('', big('文件1')).text,
    });
    expect(Math.abs(record.offloaded_at - world.time.now / 1000)).toBeLessThan(2);
    expect(record.metadata.summary).toMatch(/^1 文件1的内容，.*…$/);
    const index = JSON.parse(fileText('catalog/index.json'));
    expect(index.items).toMatchObject([
      { item_id: record.item_id, path: 'tool_result/Read/call_1.json', restored_at: null },
    ]);
    await world.service.restore(conversationId, record.item_id);
    expect(JSON.parse(fileText('catalog/index.json')).items[0].restored_at).toBeGreaterThan(0);
  });

  it('below the threshold leave no file, and their original stays readable [S2-08]', async () => {
    const first = await read(1, '短');
    await read(2, '短');
    const prompt = await results(1);
    expect(prompt[0]).toBe(removed('tool_result/Read/call_1.txt'));
    expect(existsSync(join(world.context, conversationId, 'tool_result'))).toBe(false);
    expect(await readPath('tool_result/Read/call_1.txt')).toBe('1\t短');
    expect(world.service.original(conversationId, first)).toBe('1\t短');
    expect(message(first)?.metadata).toMatchObject({ destroyed: true });
    expect(message(first)?.metadata.offloaded).toBeUndefined();
  });

  it('go to no file at all when offloading is switched off [S2-01 S2-13]', async () => {
    world.settings.assistant.offload = false;
    for (const number of [1, 2]) await read(number);
    expect((await results(1))[0]).toBe(removed('tool_result/Read/call_1.txt'));
    expect(await readPath('tool_result/Read/call_1.txt')).toContain('文件1的内容');
  });

  it('stay until a model has seen them, however many came at once [S2-08]', async () => {
    turn.addStep({
      text: '',
      thought: '',
      calls: [1, 2, 3].map((number) => call(`call_${number}`)),
      usage: usage(),
    });
    await Promise.all(
      [1, 2, 3].map((number) =>
        turn.addResult(call(`call_${number}`), readResult('a.md', big(`文件${number}`))),
      ),
    );
    const seen = await results(0);
    expect(seen.every((text) => text.includes('的内容'))).toBe(true);
    turn.addStep({ text: '想', thought: '想', calls: [], usage: usage() });
    const after = await results(0);
    expect(new Set(after)).toEqual(
      new Set([1, 2, 3].map((number) => placeholder(`tool_result/Read/call_${number}.json`))),
    );
  });

  it('stay when the answer to them broke off and the turn goes on [S2-08]', async () => {
    await read(1);
    turn.abort(new AppError('CANCELLED', 'stopped'), '看了，');
    turn = world.service.resume(conversationId);
    const [result] = await results(0);
    expect(result).toContain(big('文件1'));
    expect(await turn.evictOldest(count)).toBe(false);
    await read(2);
    expect((await results(0))[0]).toBe(placeholder('tool_result/Read/call_1.json'));
  });

  it('never share a file, even when a server repeats the ids of its calls [S2-08]', async () => {
    const ids = [];
    for (const number of [1, 2, 3]) {
      ids.push(await act(turn, call('call_0'), readResult('a.md', big(`文件${number}`))));
    }
    await results(1);
    expect(fileText('tool_result/Read/call_0.json')).toContain('文件1的内容');
    expect(fileText(`tool_result/Read/call_0-${ids[1]}.json`)).toContain('文件2的内容');
  });

  it('stay when their file cannot be written [S2-07]', async () => {
    const broken = world.another({
      files: {
        ...world.files,
        create: () => Promise.reject(new AppError('DISK_FULL', 'full')),
      },
    });
    turn.abort(new AppError('CANCELLED', 'stop'), '');
    turn = await broken.begin({ conversationId, text: '再来' });
    const first = await read(1);
    await read(2);
    expect((await results(1))[0]).toContain('文件1的内容');
    expect(message(first)?.metadata.destroyed).toBeUndefined();
    expect(world.logs.at(-1)).toMatchObject({ level: 'warn', fields: { code: 'DISK_FULL' } });
  });

  it('that were read from a context file are not offloaded again [S2-08]', async () => {
    await read(1);
    await read(2);
    await results(1);
    const path = 'tool_result/Read/call_1.json';
    const address = `context://${conversationId}/${path}`;
    const ref = await world.files.findByPath(conversationId, path);
    await act(turn, call('again', 'Read', { path: address }), readResult(address, big('文件1')));
    const paged = { status: 'success' as const, text: big('页'), data: { content: big('页') } };
    await act(turn, call('page', 'context_read', { id: ref?.id ?? '' }), {
      ...paged,
      contextRefs: [ref?.id ?? ''],
    });
    await read(3);
    const texts = await results(0);
    expect(texts.filter((text) => text === removed(path))).toHaveLength(2);
    for (const stem of ['tool_result/Read/again', 'tool_result/context_read/page']) {
      expect(await world.files.findByPath(conversationId, `${stem}.json`)).toBeNull();
      expect(await world.files.findByPath(conversationId, `${stem}.txt`)).toBeNull();
    }
  });

  it('that are references already get no record of their own [S2-08]', async () => {
    world.settings.assistant.offloadTokens = 1;
    const ref = await world.files.create(conversationId, {
      kind: 'artifact',
      hint: 'Output of Bash',
      source: { type: 'bash', id: 'b' },
      content: '很长',
      name: { for: 'tool', callId: 'b' },
    });
    await act(turn, call('b', 'Bash', { command: 'ls' }), {
      status: 'success',
      text: `开头\n\n[Bash output in context: ${ref.id}] (14.1KB)\n\nExit Code: 0`,
      data: {
        command: 'ls',
        exitCode: 0,
        stdout: '',
        stderr: '',
        contextId: ref.id,
        bytes: 14_438,
      },
      contextRefs: [ref.id],
    });
    await read(1);
    const [bash] = await results(0);
    expect(bash).toBe(removed('tool_result/Bash/b.txt'));
    expect(existsSync(join(world.context, conversationId, 'tool_result/Bash/b.json'))).toBe(false);
  });

  it('follow the writer’s own number for every tool [S2-03]', async () => {
    for (const number of [1, 2, 3]) await read(number);
    world.settings.ephemeralKeepRecent = 3;
    expect((await results(0)).some((text) => text.startsWith('['))).toBe(false);
    world.settings.ephemeralKeepRecent = 1;
    expect((await results(5)).filter((text) => text.startsWith('[')).length).toBe(2);
  });

  it('keep their placeholder in history [S2-14]', async () => {
    for (const number of [1, 2]) await read(number);
    await results(1);
    turn.finish('好', usage());
    turn = await world.service.begin({ conversationId, text: '然后' });
    const { history } = await promptOf(turn, 1);
    expect(history.filter(({ kind }) => kind === 'result').map(({ text }) => text)[0]).toBe(
      placeholder('tool_result/Read/call_1.json'),
    );
  });
});

describe('relief from token pressure', () => {
  it('takes long results a model has seen, then long questions, never answers [S2-09]', async () => {
    turn.finish('答'.repeat(3000), usage(9000));
    turn = await world.service.begin({ conversationId, text: `${'旧'.repeat(3000)}？` });
    turn.finish('好', usage(9000));
    turn = await world.service.begin({ conversationId, text: `${'新'.repeat(3000)}？` });
    const seen = await read(1);
    await read(2, '短');
    const unseen = await read(3);
    const offloaded = () =>
      world.service
        .get(conversationId)
        .messages.filter(({ metadata }) => metadata.offloaded)
        .map(({ content }) => content);
    const before = turn.lastInputTokens;
    expect(await turn.evictOldest(count)).toBe(true);
    expect(offloaded()).toEqual([placeholder('tool_result/Read/call_1.json')]);
    expect(message(seen)?.metadata.offloaded).toBe(true);
    expect(turn.lastInputTokens).toBeLessThan(before);

    expect(await turn.evictOldest(count)).toBe(true);
    const prompt = await promptOf(turn);
    const old = prompt.history.find(({ text }) => text.includes('user_message/'));
    expect(old?.text).toMatch(
      /^\[Content offloaded\]\nPath: \S+\nUse Read tool to view details\.$/,
    );
    // What is being asked keeps its beginning.
    expect(prompt.question.text).toMatch(/^新{800}\n\n\[Content offloaded\]\nPath: /);
    expect(JSON.parse(fileText(`user_message/${prompt.question.messageId}.json`))).toMatchObject({
      item_type: 'user_message',
      content: `${'新'.repeat(3000)}？`,
    });
    expect(prompt.history.some(({ text }) => text === '答'.repeat(3000))).toBe(true);

    expect(await turn.evictOldest(count)).toBe(false);
    expect(message(unseen)?.metadata.offloaded).toBeUndefined();
  });

  it('points at the file that a result was read from instead of writing it once more [S2-08]', async () => {
    await read(1);
    await read(2);
    await results(1);
    const path = 'tool_result/Read/call_1.json';
    const address = `context://${conversationId}/${path}`;
    await act(turn, call('again', 'Read', { path: address }), readResult(address, big('文件1')));
    await read(3);
    expect(await turn.evictOldest(count)).toBe(true);
    expect((await promptOf(turn)).scratchpad).toContainEqual(
      expect.objectContaining({ callId: 'again', text: removed(path) }),
    );
    expect(await world.files.findByPath(conversationId, 'tool_result/Read/again.json')).toBeNull();
    expect(message(await read(4))?.metadata.destroyed).toBeUndefined();
  });

  it('takes results of an earlier turn that broke off before a model saw them [S2-09]', async () => {
    const unseen = await read(1);
    turn.abort(new AppError('MODEL_PROMPT_TOO_LONG', 'too long'), '');
    turn = await world.service.begin({ conversationId, text: '换个问题' });
    expect(await turn.evictOldest(count)).toBe(true);
    expect(message(unseen)?.content).toBe(placeholder('tool_result/Read/call_1.json'));
  });

  it('takes shorter ones where the caller has nothing else left [S2-09]', async () => {
    const short = await read(1, '短'.repeat(300));
    await read(2);
    expect(await turn.evictOldest(count)).toBe(false);
    expect(await turn.evictOldest(count, 200)).toBe(true);
    expect(message(short)?.content).toBe(removed('tool_result/Read/call_1.txt'));
    expect(await turn.evictOldest(count, 200)).toBe(false);
  });

  it('happens fully or not at all [S2-11]', async () => {
    let left = 1;
    const failing = world.another({
      files: {
        ...world.files,
        create: (...args) => {
          left -= 1;
          return left < 0
            ? Promise.reject(new AppError('CONTEXT_FILE_QUOTA', 'full'))
            : world.files.create(...args);
        },
      },
    });
    turn.abort(new AppError('CANCELLED', 'stop'), '');
    turn = await failing.begin({ conversationId, text: '再来' });
    for (const number of [1, 2, 3]) await read(number);
    const before = (await promptOf(turn)).scratchpad;
    expect(await turn.evictOldest(count)).toBe(false);
    expect((await promptOf(turn)).scratchpad).toEqual(before);
    expect(await world.files.findByPath(conversationId, 'tool_result/Read/call_1.json')).toBeNull();
  });
});

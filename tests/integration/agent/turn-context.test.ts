import { rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Input } from '#shared/contract/index.ts';
import {
  answered,
  brokeOff,
  type ConversationWorld,
  createConversationWorld,
} from '#tests/helpers/conversation-world.ts';
import { scripted, wordsOf } from '#tests/helpers/scripted-steps.ts';

let world: ConversationWorld;
beforeEach(async () => {
  world = await createConversationWorld();
});
afterEach(() => world.close());

const connect = (change: Partial<Input<'ai:models:save'>> = {}) =>
  world.connect({ toolProtocol: 'native', contextWindow: 64_000, ...change });
const write = (name: string, text: string): void => {
  writeFileSync(join(world.test.folder, 'book', name), text);
};

it('keeps the last two readings of four, and gives the others back whole [S2-16]', async () => {
  await connect();
  const { server, test, conversationId } = world;
  await test.call('settings:update', { ephemeralKeepRecent: 2 });
  const long = Array.from({ length: 240 }, (_, line) => `第${line}行：雪落在渡口。`).join('\n');
  write('甲.log', `甲的开头\n${long}\n甲的结尾`);
  write('乙.log', '乙很短');
  write('丙.log', '丙很短');
  write('丁.log', '丁很短');
  server.script(
    ...['甲', '乙', '丙', '丁'].map((name) =>
      scripted('native', { calls: [['Read', { path: `${name}.log` }]] }),
    ),
    scripted('native', { answer: '读完了' }),
  );
  answered(await world.ask('读四个文件'));
  const requests = server.calls.map(wordsOf);
  // Before the call after the third reading the first goes, after the fourth the second.
  expect(requests.map((words) => words.includes('甲的结尾'))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
  expect(requests.map((words) => words.includes('乙很短'))).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
  expect(requests[4]).toContain('丙很短');
  expect(requests[4]).toContain('丁很短');

  const results = (await world.messages()).filter(({ role }) => role === 'tool');
  expect(results.map(({ metadata }) => metadata.destroyed ?? false)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const [first, second] = results;
  // Above the threshold a record that Read opens, below it a reference in the placeholder.
  const pathIn = (content: string | undefined): string =>
    /\nPath: (context:\/\/\S+)\nUse Read tool to view details\.$/u.exec(content ?? '')?.[1] ?? '';
  expect(first?.content).toMatch(/^\[Content offloaded\]\n/u);
  expect(pathIn(first?.content)).toMatch(
    new RegExp(`^context://${conversationId}/tool_result/Read/\\w+\\.json$`, 'u'),
  );
  expect(second?.content).toMatch(/^<removed to save context>\n/u);
  for (const [index, whole] of [
    [0, '甲的结尾'],
    [1, '乙很短'],
  ] as const) {
    const { content } = await test.call('conversation:original', {
      conversationId,
      messageId: results[index]?.messageId ?? '',
    });
    expect(content).toContain(whole);
  }

  // The model follows its own placeholders.
  server.script(
    ...[first, second].map((placeholder) =>
      scripted('native', { calls: [['Read', { path: pathIn(placeholder?.content) }]] }),
    ),
    scripted('native', { answer: '又读了' }),
  );
  answered(await world.ask('再看看前两个'));
  const last = wordsOf(server.calls.at(-1));
  expect(last).toContain('甲的开头');
  expect(last).toContain('乙很短');
});

const references = /\[Bash output in context: ([\w-]{5,})\] \((\d+\.\dKB)\)/u;

/** A command whose output is too long for the conversation, and the reference that stands for it. */
const withBigOutput = async (command: string): Promise<string> => {
  await connect();
  await world.test.call('settings:update', { tools: { bash: 'allow' } });
  world.server.script(
    scripted('native', { calls: [['Bash', { command }]] }),
    scripted('native', { answer: '跑完了' }),
  );
  answered(await world.ask('跑一下'));
  const shown = wordsOf(world.server.calls[1]);
  const id = references.exec(shown)?.[1];
  if (id === undefined) throw new Error(`no reference in ${shown.slice(-1000)}`);
  return id;
};

it('a model that sees a reference looks at the end of the file [S1-17]', async () => {
  const id = await withBigOutput('seq 1 4000; printf "the %s\\n" "end was here"');
  const { server } = world;
  expect(wordsOf(server.calls[1])).not.toContain('the end was');
  server.script(
    scripted('native', { calls: [['context_tail', { id, lines: 20 }]] }),
    scripted('native', { answer: '到头了' }),
  );
  answered(await world.ask('最后怎么样'));
  const seen = wordsOf(server.calls.at(-1));
  expect(seen).toContain('the end was');
  expect(seen).toContain('3982\n');
  expect(seen).not.toContain('3900\n');
});

it('a model that sees a reference searches the file [S1-17]', async () => {
  const id = await withBigOutput('seq 1 2000; echo "error: no such line"; seq 2001 4000');
  const { server } = world;
  server.script(
    scripted('native', { calls: [['context_grep', { id, pattern: 'error' }]] }),
    scripted('native', { answer: '找到了' }),
  );
  answered(await world.ask('有错误吗'));
  const seen = wordsOf(server.calls.at(-1));
  expect(seen).toContain('error: no such line');
  expect(seen).toContain('2001');
});

it('a model that sees a reference reads the file page by page [S1-17]', async () => {
  const id = await withBigOutput('seq 1 4000');
  const { server } = world;
  const offsets: number[] = [];
  server.script((call) => {
    const next = [...wordsOf(call).matchAll(/nextOffset[^\d]{1,6}(\d+)/gu)].at(-1)?.[1];
    const isDone =
      offsets.length > 0 && (next === undefined || Number(next) <= (offsets.at(-1) ?? 0));
    if (isDone || offsets.length > 5) return scripted('native', { answer: '读完了' });
    const offset = Number(next ?? 0);
    offsets.push(offset);
    return scripted('native', { calls: [['context_read', { id, offset, limit: 8192 }]] });
  });
  answered(await world.ask('都读一遍'));
  // 18,893 bytes in pages of 8,192.
  expect(offsets).toHaveLength(3);
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
  expect(wordsOf(server.calls.at(-1))).toContain('\n4000');
  const { items } = await world.test.call('context-files:list', {
    conversationId: world.conversationId,
  });
  const file = items.find((item) => item.id === id);
  expect(file?.referredBy?.length).toBeGreaterThan(0);
});

/** Rounds that were answered, each with a reading in it. */
const converse = async (rounds: number): Promise<void> => {
  for (let round = 1; round <= rounds; round += 1) {
    world.server.script(
      scripted('native', { calls: [['Read', { path: '01.md' }]] }),
      scripted('native', { answer: `第${round}轮的回答` }),
    );
    answered(await world.ask(`第${round}轮的问题`));
  }
};

const summary =
  '## 📌 Archived Session Summary\n*(Contains context from [a] to [b])*\n\n### 🎯 Objectives & Status\n* **Original Goal**: 归纳的目标\n\n### 🏗️ Technical Context (Static)\n* 无\n\n### ✅ Completed Milestones (The "Done" Pile)\n* 无\n\n### 🧠 Key Insights & Decisions (Persistent Memory)\n* 无\n\n### 📂 File System State (Snapshot)\n* 无';
const isSummary = (call: Parameters<typeof wordsOf>[0]): boolean =>
  !JSON.stringify(call?.body.tools ?? null).includes('Read');

it('a conversation near its window is summarised first, and says so [S4-20/21/31 F16]', async () => {
  await connect();
  const { server, test } = world;
  await test.call('settings:update', { assistant: { keepRounds: 1 } });
  await converse(3);
  server.script(scripted('native', { answer: '近了' }, { usage: { input: 60_000, output: 10 } }));
  answered(await world.ask('第4轮的问题'));
  const before = await test.call('conversation:forecast', {
    conversationId: world.conversationId,
    text: '第5轮的问题',
  });
  expect(before.willCompact).toBe(true);

  server.script((call) =>
    isSummary(call) ? { pieces: [summary] } : scripted('native', { answer: '第5轮的回答' }),
  );
  answered(await world.ask('第5轮的问题'));
  expect(world.all('conversation:compaction').map(({ state }) => state)).toEqual(
    expect.arrayContaining(['started', 'progress', 'done']),
  );
  const sent = wordsOf(server.calls.at(-1));
  expect(sent).toContain('归纳的目标');
  expect(sent).not.toContain('第1轮的回答');
  expect(sent).toContain('第5轮的问题');
  const messages = await world.messages();
  const made = messages.find(({ role }) => role === 'system');
  expect(made?.content).toContain('## 📌 Archived Session Summary');
  const archived = messages.filter(({ archivedBy }) => archivedBy === made?.messageId);
  expect(archived.length).toBeGreaterThan(8);
  // What was archived is a file that can be read.
  const { items } = await test.call('context-files:list', {
    conversationId: world.conversationId,
    kind: 'history',
  });
  const refs = items.filter(({ id }) => made?.contextRefs.includes(id));
  expect(refs.length).toBeGreaterThan(0);
});

it('the model of settings writes summaries, and the chosen one when that is gone [S4-21]', async () => {
  await connect({ id: 'writer', model: 'gpt-4o-mini' });
  await connect();
  const { server, test, conversationId } = world;
  await test.call('ai:models:select', { id: 'scripted' });
  await test.call('settings:update', { assistant: { keepRounds: 1, summaryProfileId: 'writer' } });
  const compact = async (): Promise<unknown> => {
    await converse(2);
    server.script({ pieces: [summary] });
    const { archived, summaryMessageId } = await test.call('conversation:compact', {
      conversationId,
    });
    expect(archived).toBeGreaterThan(0);
    expect(summaryMessageId).not.toBeNull();
    return server.calls.at(-1)?.body.model;
  };
  expect(await compact()).toBe('gpt-4o-mini');
  await test.call('ai:models:remove', { id: 'writer' });
  expect(await compact()).toBe('gpt-4o');
});

it('a prompt that the provider finds too long is summarised once and sent again [S4-20]', async () => {
  await connect();
  const { server, test } = world;
  await test.call('settings:update', { assistant: { keepRounds: 1 } });
  await converse(3);
  let refusals = 0;
  server.script((call) => {
    if (isSummary(call)) return { pieces: [summary] };
    if (refusals > 0) return scripted('native', { answer: '好了' });
    refusals += 1;
    const message = "This model's maximum context length is 8192 tokens";
    return { status: 400, body: JSON.stringify({ error: { message } }) };
  });
  expect(answered(await world.ask('继续')).text).toBe('好了');
  expect(wordsOf(server.calls.at(-1))).toContain('归纳的目标');
});

it('a prompt that stays too long fails with its code, and nothing is lost [S4-20]', async () => {
  await connect();
  const { server } = world;
  const body = JSON.stringify({ error: { message: 'prompt is too long' } });
  server.script({ status: 400, body });
  const end = await world.ask('继续');
  expect(end).toMatchObject({ payload: { error: { code: 'MODEL_PROMPT_TOO_LONG' } } });
  expect((await world.messages())[0]?.content).toBe('继续');
});

it('a prompt beyond the window is relieved of old outputs before it is sent [S2-09]', async () => {
  await connect({ contextWindow: 20_000 });
  const { server } = world;
  const long = Array.from({ length: 400 }, (_, line) => `第${line}行：雪落在渡口，船没有来。`).join(
    '\n',
  );
  for (const name of ['甲', '乙', '丙', '丁']) write(`${name}.log`, long.replaceAll('雪', name));
  server.script(
    ...['甲', '乙', '丙', '丁'].map((name) =>
      scripted('native', { calls: [['Read', { path: `${name}.log` }]] }),
    ),
    scripted('native', { answer: '读完了' }),
  );
  answered(await world.ask('读四个文件'));
  const last = wordsOf(server.calls.at(-1));
  expect(last).toContain('[Content offloaded]');
  expect(last).toContain('第239行：丁落在渡口');
});

it('a small window never leaves the writer without an answer, and nothing is lost [S2-09 S4-20]', async () => {
  await connect({ contextWindow: 10_000, maxOutput: 1000 });
  const { server, test, conversationId } = world;
  const lines = '他走过了一条街。\n\n'.repeat(160);
  for (const name of ['甲.log', '乙.log']) write(name, lines);
  for (let number = 0; number < 8; number += 1) {
    server.script(
      scripted('native', { calls: [['Read', { path: '甲.log' }]] }),
      scripted('native', { calls: [['Read', { path: '乙.log', offset: 100 }]] }),
      scripted('native', { answer: `答${number}` }),
    );
    expect(answered(await world.ask(`问${number}`)).text).toBe(`答${number}`);
  }
  const results = (await world.messages()).filter(({ role }) => role === 'tool');
  for (const { messageId } of results) {
    const { content } = await test.call('conversation:original', { conversationId, messageId });
    expect(content).toContain('他走过了一条街。');
  }
});

it('CODE_LAW.md is read for every call, in any letter case [S4-02/28]', async () => {
  await connect();
  const { server } = world;
  server.script(scripted('native', { answer: '好' }));
  answered(await world.ask('一'));
  write('code_law.md', '叙述只用过去时。');
  answered(await world.ask('二'));
  write('code_law.md', '叙述只用现在时。');
  answered(await world.ask('三'));
  const instructionTexts = server.calls.map((call) => /叙述只用(..)时/u.exec(wordsOf(call))?.[1]);
  expect(instructionTexts).toEqual([undefined, '过去', '现在']);
  expect(JSON.stringify(await world.messages())).not.toContain('叙述只用');
});

it('CODE_LAW.md that the system does not give out is not taken for none: no model is asked [S4-02 S4-28]', async () => {
  await connect();
  const { server } = world;
  server.script(scripted('native', { answer: '好' }));
  // A link that leads to itself: nobody may read it, the administrator of a machine included.
  symlinkSync('CODE_LAW.md', join(world.test.folder, 'book', 'CODE_LAW.md'));
  const refused = brokeOff(await world.ask('一'));
  expect(refused.code).toBe('INSTRUCTIONS_UNREADABLE');
  expect(server.calls).toEqual([]);
  rmSync(join(world.test.folder, 'book', 'CODE_LAW.md'));
  write('CODE_LAW.md', '不写血。\n');
  answered(await world.ask('二'));
  expect(wordsOf(server.calls[0])).toContain('不写血。');
});

it('CODE_LAW.md in which git left two versions of a rule is sent to no model, and the turn says which file it is [S4-02 B4 B11]', async () => {
  await connect();
  const { server } = world;
  server.script(scripted('native', { answer: '好' }));
  write('CODE_LAW.md', '<<<<<<< HEAD\n不写血。\n=======\n可以写血。\n>>>>>>> draft\n');
  expect(brokeOff(await world.ask('一')).code).toBe('INSTRUCTIONS_UNMERGED');
  expect(server.calls).toEqual([]);
  write('CODE_LAW.md', '不写血。\n');
  answered(await world.ask('二'));
  expect(wordsOf(server.calls[0])).toContain('不写血。');
});

it('@files remind the model to read them [S4-23/31]', async () => {
  await connect();
  const { server } = world;
  server.script(scripted('native', { answer: '好' }));
  answered(await world.ask('比较 @01.md 和 @没有.md，还有 @"02.md"。'));
  const sent = wordsOf(server.calls[0]);
  expect(sent).toContain('<system-reminder>\nThe user mentioned @01.md');
  expect(sent).toContain('@02.md');
  expect(sent).not.toContain('mentioned @没有.md');
});

it('a file that changed between two readings is named as changed [S4-27/31]', async () => {
  await connect();
  const { server, test } = world;
  write('甲.log', '旧的');
  const reading = scripted('native', { calls: [['Read', { path: '甲.log' }]] });
  server.script(reading, scripted('native', { answer: '旧的' }));
  answered(await world.ask('读'));
  write('甲.log', '新的');
  utimesSync(join(test.folder, 'book', '甲.log'), new Date(), new Date(Date.now() + 5000));
  server.script(reading, scripted('native', { answer: '新的' }));
  answered(await world.ask('再读'));
  expect(wordsOf(server.calls.at(-1))).toContain('Note: 甲.log was modified externally.');
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Input } from '#shared/contract/index.ts';
import {
  answered,
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

it('a result that the window cannot hold keeps its beginning, and the rest is read page by page [S0-06]', async () => {
  await connect({ contextWindow: 10_000, maxOutput: 1000 });
  const { server, test, projectId, conversationId } = world;
  for (let number = 0; number < 100; number += 1) {
    const text = `第${number}条：${'不写雪，不写渡口的船，也不写守夜的人。'.repeat(6)}`;
    await test.call('constraints:create', { projectId, type: 'style', text });
  }
  const addressOf = (call: Parameters<typeof wordsOf>[0]) =>
    /Path: (context:\/\/\S+)/u.exec(wordsOf(call))?.[1];
  server.script(
    scripted('native', { calls: [['lookup_constraints', {}]] }),
    (call) =>
      scripted('native', { calls: [['Read', { path: addressOf(call) ?? '', offset: 30 }]] }),
    scripted('native', { answer: '读完了' }),
  );
  expect(answered(await world.ask('有哪些约束')).text).toBe('读完了');
  const preview = wordsOf(server.calls[1]);
  expect(preview).toContain('第0条：不写雪');
  expect(preview).toContain('Use Read tool to view details.');
  expect(preview).not.toContain('第20条：');
  expect(wordsOf(server.calls[2])).toContain('第29条：不写雪');
  const [result] = (await world.messages()).filter(({ role }) => role === 'tool');
  const messageId = result?.messageId ?? '';
  const { content } = await test.call('conversation:original', { conversationId, messageId });
  expect(content).toContain('第99条：');
});

it('results that together are too long lose the longest first, all that fits stays whole [S0-06]', async () => {
  await connect({ contextWindow: 12_000, maxOutput: 1000 });
  const { server } = world;
  const long = '他走过了一条街。\n'.repeat(300);
  for (const name of ['甲', '乙', '丙', '丁']) write(`${name}.log`, `${name}的开头\n${long}`);
  write('短.log', '短的全文');
  const names = ['甲', '乙', '短', '丙', '丁'];
  server.script(
    scripted('native', { calls: names.map((name) => ['Read', { path: `${name}.log` }]) }),
    scripted('native', { answer: '读完了' }),
  );
  expect(answered(await world.ask('读五个文件')).text).toBe('读完了');
  const words = wordsOf(server.calls.at(-1));
  for (const name of ['甲', '乙', '丙', '丁']) expect(words).toContain(`${name}的开头`);
  expect(words).toContain('短的全文');
  expect(words.match(/\[Content offloaded\]/gu)?.length).toBeGreaterThan(0);
});

it('a page of a context file that is too long names that very file [S0-06 S2-08]', async () => {
  await connect({ contextWindow: 64_000 });
  const { server, test, conversationId } = world;
  const text = '他走过了一条街。\n'.repeat(3000);
  const { id } = await test.call('conversation:attach', { conversationId, name: '街.txt', text });
  await connect({ contextWindow: 10_000, maxOutput: 1000 });
  server.script(
    scripted('native', { calls: [['context_read', { id, offset: 0, limit: 65_536 }]] }),
    scripted('native', { answer: '读完了' }),
  );
  const before = (await test.call('context-files:list', { conversationId })).items.length;
  expect(answered(await world.ask('读附件')).text).toBe('读完了');
  expect(wordsOf(server.calls.at(-1))).toContain(`Path: context://${conversationId}/`);
  expect((await test.call('context-files:list', { conversationId })).items).toHaveLength(before);
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import {
  answered,
  type ConversationWorld,
  createConversationWorld,
} from '#tests/helpers/conversation-world.ts';
import { scripted } from '#tests/helpers/scripted-steps.ts';

let world: ConversationWorld;
afterEach(() => world.close());

it('the files of a conversation go by the name the writer gave it [S1-20]', async () => {
  world = await createConversationWorld();
  const { conversationId, test } = world;
  await test.call('conversation:attach', { conversationId, name: '札记.md', text: '雪。' });
  const titles = async () =>
    (await test.call('context-files:conversations', {})).items.map(({ title }) => title);
  await test.call('conversation:rename', { conversationId, title: '钥匙的下落' });
  expect(await titles()).toEqual(['钥匙的下落']);
  await test.call('conversation:delete', { conversationId });
  expect(await titles()).toEqual([]);
});

it('the files of a conversation name the message they were made of, and what its tool was asked [F15 S1-20]', async () => {
  world = await createConversationWorld();
  const { conversationId, server, test } = world;
  await world.connect({ toolProtocol: 'native' });
  writeFileSync(join(test.folder, 'book', '潮.log'), '潮退了。\n');
  server.script(
    scripted('native', {
      calls: [
        ['Read', { path: '第一章.md' }],
        ['Read', { path: '潮.log', limit: 20 }],
      ],
    }),
    scripted('native', { answer: '子时涨潮。' }),
  );
  answered(await world.ask('潮在几时？'));
  const messages = await world.messages();
  const ofRole = (role: string) => messages.findLast((message) => message.role === role);
  const origins = async () =>
    (await test.call('context-files:list', { conversationId })).items.map(({ origin }) => origin);
  for (const role of ['tool', 'user', 'assistant']) {
    const messageId = ofRole(role)?.messageId ?? '';
    await test.call('conversation:offload', { conversationId, messageId });
  }
  const said = (role: string) => {
    const message = ofRole(role);
    return { messageId: message?.messageId, at: message?.createdAt, role };
  };
  const expected = [
    {
      ...said('tool'),
      beginning: '',
      call: { toolName: 'Read', input: { path: '潮.log' } },
    },
    { ...said('user'), beginning: '潮在几时？' },
    { ...said('assistant'), beginning: '子时涨潮。' },
  ];
  for (const origin of expected) expect(await origins()).toContainEqual(origin);
});

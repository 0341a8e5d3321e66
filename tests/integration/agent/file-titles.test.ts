import { afterEach, expect, it } from 'vitest';
import {
  type ConversationWorld,
  createConversationWorld,
} from '#tests/helpers/conversation-world.ts';

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

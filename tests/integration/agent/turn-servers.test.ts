import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import {
  answered,
  type ConversationWorld,
  createConversationWorld,
} from '#tests/helpers/conversation-world.ts';
import { scripted, wordsOf } from '#tests/helpers/scripted-steps.ts';

let world: ConversationWorld;
afterEach(() => world.close());

const program = fileURLToPath(
  new URL(
    '../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
    import.meta.url,
  ),
);

it('a server lends its tools after the writer let it run, and each call asks again', async () => {
  world = await createConversationWorld();
  const { server, test, conversationId } = world;
  await world.connect({ toolProtocol: 'native', contextWindow: 64_000 });
  await test.call('mcp:servers:save', {
    name: 'everything',
    enabled: true,
    transport: { kind: 'stdio', command: process.execPath, args: [program, 'stdio'], env: {} },
  });
  server.script(
    scripted('native', { calls: [['echo', { message: '渡口' }]] }),
    scripted('native', { answer: '说完了' }),
  );
  const { turnId } = await test.call('conversation:send', { conversationId, text: '让它说' });
  const first = await world.heard('conversation:permission');
  expect(first.tool).toBe('mcp:everything');
  expect(server.calls).toHaveLength(0);
  await test.call('conversation:permit', { requestId: first.requestId, decision: 'always' });
  const second = await world.heard(
    'conversation:permission',
    ({ requestId }) => requestId !== first.requestId,
  );
  expect(second).toMatchObject({ tool: 'echo', input: { message: '渡口' } });
  await test.call('conversation:permit', { requestId: second.requestId, decision: 'once' });
  expect(answered(await world.turnEnd(turnId)).text).toBe('说完了');
  expect(JSON.stringify(server.calls[0]?.body.tools)).toContain('"echo"');
  expect(wordsOf(server.calls[1])).toContain('Echo: 渡口');

  const refused = await world.open();
  await test.call('settings:update', { tools: { mcp: 'off' } });
  server.script(scripted('native', { answer: '没有' }));
  answered(await world.ask('再说', { conversationId: refused }));
  expect(JSON.stringify(server.calls.at(-1)?.body.tools)).not.toContain('"echo"');
});

import { afterEach, describe, expect, it } from 'vitest';
import {
  answered,
  type ConversationWorld,
  createConversationWorld,
} from '#tests/helpers/conversation-world.ts';
import { everythingProgram } from '#tests/helpers/mcp-servers.ts';
import { scripted } from '#tests/helpers/scripted-steps.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

let world: ConversationWorld;
afterEach(() => world.close());

const acting = /[^\P{Cc}\n\t\r]|[\u202a-\u202e\u2066-\u2069]/u;
const hostile = 'red\u001b[31m \u009b2J \u202eevil\u2066 ring\u0007';

/** Everything the model was sent and the page and the terminal are told, as they get it. */
const everythingSaid = async (): Promise<string> => {
  const sent = world.server.calls.map(({ body }) => body);
  const { conversationId, test } = world;
  const kept = await test.call('conversation:get', { conversationId });
  const { text: exported } = await test.call('conversation:export', { conversationId });
  const files = await test.call('context-files:list', { conversationId, limit: 50 });
  const pages = files.items.map(({ id }) =>
    test.call('context-files:read', { conversationId, id, offset: 0 }),
  );
  const read = (await Promise.all(pages)).map(({ content }) => content);
  return [...texts([sent, kept, world.events]), exported, ...read].join('\n');
};

const texts = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(texts);
};

describe('what tools answer', () => {
  it('reaches the model, the page and the files without characters that act unseen [S4-14]', async () => {
    world = await createConversationWorld();
    const { server, test } = world;
    await world.connect({ toolProtocol: 'native', contextWindow: 64_000 });
    await test.call('settings:update', {
      tools: { bash: 'allow', terminal: 'allow', mcp: 'allow' },
    });
    const { path } = await test.call('projects:get', { projectId: world.projectId });
    writeFileSync(join(path, 'notes.txt'), `${hostile}\n`);
    const print = `node -e "process.stdout.write(require('fs').readFileSync('notes.txt','utf8').repeat(400))"`;
    server.script(
      scripted('native', {
        calls: [
          ['Read', { path: 'notes.txt' }],
          ['Grep', { pattern: 'evil' }],
          ['Bash', { command: 'cat notes.txt; cat notes.txt >&2' }],
          ['Bash', { command: print }],
          ['terminal_create', { command: 'cat', args: ['notes.txt'] }],
        ],
      }),
      scripted('native', { answer: 'done' }),
    );
    answered(await world.ask('look'));
    const said = await everythingSaid();
    expect(said).toContain('red␛[31m \\u009B2J \\u202Eevil\\u2066 ring␇');
    expect(acting.exec(said)).toBeNull();
  });

  it('reaches them so from a server of others too [S1-08]', async () => {
    world = await createConversationWorld();
    const { server, test } = world;
    await world.connect({ toolProtocol: 'native', contextWindow: 64_000 });
    await test.call('settings:update', { tools: { mcp: 'allow' } });
    await test.call('mcp:servers:save', {
      name: 'everything',
      enabled: true,
      transport: {
        kind: 'stdio',
        command: process.execPath,
        args: [everythingProgram, 'stdio'],
        env: {},
      },
    });
    await test.call('mcp:servers:connect', { name: 'everything' });
    // The server answers with what it is given, which the model names by its JSON escapes.
    server.script(
      scripted('native', { calls: [['echo', { message: hostile }]] }),
      scripted('native', { answer: 'done' }),
    );
    answered(await world.ask('say it'));
    const [, second] = server.calls;
    const answers = texts(second?.body).filter((text) => text.startsWith('Echo: '));
    expect(answers).toEqual(['Echo: red␛[31m \\u009B2J \\u202Eevil\\u2066 ring␇']);
  });

  it('is asked about in words that read as the shell takes them [F14]', async () => {
    world = await createConversationWorld();
    const { server, test, conversationId } = world;
    await world.connect({ toolProtocol: 'native', contextWindow: 64_000 });
    await test.call('settings:update', { tools: { bash: 'ask' } });
    server.script(
      scripted('native', { calls: [['Bash', { command: 'ls \u202e# harmless\u2066' }]] }),
      scripted('native', { answer: 'done' }),
    );
    const { turnId } = await test.call('conversation:send', { conversationId, text: 'look' });
    const asked = await world.heard('conversation:permission');
    expect(asked).toMatchObject({
      projectId: world.projectId,
      input: { command: 'ls \\u202E# harmless\\u2066' },
      rule: '$ ls \\u202E# harmless\\u2066',
    });
    const { items } = await test.call('conversation:permissions:pending', {});
    expect(items).toEqual([asked]);
    expect(acting.exec(texts(items).join('\n'))).toBeNull();
    await test.call('conversation:permit', { requestId: asked.requestId, decision: 'always' });
    await world.turnEnd(turnId);
    expect((await test.call('conversation:permissions:list', {})).items).toMatchObject([
      { rule: '$ ls \\u202E# harmless\\u2066' },
    ]);
  });
});

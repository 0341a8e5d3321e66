import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  answered,
  brokeOff,
  type ConversationWorld,
  createConversationWorld,
} from '#tests/helpers/conversation-world.ts';
import { createGate, type Gate } from '#tests/helpers/gate.ts';
import { scripted, wordsOf } from '#tests/helpers/scripted-steps.ts';

let world: ConversationWorld;
let pages: Server;
let port: number;
/** Requests that wait for their answer. */
let waiting: ServerResponse[];
let bothThere: Gate;

const answerText = (response: ServerResponse, text: string): void => {
  response.setHeader('content-type', 'text/plain; charset=utf-8').end(text);
};

beforeEach(async () => {
  waiting = [];
  bothThere = createGate();
  pages = createServer((_request, response) => {
    waiting.push(response);
    if (waiting.length === 2) bothThere.open();
  });
  await new Promise<void>((resolve) => {
    pages.listen(0, '127.0.0.1', resolve);
  });
  port = (pages.address() as AddressInfo).port;
  world = await createConversationWorld({
    agentConditions: {
      addressPolicy: {
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
        isAllowed: () => true,
      },
    },
  });
  await world.connect({ toolProtocol: 'native', contextWindow: 64_000 });
});
afterEach(async () => {
  pages.closeAllConnections();
  await new Promise((resolve) => pages.close(resolve));
  await world.close();
});

const webRead = (path: string) => ['web_read', { url: `http://${path}.example:${port}/` }] as const;
const allowWeb = (web: 'ask' | 'allow') =>
  world.test.call('settings:update', {
    tools: { bash: 'off', terminal: 'off', mcp: 'off', web },
  });
const results = async () =>
  (await world.messages()).filter(({ role }) => role === 'tool').map(({ metadata }) => metadata);

it('calls that only read run beside each other, their results in the order of the calls [S2-08]', async () => {
  await allowWeb('allow');
  const { server } = world;
  server.script(
    scripted('native', { calls: [webRead('one'), webRead('two'), ['LS', {}]] }),
    scripted('native', { answer: '好' }),
  );
  const turn = world.ask('读两页');
  // Neither is answered before both have come: one after the other would never end.
  await bothThere.opened;
  const [one, two] = waiting;
  if (!one || !two) throw new Error('two requests were expected');
  answerText(two, '第二页');
  answerText(one, '第一页');
  expect(answered(await turn).text).toBe('好');
  expect((await results()).map(({ tool_name }) => tool_name)).toEqual([
    'web_read',
    'web_read',
    'LS',
  ]);
  const words = wordsOf(server.calls[1]);
  expect(words.indexOf('one.example')).toBeLessThan(words.indexOf('two.example'));
  const steps = world.all('conversation:step');
  const order = (phase: string) =>
    steps.filter((step) => step.phase === phase).map(({ callId }) => callId);
  expect(order('observed')).toEqual(order('acting'));
});

it('the writer is asked for one call after the other, and what is refused is not done', async () => {
  await allowWeb('ask');
  const { server, test } = world;
  server.script(
    scripted('native', { calls: [webRead('one'), webRead('two')] }),
    scripted('native', { answer: '好' }),
  );
  const turn = world.ask('读两页');
  const about = (host: string) => (request: { rule: string }) => request.rule.includes(host);
  const first = await world.heard('conversation:permission', about('one'));
  expect((await test.call('conversation:permissions:pending', {})).items).toHaveLength(1);
  await test.call('conversation:permit', { requestId: first.requestId, decision: 'refuse' });
  const second = await world.heard('conversation:permission', about('two'));
  await test.call('conversation:permit', { requestId: second.requestId, decision: 'once' });
  await expect.poll(() => waiting.length).toBe(1);
  const [only] = waiting;
  if (only) answerText(only, '第二页');
  answered(await turn);
  expect((await results()).map(({ status }) => status)).toEqual(['error', 'success']);
  expect(wordsOf(server.calls[1])).toContain('第二页');
});

it('a stop ends all that is under way, and every call has its result', async () => {
  await allowWeb('allow');
  const { server, test } = world;
  server.script(scripted('native', { calls: [webRead('one'), webRead('two')] }));
  const { turnId } = await test.call('conversation:send', {
    conversationId: world.conversationId,
    text: '读两页',
  });
  await bothThere.opened;
  const closed = waiting.map(
    (response) => new Promise<void>((resolve) => response.once('close', () => resolve())),
  );
  await test.call('conversation:stop', { turnId });
  expect(brokeOff(await world.turnEnd(turnId)).code).toBe('CANCELLED');
  await Promise.all(closed);
  const messages = await world.messages();
  const asked = messages.flatMap(({ metadata }) =>
    (metadata.calls ?? []).map((call) => call.call_id),
  );
  expect(asked).toHaveLength(2);
  expect((await results()).map(({ call_id }) => call_id)).toEqual(asked);
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ToolProtocol } from '#shared/domain/model-profile.ts';
import {
  answered,
  brokeOff,
  type ConversationWorld,
  createConversationWorld,
} from '#tests/helpers/conversation-world.ts';
import { isAlive } from '#tests/helpers/machine-world.ts';
import { scripted, wordsOf } from '#tests/helpers/scripted-steps.ts';

let world: ConversationWorld;
beforeEach(async () => {
  world = await createConversationWorld();
});
afterEach(() => world.close());

const prices = { currency: 'USD', input: 1, output: 1 };
const connect = (toolProtocol: ToolProtocol) =>
  world.connect({ toolProtocol, contextWindow: 64_000, prices });

/** Every call of the conversation has exactly one result with its id, behind it. */
const expectPairs = async (): Promise<void> => {
  const messages = await world.messages();
  const asked = messages.flatMap(({ metadata }) =>
    (metadata.calls ?? []).map((call) => call.call_id),
  );
  const results = messages.flatMap(({ role, metadata }) =>
    role === 'tool' ? [metadata.call_id] : [],
  );
  expect(results).toEqual(asked);
};

it('a malformed action is answered with what was wrong, and the model goes on', async () => {
  await connect('react');
  const { server } = world;
  server.script(
    { pieces: ['Thought: 看\nAction: Read[02.md]'] },
    { pieces: ['Thought: 看\nAction: Read[{"path": "02.md"]'] },
    scripted('react', { calls: [['Read', { path: '02.md' }]] }),
    scripted('react', { answer: '看完了' }),
  );
  expect(answered(await world.ask('看第二章')).text).toBe('看完了');
  expect(wordsOf(server.calls[1])).toContain('must be a JSON object');
  expect(wordsOf(server.calls[2])).toContain('unexpected ]');
  await expectPairs();
});

it.each(['react', 'native'] as const)(
  'answers that stay unreadable end the turn (%s)',
  async (protocol) => {
    await connect(protocol);
    world.server.script({ pieces: [protocol === 'react' ? 'Action: Read' : '  '] });
    const end = await world.ask('看第二章');
    expect(brokeOff(end)).toMatchObject({ code: 'CONVERSATION_STUCK' });
    expect(world.server.calls).toHaveLength(3);
  },
);

it('a call that fails three times in the same way is broken off', async () => {
  await connect('native');
  const { server } = world;
  let turn = 0;
  server.script(() => {
    turn += 1;
    // The same input with its keys in another order is the same call.
    const input = turn % 2 === 0 ? { path: '九.md', limit: 5 } : { limit: 5, path: '九.md' };
    return scripted('native', { calls: [['Read', input]] });
  });
  const error = brokeOff(await world.ask('看第九章'));
  expect(error).toMatchObject({ code: 'CONVERSATION_STUCK', details: { tool: 'Read' } });
  expect(server.calls).toHaveLength(3);
  await expectPairs();
});

it('does not carry out more calls at once than anybody needs', async () => {
  await connect('native');
  const { server } = world;
  server.script(
    scripted('native', { calls: Array.from({ length: 33 }, () => ['LS', {}] as const) }),
    scripted('native', { answer: '好' }),
  );
  expect(answered(await world.ask('列')).text).toBe('好');
  expect(wordsOf(server.calls[1])).toContain('33 calls at once');
  expect((await world.messages()).filter(({ role }) => role === 'tool')).toEqual([]);
});

it('tells a model that calls a tool which is switched off that it is, at once and later', async () => {
  await connect('native');
  const { server, test } = world;
  const web = ['web_read', { url: 'http://book.example/' }] as const;
  const switches = { bash: 'off', terminal: 'off', mcp: 'off' } as const;
  await test.call('settings:update', { tools: { ...switches, web: 'ask' } });
  server.script(
    scripted('native', { calls: [['Bash', { command: 'ls' }]] }),
    scripted('native', { calls: [web] }),
    scripted('native', { answer: '好' }),
  );
  const turn = world.ask('看');
  const { requestId } = await world.heard('conversation:permission');
  // Switched off while the question waits.
  await test.call('settings:update', { tools: { ...switches, web: 'off' } });
  await test.call('conversation:permit', { requestId, decision: 'once' });
  expect(answered(await turn).text).toBe('好');
  expect(wordsOf(server.calls[1])).toContain('TOOL_DISABLED: The writer has switched Bash off');
  expect(wordsOf(server.calls[2])).toContain('TOOL_DISABLED: The writer has switched web_read off');
});

it('names the tools there are and what is wrong with an input', async () => {
  await connect('native');
  const { server } = world;
  server.script(
    scripted('native', { calls: [['OpenFile', { path: '02.md' }]] }),
    scripted('native', { calls: [['Read', { path: '02.md', offset: 'three' }]] }),
    { calls: [{ id: 'x', name: 'Read', arguments: '{"path": 02.md' }] },
    scripted('native', { answer: '好' }),
  );
  expect(answered(await world.ask('看')).text).toBe('好');
  expect(wordsOf(server.calls[1])).toMatch(/no tool "OpenFile".*Read, /u);
  expect(wordsOf(server.calls[2])).toContain('offset');
  expect(wordsOf(server.calls[3])).toContain('must be a JSON object');
  const results = (await world.messages()).filter(({ role }) => role === 'tool');
  expect(results.map(({ content }) => JSON.parse(content).error.code)).toEqual([
    'UNKNOWN_TOOL',
    'INVALID_INPUT',
    'INVALID_INPUT',
  ]);
});

it('the limit of steps ends the turn, and resuming goes on with it', async () => {
  await connect('native');
  const { server, test, conversationId } = world;
  await test.call('settings:update', { assistant: { maxSteps: 2 } });
  let step = 0;
  server.script(() => {
    step += 1;
    return scripted('native', { calls: [['Grep', { pattern: `雪${step}` }]] });
  });
  const error = brokeOff(await world.ask('找'));
  expect(error).toMatchObject({ code: 'CONVERSATION_STEP_LIMIT', details: { steps: 2 } });
  expect(server.calls).toHaveLength(2);
  server.script(scripted('native', { answer: '没有' }));
  expect(answered(await world.resume()).text).toBe('没有');
  expect(wordsOf(server.calls[2])).toContain('雪2');
  await expectPairs();
  expect(await test.fail('conversation:resume', { conversationId })).toBe(
    'CONVERSATION_NOTHING_TO_RESUME',
  );
});

it('the limit of cost ends the turn before the next call', async () => {
  await connect('native');
  const { server, test } = world;
  await test.call('settings:update', { assistant: { maxCost: 0.003 } });
  server.script(
    scripted('native', { calls: [['LS', {}]] }, { usage: { input: 1000, output: 1000 } }),
    scripted(
      'native',
      { calls: [['Grep', { pattern: '雪' }]] },
      { usage: { input: 1000, output: 1000 } },
    ),
    scripted('native', { answer: '不该到这里' }),
  );
  expect(brokeOff(await world.ask('找'))).toMatchObject({
    code: 'CONVERSATION_COST_LIMIT',
    details: { cost: 0.004 },
  });
  expect(server.calls).toHaveLength(2);
});

it('the limit of cost holds by a count of our own where the provider does not tell [N12]', async () => {
  await connect('native');
  const { server, test } = world;
  await test.call('settings:update', { assistant: { maxCost: 0.000_001 } });
  server.script(
    { ...scripted('native', { calls: [['LS', {}]] }), garbled: true },
    scripted('native', { answer: '不该到这里' }),
  );
  const { code, details } = brokeOff(await world.ask('找'));
  expect(code).toBe('CONVERSATION_COST_LIMIT');
  expect(details?.cost).toBeGreaterThan(0.000_1);
  expect(details?.cost).toBeLessThan(0.1);
  expect(server.calls).toHaveLength(1);
});

it('a stop in the middle of the words closes the connection and keeps what came', async () => {
  await connect('native');
  const { server, test, conversationId } = world;
  server.script({ pieces: ['林远', '在渡口'], end: 'stall' });
  const closed = server.nextAbort();
  const { turnId } = await test.call('conversation:send', { conversationId, text: '他在哪' });
  expect(await world.heard('conversation:delta', ({ text }) => text === '在渡口')).toMatchObject({
    at: '林远'.length,
  });
  // Windows that come to it now read what was said before.
  const under = await test.call('conversation:get', { conversationId });
  expect(under.said).toEqual({ step: 1, text: '林远在渡口' });
  await test.call('conversation:stop', { turnId });
  expect(brokeOff(await world.turnEnd(turnId)).code).toBe('CANCELLED');
  expect((await closed).aborted).toBe(true);
  const last = (await world.messages()).at(-1);
  expect(last).toMatchObject({
    role: 'assistant',
    content: '林远在渡口',
    metadata: { partial: true, error: { code: 'CANCELLED' } },
  });
  const info = await test.call('conversation:get', { conversationId });
  expect(info.turnId).toBeNull();
  expect(info).not.toHaveProperty('said');
  // Stopping what has ended is no error, and the conversation goes on.
  await test.call('conversation:stop', { turnId });
  server.script(scripted('native', { answer: '在渡口。' }));
  expect(answered(await world.ask('请说完')).text).toBe('在渡口。');
});

it('a stop in the middle of a tool ends the tool; its call has its answer', async () => {
  await connect('native');
  const { server, test, conversationId } = world;
  await test.call('settings:update', { tools: { bash: 'allow' } });
  const command = 'echo begun; sleep 300; echo never';
  server.script(
    scripted('native', {
      calls: [
        ['Bash', { command }],
        ['LS', {}],
      ],
    }),
  );
  const { turnId } = await test.call('conversation:send', { conversationId, text: '跑' });
  await world.heard('conversation:step', ({ tool }) => tool === 'Bash');
  await test.call('conversation:stop', { turnId });
  expect(brokeOff(await world.turnEnd(turnId)).code).toBe('CANCELLED');
  await expectPairs();
  expect(JSON.stringify(await world.messages())).not.toContain('never\\n');
  expect(server.calls).toHaveLength(1);
});

it('asks before a command runs; an answer lets it run, a refusal is told to the model', async () => {
  await connect('native');
  const { server, test, conversationId } = world;
  await test.call('settings:update', { tools: { bash: 'ask' } });
  server.script(
    scripted('native', { calls: [['Bash', { command: 'echo 你好' }]] }),
    scripted('native', { calls: [['Bash', { command: 'echo 再见' }]] }),
    scripted('native', { answer: '好' }),
  );
  const { turnId } = await test.call('conversation:send', { conversationId, text: '跑' });
  const first = await world.heard('conversation:permission');
  expect(first).toMatchObject({
    conversationId,
    turnId,
    tool: 'Bash',
    input: { command: 'echo 你好' },
  });
  expect(server.calls).toHaveLength(1);
  await test.call('conversation:permit', { requestId: first.requestId, decision: 'once' });
  const second = await world.heard(
    'conversation:permission',
    ({ requestId }) => requestId !== first.requestId,
  );
  await test.call('conversation:permit', { requestId: second.requestId, decision: 'refuse' });
  expect(answered(await world.turnEnd(turnId)).text).toBe('好');
  expect(wordsOf(server.calls[1])).toContain('你好\n');
  expect(wordsOf(server.calls[2])).toContain('did not allow');
});

it('a failing provider ends the turn with its code, and resuming asks it again', async () => {
  await connect('native');
  const { server } = world;
  server.script({ status: 401, body: '{"error":{"message":"no"}}' });
  expect(brokeOff(await world.ask('你好')).code).toBe('MODEL_KEY_MISSING');
  server.script(scripted('native', { answer: '你好' }));
  expect(answered(await world.resume()).text).toBe('你好');
});

it('says what is missing before anything is stored', async () => {
  const { test, conversationId, projectId } = world;
  const send = { conversationId, text: '你好' };
  expect(await test.fail('conversation:send', send)).toBe('MODEL_NOT_SELECTED');
  await connect('native');
  expect(await test.fail('conversation:send', { ...send, text: ' \n' })).toBe(
    'CONVERSATION_TEXT_EMPTY',
  );
  expect(await test.fail('conversation:send', { ...send, conversationId: 'session_x' })).toBe(
    'CONVERSATION_NOT_FOUND',
  );
  await test.call('projects:close', { projectId });
  expect(await test.fail('conversation:send', send)).toBe('PROJECT_CLOSED');
  expect(world.server.calls).toEqual([]);
});

it('closing the program ends turns so that they can be gone on with', async () => {
  await connect('native');
  const { server, test, conversationId } = world;
  server.script(scripted('native', { calls: [['Read', { path: '02.md' }]] }), {
    pieces: ['林远'],
    end: 'stall',
  });
  await test.call('conversation:send', { conversationId, text: '他在哪' });
  await world.heard('conversation:delta', ({ text }) => text === '林远');
  await test.restart();
  world.listen();
  await test.call('projects:open', { path: `${test.folder}/book` });
  const info = await test.call('conversation:get', { conversationId });
  expect(info).toMatchObject({ turnId: null, interrupted: true });
  await expectPairs();
  server.script(scripted('native', { answer: '在渡口。' }));
  expect(answered(await world.resume()).text).toBe('在渡口。');
  expect(wordsOf(server.calls.at(-1))).toContain('船终于来了。');
});

it('closing the project ends its turn and its terminals; opened again it goes on', async () => {
  await connect('react');
  const { server, test, conversationId, projectId } = world;
  await test.call('settings:update', { tools: { bash: 'ask', terminal: 'allow' } });
  server.script(
    scripted('react', { calls: [['terminal_create', { command: 'echo $$; sleep 600' }]] }),
    (call) => {
      const terminalId = /terminalId: (term_[\w-]+)/.exec(wordsOf(call))?.[1];
      return scripted('react', {
        calls: [
          ['terminal_wait', { terminalId, timeoutMs: 300 }],
          ['terminal_output', { terminalId }],
          ['Bash', { command: 'echo 一' }],
        ],
      });
    },
    scripted('react', { answer: '好' }),
  );
  const { turnId } = await test.call('conversation:send', { conversationId, text: '跑一下' });
  const { requestId } = await world.heard('conversation:permission');
  const output = world
    .all('conversation:step')
    .find(({ tool, observation }) => tool === 'terminal_output' && observation !== undefined);
  const shell = Number(/^\d+/.exec(output?.observation ?? '')?.[0]);
  expect(isAlive(shell)).toBe(true);
  await test.call('projects:close', { projectId });
  expect(isAlive(shell)).toBe(false);
  expect(brokeOff(await world.turnEnd(turnId)).code).toBe('RUN_INTERRUPTED');
  expect(await test.fail('conversation:permit', { requestId, decision: 'once' })).toBe(
    'PERMISSION_NOT_FOUND',
  );
  expect((await test.call('conversation:get', { conversationId })).interrupted).toBe(true);
  await test.call('projects:open', { path: `${test.folder}/book` });
  expect(answered(await world.resume()).text).toBe('好');
});

it('an answer that the limit of one answer cut off says so', async () => {
  await connect('native');
  world.server.script({ pieces: ['很久很久以前'], finish: 'length' });
  expect(answered(await world.ask('讲个故事')).text).toMatch(/^很久很久以前\n\n（.*中断了。）$/u);
});

it('logs of a turn hold no words of the manuscript or the conversation [S3-44]', async () => {
  await connect('native');
  const { server, test } = world;
  server.script(
    scripted('native', { thought: '想一想', calls: [['Read', { path: '02.md' }]] }),
    scripted('native', { calls: [['Nothing', { text: '伞' }]] }),
    scripted('native', { answer: '林远在等船' }),
  );
  answered(await world.ask('林远在做什么'));
  const logs = JSON.stringify(test.logs);
  for (const word of ['林远', '渡口', '想一想', '伞', '等船']) expect(logs).not.toContain(word);
});

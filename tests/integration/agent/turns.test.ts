import { afterEach, describe, expect, it } from 'vitest';
import type { Provider, ToolProtocol } from '#shared/domain/model-profile.ts';
import {
  answered,
  type ConversationWorld,
  createConversationWorld,
} from '#tests/helpers/conversation-world.ts';
import { scripted, wordsOf } from '#tests/helpers/scripted-steps.ts';

let world: ConversationWorld;
afterEach(() => world.close());

const modelOf: Record<Provider, string> = {
  'openai-compatible': 'gpt-4o',
  anthropic: 'claude-sonnet-4-5',
  ollama: 'qwen3:8b',
};
const begin = async (provider: Provider, toolProtocol: ToolProtocol): Promise<void> => {
  world = await createConversationWorld();
  await world.connect({
    provider,
    toolProtocol,
    baseUrl: `${world.server.url}${provider === 'ollama' ? '' : '/v1'}`,
    model: modelOf[provider],
    contextWindow: 64_000,
  });
};

const ways: readonly (readonly [Provider, ToolProtocol])[] = [
  ['openai-compatible', 'react'],
  ['anthropic', 'react'],
  ['openai-compatible', 'native'],
  ['anthropic', 'native'],
  ['ollama', 'native'],
];

describe.each(ways)('%s, %s', (provider, protocol) => {
  it('answers without a tool [S4-31]', async () => {
    await begin(provider, protocol);
    world.server.script(scripted(protocol, { answer: '你好。[注]有什么要看？' }));
    const done = answered(await world.ask('你好'));
    expect(done.text).toBe('你好。[注]有什么要看？');
    expect(done.usage.outputTokens).toBeGreaterThan(0);
    const [question, answer] = await world.messages();
    expect(question).toMatchObject({ role: 'user', content: '你好' });
    expect(answer).toMatchObject({ role: 'assistant', metadata: { kind: 'finish' } });
    expect(world.all('conversation:delta').length).toBeGreaterThan(1);
  });

  it('acts, observes and answers; history keeps every call with its result [S4-03/04/31]', async () => {
    await begin(provider, protocol);
    const { server } = world;
    server.script(
      scripted(protocol, {
        thought: '先看有哪些章节',
        calls: [
          ['LS', {}],
          ['Read', { path: '02.md' }],
        ],
      }),
      scripted(protocol, { thought: '再找钥匙', calls: [['Grep', { pattern: '钥匙' }]] }),
      scripted(protocol, { answer: '林远想起了钥匙。' }),
    );
    const done = answered(await world.ask('第二章讲了什么？', { documentId: world.documentId }));
    expect(done.text).toBe('林远想起了钥匙。');

    // The running turn reasons on full observations.
    expect(wordsOf(server.calls[1])).toContain('他想起昨夜的雪，也想起那把钥匙。');
    const messages = await world.messages();
    expect(messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'tool',
      'assistant',
      'tool',
      'assistant',
    ]);
    const asked = messages.flatMap(({ metadata }) => metadata.calls ?? []);
    const answers = messages.filter(({ role }) => role === 'tool');
    expect(answers.map(({ metadata }) => metadata.call_id)).toEqual(
      asked.map((call) => call.call_id),
    );
    expect(answers.map(({ metadata }) => metadata.step)).toEqual([1, 1, 2]);
    for (const { content } of answers) {
      expect(JSON.parse(content)).toMatchObject({ status: 'success' });
    }
    // Steps were told as they happened, each with what it saw; calls that only read begin together.
    const steps = world.all('conversation:step').map(({ phase, tool }) => `${phase} ${tool}`);
    expect(steps).toEqual([
      'acting LS',
      'acting Read',
      'observed LS',
      'observed Read',
      'acting Grep',
      'observed Grep',
    ]);
    expect(world.all('conversation:step')[0]?.thought).toBe('先看有哪些章节');
  });

  it('goes on over many rounds, in order, the compressed past before the question [S4-29/31]', async () => {
    await begin(provider, protocol);
    const { server } = world;
    for (const [index, question] of ['第一问', '第二问', '第三问'].entries()) {
      server.script(
        scripted(protocol, { calls: [['Read', { path: '01.md' }]] }),
        scripted(protocol, { answer: `第${index + 1}答` }),
      );
      answered(await world.ask(question));
    }
    const words = wordsOf(server.calls.at(-1));
    const order = ['第一问', '第1答', '第二问', '第2答', '第三问'].map((text) =>
      words.indexOf(text),
    );
    expect(order.every((at) => at >= 0)).toBe(true);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    // Constant words come first and stay the same in all calls.
    const heads = server.calls.map(({ body }) =>
      JSON.stringify(body.system ?? (body.messages as unknown[])[0]),
    );
    expect(new Set(heads).size).toBe(1);
  });
});

it('sends the text form of history in the text protocol [S4-30]', async () => {
  await begin('openai-compatible', 'react');
  const { server } = world;
  server.script(
    scripted('react', { thought: '找', calls: [['Grep', { pattern: '雪' }]] }),
    scripted('react', { answer: '有雪' }),
    scripted('react', { answer: '还是有' }),
  );
  answered(await world.ask('有雪吗'));
  answered(await world.ask('真的吗'));
  const messages = server.calls[2]?.body.messages as { role: string; content: string }[];
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(messages[1]?.content).toMatch(
    /^\[user\] 有雪吗\n\n\[assistant\] Thought: 找\nAction: Grep\[\{"pattern":"雪"\}\]\n\n\[tool\] \{"status":"success"[^\n]*\n\n\[assistant\] Thought: 够了\nAction: Finish\[有雪\]\n\n\[user\] 真的吗$/u,
  );
});

it('a conversation goes on when the protocol changes under it', async () => {
  await begin('openai-compatible', 'react');
  const { server } = world;
  server.script(
    scripted('react', { thought: '找', calls: [['Grep', { pattern: '雪' }]] }),
    scripted('react', { answer: '有雪' }),
  );
  answered(await world.ask('有雪吗'));
  await world.connect({ toolProtocol: 'native', contextWindow: 64_000 });
  server.script(
    scripted('native', { thought: '读', calls: [['Read', { path: '01.md' }]] }),
    scripted('native', { answer: '第一章' }),
  );
  answered(await world.ask('哪一章'));
  const sent = server.calls[2]?.body.messages as Record<string, unknown>[];
  expect(sent.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'tool',
    'assistant',
    'user',
  ]);
  await world.connect({ toolProtocol: 'react', contextWindow: 64_000 });
  server.script(scripted('react', { answer: '好' }));
  answered(await world.ask('谢谢'));
  expect(wordsOf(server.calls.at(-1))).toContain('Thought: 读\nAction: Read[{"path":"01.md"}]');
});

it('two conversations are answered at once, each with its own words', async () => {
  await begin('openai-compatible', 'native');
  const { server, test } = world;
  const other = await world.open();
  server.script((call) => {
    const isFirst = wordsOf(call).includes('甲问');
    const hasResult = wordsOf(call).includes('天亮的时候');
    if (!hasResult)
      return scripted('native', { calls: [['Read', { path: '02.md' }]] }, { pause: 5 });
    return scripted('native', { answer: isFirst ? '甲答' : '乙答' }, { pause: 5 });
  });
  const first = await test.call('conversation:send', {
    conversationId: world.conversationId,
    text: '甲问',
  });
  const second = await test.call('conversation:send', { conversationId: other, text: '乙问' });
  const again = { conversationId: other, text: '再问' };
  expect(await test.fail('conversation:send', again)).toBe('CONVERSATION_BUSY');
  expect(answered(await world.turnEnd(first.turnId)).text).toBe('甲答');
  expect(answered(await world.turnEnd(second.turnId)).text).toBe('乙答');
  expect((await world.messages(other)).map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'tool',
    'assistant',
  ]);
});

it('an edit is a proposal: the file stays until the writer accepts [F14]', async () => {
  await begin('openai-compatible', 'native');
  const { server, test, projectId, documentId, text } = world;
  const edit = { path: '02.md', old_string: '船终于来了。', new_string: '船没有来。' };
  server.script(
    scripted('native', { calls: [['Edit', edit]] }),
    scripted('native', { answer: '提出了一处修改。' }),
  );
  answered(await world.ask('让船别来', { documentId }));
  const [result] = (await world.messages()).filter(({ role }) => role === 'tool');
  expect(JSON.parse(result?.content ?? '')).toMatchObject({
    status: 'success',
    data: { applied: false },
  });
  expect((await test.call('documents:read', { projectId, documentId })).text).toBe(text);
  const { items } = await test.call('ai:candidates:list', { projectId });
  expect(items).toHaveLength(1);
  await test.call('ai:candidates:accept', { candidateId: items[0]?.candidateId ?? '' });
  const after = await test.call('documents:read', { projectId, documentId });
  expect(after.text).toBe(text.replace('船终于来了。', '船没有来。'));
});

it('a forecast counts what the turn then sends, and stores nothing', async () => {
  await begin('openai-compatible', 'native');
  const { server, test, conversationId } = world;
  const prices = { currency: 'CNY', input: 2, output: 8 };
  await world.connect({ toolProtocol: 'native', contextWindow: 64_000, prices });
  const text = '第二章里林远在等什么？';
  const forecast = await test.call('conversation:forecast', { conversationId, text });
  expect(await world.messages()).toEqual([]);
  expect(server.calls).toEqual([]);
  expect(forecast).toMatchObject({ contextWindow: 64_000, willCompact: false, currency: 'CNY' });
  expect(forecast.cost).toBeCloseTo((forecast.inputTokens * 2) / 1e6, 9);
  server.script(
    scripted(
      'native',
      { answer: '等船。' },
      { usage: { input: forecast.inputTokens, output: 10 } },
    ),
  );
  const { usage } = answered(await world.ask(text));
  expect(usage.cost).toBeCloseTo((forecast.cost ?? 0) + (10 * 8) / 1e6, 9);
});

it('tools that are switched off are not even named', async () => {
  await begin('openai-compatible', 'native');
  const { server, test } = world;
  server.script(scripted('native', { answer: '好' }));
  answered(await world.ask('一'));
  await test.call('settings:update', { tools: { bash: 'ask', web: 'allow' } });
  answered(await world.ask('二'));
  const namesIn = (index: number) =>
    ((server.calls[index]?.body.tools ?? []) as { function: { name: string } }[]).map(
      (tool) => tool.function.name,
    );
  expect(namesIn(0)).not.toContain('Bash');
  expect(namesIn(0)).toEqual(expect.arrayContaining(['Read', 'Edit', 'context_grep', 'TodoWrite']));
  expect(namesIn(1)).toEqual(expect.arrayContaining(['Bash', 'web_read']));
  expect(namesIn(1)).not.toContain('terminal_create');
});

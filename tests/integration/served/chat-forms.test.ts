import { afterEach, describe, expect, it } from 'vitest';
import type { RecordedCall, Script } from '#tests/helpers/model-server.ts';
import { scripted, wordsOf } from '#tests/helpers/scripted-steps.ts';
import { type ServedChat, startServedChat } from '#tests/helpers/served-chat.ts';

let chat: ServedChat;
afterEach(() => chat.close());

/** Steps in their order, each made from the request it answers. */
const inOrder = (steps: readonly ((call: RecordedCall) => Script)[]) => {
  let done = 0;
  return (call: RecordedCall): Script => {
    const step = steps[Math.min(done, steps.length - 1)];
    done += 1;
    return step?.(call) ?? {};
  };
};

describe('what a chat keeps and takes, on the shipped program', () => {
  it('keeps the thought before Finish and shows it to the model again [S4-04]', async () => {
    chat = await startServedChat({ model: { toolProtocol: 'react' } });
    chat.server.script(scripted('react', { answer: '雪停了' }));
    const conversationId = await chat.open();
    const [, answer] = await chat.ask(conversationId, '雪呢');
    expect(answer).toMatchObject({ content: '雪停了', metadata: { thought: '够了' } });
    await chat.ask(conversationId, '然后');
    expect(wordsOf(chat.server.calls.at(-1))).toContain(
      '[assistant] Thought: 够了\nAction: Finish[雪停了]',
    );
  });

  it('gives a model saved without a window 200,000 tokens [S4-20]', async () => {
    chat = await startServedChat();
    const { items } = await chat.call('ai:models:save', {
      id: 'plain',
      provider: 'openai-compatible',
      baseUrl: `${chat.server.url}/v1`,
      model: 'gpt-4o',
    });
    expect(items.find(({ id }) => id === 'plain')?.contextWindow).toBe(200_000);
  });

  it('takes the limit of a terminal by the name other tools give it', async () => {
    chat = await startServedChat();
    const { call, server } = chat;
    await call('settings:update', { tools: { terminal: 'allow' } });
    const idIn = (asked: RecordedCall): string =>
      /terminalId: (\w[\w-]*)/u.exec(wordsOf(asked))?.[1] ?? '';
    const tool =
      (name: string, more: object = {}) =>
      (asked: RecordedCall): Script =>
        scripted('native', { calls: [[name, { terminalId: idIn(asked), ...more }]] });
    server.script(
      inOrder([
        () =>
          scripted('native', {
            calls: [['terminal_create', { command: 'seq 1 1000', outputByteLimit: 100 }]],
          }),
        tool('terminal_wait'),
        tool('terminal_output'),
        () => scripted('native', { answer: '好' }),
      ]),
    );
    await chat.ask(await chat.open(), '数');
    expect(wordsOf(server.calls.at(-1))).toContain(
      'The first 3793 bytes are no longer kept (output_byte_limit 100).',
    );
  });

  it('takes outputs of Bash and Grep out when the writer keeps only the latest [S2-02 S2-03]', async () => {
    chat = await startServedChat();
    const { call, server } = chat;
    await call('settings:update', { ephemeralKeepRecent: 1 });
    const calls = [
      ['Bash', { command: 'echo one' }],
      ['Grep', { pattern: '雪' }],
      ['Bash', { command: 'echo two' }],
      ['Grep', { pattern: '一' }],
    ] as const;
    server.script(
      inOrder([
        ...calls.map((one) => () => scripted('native', { calls: [one] })),
        () => scripted('native', { answer: '好' }),
      ]),
    );
    const messages = await chat.ask(await chat.open(), '看');
    const results = messages.filter(({ role }) => role === 'tool');
    expect(results.map(({ metadata }) => metadata.destroyed ?? false)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('tells the model how to follow the ref of a shortened result [S1-16]', async () => {
    chat = await startServedChat({ chapters: { '01.md': `${'雪落了一夜。'.repeat(200)}\n` } });
    chat.server.script(scripted('native', { answer: '好' }));
    await chat.ask(await chat.open(), '看');
    const section = /## 上下文文件\n[\s\S]*?(?=\n\n|$)/u.exec(
      wordsOf(chat.server.calls.at(-1)),
    )?.[0];
    expect(section).toContain('"ref"');
    expect(section?.split('\n').length).toBeLessThanOrEqual(15);
  });
});

/** A turn whose request takes more than the sum above which the writer is asked. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
  const prices = { currency: 'USD', input: 1, output: 1 };
  await world.connect({ toolProtocol: 'native', contextWindow: 64_000, prices });
  await world.test.call('purse:update', { askAbove: { tokens: 100 } });
});
afterEach(() => world.close());

const send = async (text: string): Promise<string> => {
  const { conversationId } = world;
  return (await world.test.call('conversation:send', { conversationId, text })).turnId;
};
const permit = (requestId: string, decision: 'once' | 'conversation' | 'refuse' | 'always') =>
  world.test.call('conversation:permit', { requestId, decision });
const asked = () => world.all('conversation:permission');

describe('a turn that takes more than the sum above which the writer is asked [E2 N12]', () => {
  it('waits before anything is sent, tells what it takes, and asks again for each request', async () => {
    const { server } = world;
    server.script(
      scripted('native', { calls: [['Read', { path: '02.md' }]] }),
      scripted('native', { answer: '看完了' }),
    );
    const turnId = await send('看第二章');
    const first = await world.heard('conversation:permission');
    expect(server.calls).toHaveLength(0);
    expect(first).toMatchObject({ tool: 'request', purse: { cachedTokens: 0, currency: 'USD' } });
    expect(first.purse?.inputTokens).toBeGreaterThan(100);
    expect(first.purse?.cost).toBeCloseTo((first.purse?.inputTokens ?? 0) / 1_000_000, 9);
    await permit(first.requestId, 'once');
    const second = await world.heard(
      'conversation:permission',
      ({ requestId }) => requestId !== first.requestId,
    );
    expect(server.calls).toHaveLength(1);
    await permit(second.requestId, 'once');
    expect(answered(await world.turnEnd(turnId)).text).toBe('看完了');
  });

  it('asks once for the conversation, and again where a request takes a good deal more', async () => {
    const { server, test } = world;
    server.script(scripted('native', { answer: '好' }));
    const turnId = await send('你好');
    const first = await world.heard('conversation:permission');
    await permit(first.requestId, 'conversation');
    answered(await world.turnEnd(turnId));
    server.script(scripted('native', { answer: '还好' }));
    answered(await world.turnEnd(await send('还好吗')));
    expect(asked()).toHaveLength(1);

    server.script(scripted('native', { answer: '很长' }));
    const longer = await send('渡口的灯又亮了一夜。'.repeat(600));
    const again = await world.heard(
      'conversation:permission',
      ({ requestId }) => requestId !== first.requestId,
    );
    expect(server.calls).toHaveLength(2);
    await permit(again.requestId, 'once');
    answered(await world.turnEnd(longer));

    // It held for this conversation only, and it is no standing permission.
    const other = (await test.call('conversation:create', { projectId: world.projectId }))
      .conversationId;
    await test.call('conversation:send', { conversationId: other, text: '你好' });
    await world.heard('conversation:permission', ({ conversationId }) => conversationId === other);
    expect((await test.call('conversation:permissions:list', {})).items).toEqual([]);
  });

  it('sends nothing when the writer refuses or stops the turn, and keeps what was asked', async () => {
    const { server, test } = world;
    const turnId = await send('看第二章');
    const first = await world.heard('conversation:permission');
    await permit(first.requestId, 'refuse');
    expect(brokeOff(await world.turnEnd(turnId))).toMatchObject({ code: 'PURSE_ASKS' });
    const stopped = await send('再看');
    await world.heard('conversation:permission', (payload) => payload.turnId === stopped);
    await test.call('conversation:stop', { turnId: stopped });
    await world.turnEnd(stopped);
    expect(server.calls).toHaveLength(0);
    expect((await test.call('conversation:permissions:pending', {})).items).toEqual([]);
    expect(JSON.stringify(await world.messages())).toContain('看第二章');
  });

  it('leaves out what was fenced while it waited for the answer', async () => {
    const { server, test, projectId } = world;
    server.script(
      scripted('native', { calls: [['Read', { path: '02.md' }]] }),
      scripted('native', { answer: '看完了' }),
    );
    const turnId = await send('看第二章');
    const first = await world.heard('conversation:permission');
    await permit(first.requestId, 'once');
    const second = await world.heard(
      'conversation:permission',
      ({ requestId }) => requestId !== first.requestId,
    );
    const { documents } = await test.call('documents:list', { projectId });
    const chapter = documents.find(({ path }) => path.endsWith('02.md'));
    const { text } = await test.call('documents:read', {
      ...{ projectId, documentId: chapter?.documentId ?? '' },
    });
    const line = text.split('\n').findLast((one) => one.length > 8) ?? '';
    await test.call('documents:update', {
      ...{ projectId, documentId: chapter?.documentId ?? '', fence: { neverSend: true } },
    });
    await permit(second.requestId, 'conversation');
    await world.turnEnd(turnId);
    expect(JSON.stringify(await world.messages())).toContain(line.slice(0, 12));
    expect(wordsOf(server.calls[1])).not.toContain(line.slice(0, 12));
  });

  it('asks before a summary, too: refused, the conversation stays as it is; agreed to, it is written', async () => {
    const { server, test, conversationId } = world;
    await test.call('purse:update', { askAbove: {} });
    await test.call('settings:update', { assistant: { keepRounds: 2 } });
    for (let round = 0; round < 8; round++) {
      server.script(scripted('native', { answer: `第${round}次：${'渡口的灯。'.repeat(80)}` }));
      answered(await world.ask(`第${round}问`));
    }
    await test.call('purse:update', { askAbove: { tokens: 100 } });
    const before = JSON.stringify(await world.messages());
    const sent = server.calls.length;
    const answerNext = async (decision: 'once' | 'refuse') => {
      world.events.length = 0;
      const compacted = test.call('conversation:compact', { conversationId });
      const { requestId, purse } = await world.heard('conversation:permission');
      expect(purse?.inputTokens).toBeGreaterThan(100);
      expect(server.calls).toHaveLength(sent);
      await permit(requestId, decision);
      return compacted;
    };
    expect(await answerNext('refuse')).toMatchObject({ archived: 0, summaryMessageId: null });
    expect(server.calls).toHaveLength(sent);
    expect(JSON.stringify(await world.messages())).toBe(before);
    server.script({ pieces: ['八次问答，都是渡口的灯。'] });
    expect((await answerNext('once')).archived).toBeGreaterThan(0);
    expect(server.calls.length).toBeGreaterThan(sent);
    expect(JSON.stringify(await world.messages())).toContain('八次问答');
    expect(asked()).toHaveLength(1);
  });

  it('pays for no request of a summary twice, and ends when the call is given up while it asks', async () => {
    const { server, test, conversationId } = world;
    await test.call('purse:update', { askAbove: {} });
    await world.connect({ id: 'writer', contextWindow: 4096, maxOutput: 500 });
    await test.call('ai:models:select', { id: 'scripted' });
    await test.call('settings:update', {
      assistant: { keepRounds: 1, summaryProfileId: 'writer' },
    });
    // Two parts, whose summaries together are more than either.
    for (const lines of [60, 600, 600, 1]) {
      server.script(scripted('native', { answer: `${lines}：${'渡口的灯亮了。'.repeat(lines)}` }));
      answered(await world.ask('再说'));
    }
    await test.call('purse:update', { askAbove: { tokens: 100 } });
    const before = JSON.stringify(await world.messages());
    const sent = server.calls.length;

    const given = new AbortController();
    world.events.length = 0;
    const stopped = test.app.dispatch('conversation:compact', { conversationId }, given);
    await world.heard('conversation:permission');
    given.abort();
    await stopped;
    expect((await test.call('conversation:permissions:pending', {})).items).toEqual([]);
    expect(JSON.stringify(await world.messages())).toBe(before);
    expect(server.calls).toHaveLength(sent);

    const long = '渡口的灯亮了。'.repeat(600);
    server.script(
      { pieces: [`甲：${long}`] },
      { pieces: [`乙：${long}`] },
      { pieces: ['灯亮着。'] },
    );
    world.events.length = 0;
    const compacted = test.call('conversation:compact', { conversationId });
    const first = await world.heard('conversation:permission');
    await permit(first.requestId, 'once');
    const second = await world.heard(
      'conversation:permission',
      ({ requestId }) => requestId !== first.requestId,
    );
    expect(second.purse?.inputTokens).toBeGreaterThan(1.1 * (first.purse?.inputTokens ?? 0));
    expect(server.calls).toHaveLength(sent + 2);
    await permit(second.requestId, 'once');
    expect((await compacted).archived).toBeGreaterThan(0);
    const requests = server.calls.slice(sent).map(wordsOf);
    expect(new Set(requests).size).toBe(requests.length);
    expect(asked()).toHaveLength(2);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import {
  act,
  call,
  type ConversationsWorld,
  openConversations,
  projectId,
  promptOf,
  readResult,
  round,
  unpaired,
  usage,
} from '#tests/helpers/conversations.ts';

let world: ConversationsWorld;
let conversationId: string;
beforeEach(() => {
  world = openConversations();
  ({ conversationId } = world.service.create({ projectId }));
});
afterEach(() => world.close());

const begin = (text = '问', service = world.service) => service.begin({ conversationId, text });
const messages = () => world.service.get(conversationId).messages;
const longText = Array.from({ length: 600 }, (_, line) => `第${line}行`).join('\n');

describe('a turn', () => {
  it('reasons on full observations; history has them compressed, step by step [S4-03]', async () => {
    const turn = await begin('读第一章');
    await act(turn, call('c1', 'Read', { path: '第一章.md' }), readResult('第一章.md', longText));
    const { scratchpad, history, question } = await promptOf(turn);
    expect(question.text).toBe('读第一章');
    expect(history).toEqual([]);
    expect(scratchpad.map(({ kind }) => kind)).toEqual(['step', 'result']);
    expect(scratchpad[1]?.text).toBe(readResult('', longText).text);
    const stored = messages()[2];
    expect(stored?.role).toBe('tool');
    expect(stored?.metadata).toMatchObject({
      tool_name: 'Read',
      step: 1,
      call_id: 'c1',
      status: 'success',
      kind: 'result',
    });
    expect(JSON.parse(stored?.content ?? '')).toMatchObject({
      status: 'success',
      data: { truncated: true, ref: stored?.contextRefs[0] },
    });
    turn.finish('读完了', usage());
    const next = await begin('然后？');
    const prompt = await promptOf(next);
    expect(prompt.history.map(({ kind, text }) => [kind, text])).toEqual([
      ['question', '读第一章'],
      ['step', messages()[1]?.content],
      ['result', stored?.content],
      ['finish', '读完了'],
    ]);
    expect(prompt.scratchpad).toEqual([]);
  });

  it('never loses what history leaves out: the ref of a compressed result has all of it [S4-14]', async () => {
    const turn = await begin();
    const messageId = await act(turn, call('c1'), readResult('第一章.md', longText));
    const [id = ''] = messages().at(-1)?.contextRefs ?? [];
    const { content, done } = await world.files.read({
      conversationId,
      id,
      offset: 0,
      limit: 65_536,
    });
    expect({ content, done }).toEqual({ content: readResult('', longText).text, done: true });
    expect(world.service.original(conversationId, messageId)).toBe(content);
  });

  it('goes on after a restart with full observations [S4-03]', async () => {
    const turn = await begin('读第一章');
    await act(turn, call('c1'), readResult('第一章.md', longText));
    world.service.close();
    expect(world.service.info(conversationId)).toMatchObject({ turnId: null, interrupted: true });
    const again = world.another().resume(conversationId);
    expect({ turnId: again.turnId, steps: again.steps }).toEqual({ turnId: turn.turnId, steps: 1 });
    const { scratchpad, question } = await promptOf(again);
    expect(question.text).toBe('读第一章');
    expect(scratchpad.map(({ kind }) => kind)).toEqual(['step', 'result']);
    expect(scratchpad[1]?.text).toBe(readResult('', longText).text);
    again.finish('读完了', usage());
    expect(world.service.info(conversationId)).toMatchObject({ interrupted: false });
    // The place where it broke off is nothing the model should read.
    const { history } = await promptOf(await begin('然后？'));
    expect(history.map(({ kind }) => kind)).toEqual(['question', 'step', 'result', 'finish']);
  });

  it('answers the calls of a turn whose process is gone, and can be gone on with [S2-14]', async () => {
    const turn = await begin();
    turn.addStep({
      text: '',
      thought: '',
      calls: [call('c1'), call('c2')],
      usage: usage(),
    });
    await turn.addResult(call('c2'), readResult('a.md', '一'));
    const other = world.another();
    expect(other.info(conversationId).turnId).toBe(turn.turnId);
    // Nothing was heard of its owner for long.
    world.time.now += 10 * 60_000;
    expect(other.info(conversationId)).toMatchObject({ turnId: null, interrupted: true });
    const results = messages().filter(({ role }) => role === 'tool');
    expect(results.map(({ metadata }) => metadata.call_id)).toEqual(['c2', 'c1']);
    expect(JSON.parse(results[1]?.content ?? '')).toMatchObject({
      status: 'error',
      error: { code: 'INTERRUPTED' },
    });
    const prompt = await promptOf(other.resume(conversationId));
    expect(unpaired(prompt)).toEqual([]);
    // What was believed dead may not write any more.
    expect(() => turn.addNote('x')).toThrowError(
      expect.objectContaining({ code: 'RUN_INTERRUPTED' }),
    );
    turn.abort(new AppError('CANCELLED', 'stop'), '');
    expect(other.info(conversationId).turnId).toBe(turn.turnId);
  });

  it('keeps what had come when it is stopped, and says so to the next one [S4-21]', async () => {
    const turn = await begin();
    turn.addStep({ text: '', thought: '', calls: [call('c1')], usage: usage() });
    turn.abort(new AppError('CANCELLED', 'Stopped.'), '他推开门，');
    const [, , result, partial] = messages();
    expect(JSON.parse(result?.content ?? '')).toMatchObject({ error: { code: 'CANCELLED' } });
    expect(partial).toMatchObject({
      role: 'assistant',
      content: '他推开门，',
      metadata: { kind: 'finish', partial: true, error: { code: 'CANCELLED' } },
    });
    expect(world.service.info(conversationId)).toMatchObject({ turnId: null, interrupted: false });
    const prompt = await promptOf(await begin('接着说'));
    expect(prompt.history.at(-1)?.text).toBe(
      '他推开门，\n\n[The answer broke off here: CANCELLED]',
    );
    expect(unpaired(prompt)).toEqual([]);
  });

  it('may go on after a limit [S4-04]', async () => {
    const turn = await begin();
    await act(turn, call('c1'), readResult('a.md', '一'));
    turn.abort(new AppError('CONVERSATION_STEP_LIMIT', 'Enough.'), '');
    const again = world.service.resume(conversationId);
    expect((await promptOf(again)).scratchpad.map(({ kind }) => kind)).toEqual(['step', 'result']);
    await act(again, call('c1'), readResult('a.md', '一'));
    again.finish('答', usage());
    expect(messages().map(({ metadata }) => metadata.step ?? metadata.error?.code)).toEqual([
      undefined,
      1,
      1,
      'CONVERSATION_STEP_LIMIT',
      2,
      2,
      3,
    ]);
  });

  it('takes no result that no call waits for, and no second one [S2-14]', async () => {
    const turn = await begin();
    await act(turn, call('c1'), readResult('a.md', '一'));
    await expect(turn.addResult(call('c1'), readResult('a.md', '二'))).rejects.toMatchObject({
      code: 'INTERNAL',
    });
    expect(() =>
      turn.addStep({ text: '', thought: '', calls: [call('x'), call('x')], usage: usage() }),
    ).toThrowError(expect.objectContaining({ code: 'INTERNAL' }));
    expect(messages()).toHaveLength(3);
  });

  it('has notes of Fabula in their place, and repeats what is to do last [S4-01]', async () => {
    const turn = await begin();
    turn.addStep({ text: '乱写', thought: '乱写', calls: [], usage: usage() });
    turn.addNote('这不是一个动作。');
    turn.setTodos([
      { content: '读第一章', status: 'completed' },
      { content: '查玉佩', status: 'in_progress' },
      { content: '写结尾', status: 'pending' },
    ]);
    const { scratchpad, recap } = await promptOf(turn);
    expect(scratchpad.map(({ kind, text }) => [kind, text])).toEqual([
      ['step', '乱写'],
      ['question', '这不是一个动作。'],
    ]);
    expect(recap).toBe('Todo recap:\n[x] 读第一章\n[>] 查玉佩\n[ ] 写结尾');
    turn.setTodos([{ content: '读第一章', status: 'completed' }]);
    expect((await promptOf(turn)).recap).toBe('');
  });

  it('knows what the last call read, counting where the provider does not say [S4-20]', async () => {
    const turn = await begin('一二三');
    expect(turn.lastInputTokens).toBe(0);
    await promptOf(turn);
    turn.addStep({ text: 'x', thought: '', calls: [], usage: usage(1234) });
    expect(turn.lastInputTokens).toBe(1234);
    await promptOf(turn);
    turn.finish('答', usage(null));
    expect(turn.lastInputTokens).toBe('SYSTEM'.length + '一二三'.length + 'x'.length);
    expect(world.service.needsCompaction(conversationId, '字'.repeat(2400), 1000)).toBe(true);
    expect(world.service.needsCompaction(conversationId, '字'.repeat(300), 1000)).toBe(false);
  });

  it('forecasts from the prompt that sending would make, and stores nothing [S4-20]', async () => {
    await round(world.service, conversationId, '问', '答');
    const { prompt } = await world.service.preview({ conversationId, text: '再问' }, 'SYSTEM');
    expect(prompt.question.text).toBe('再问');
    expect(prompt.history.map(({ text }) => text)).toEqual(['问', '答']);
    expect(messages()).toHaveLength(2);
  });
});

import { describe, expect, it } from 'vitest';
import { clearLive, withDelta, withSaid } from '#renderer/features/assistant/live-text.ts';
import { lastError } from '#renderer/features/assistant/thread/last-error.ts';
import { observationOf, readableJson } from '#renderer/features/assistant/thread/observation.ts';
import {
  append,
  keepUnchanged,
  roundsOf,
  threadOf,
} from '#renderer/features/assistant/thread/rounds.ts';
import {
  answerWords,
  spokenWords,
  writersWords,
} from '#renderer/features/assistant/thread/spoken.ts';
import { callState, stepLine } from '#renderer/features/assistant/thread/step-line.ts';
import { createI18n } from '#renderer/i18n/index.ts';
import type { ConversationMessage, MessageMetadata } from '#shared/domain/conversation.ts';

const message = (
  messageId: string,
  role: ConversationMessage['role'],
  content: string,
  metadata: MessageMetadata = {},
  more: Partial<ConversationMessage> = {},
): ConversationMessage => ({
  messageId,
  role,
  content,
  metadata,
  createdAt: 1,
  contextRefs: [],
  hasOriginal: false,
  archivedBy: null,
  ...more,
});

const question = (id: string, more: Partial<ConversationMessage> = {}) =>
  message(id, 'user', '雪是什么时候停的？', { kind: 'question', turn_id: `t-${id}` }, more);
const step = (id: string, turn: string) =>
  message(id, 'assistant', 'Thought: 去读', {
    kind: 'step',
    turn_id: turn,
    step: 1,
    thought: '去读',
    calls: [{ call_id: `c-${id}`, tool_name: 'Read', input: { path: '03.md' } }],
  });
const result = (id: string, call: string, content: string, status: 'success' | 'error') =>
  message(id, 'tool', content, { kind: 'result', tool_name: 'Read', call_id: call, status });
const answer = (id: string, more: Partial<ConversationMessage> = {}) =>
  message(id, 'assistant', '第三章。', { kind: 'finish' }, more);

const read = JSON.stringify({ status: 'success', data: { startLine: 1, endLine: 40 } });

describe('a conversation in rounds', () => {
  it('S4-17 pairs calls with their results and begins a round at each question', () => {
    const rounds = roundsOf([
      question('q1'),
      step('s1', 't-q1'),
      result('r1', 'c-s1', read, 'success'),
      answer('a1'),
      question('q2'),
      step('s2', 't-q2'),
    ]);
    expect(rounds.map(({ key, items }) => [key, items.map(({ kind }) => kind)])).toEqual([
      ['q1', ['step', 'answer']],
      ['q2', ['step']],
    ]);
    expect(rounds[0]?.items[0]).toMatchObject({ calls: [{ result: { messageId: 'r1' } }] });
    expect(rounds[1]?.items[0]).toMatchObject({ calls: [{ result: null }] });
  });

  it('keeps rounds that did not change, so that they are not drawn anew', () => {
    const messages = [question('q1'), answer('a1'), question('q2')];
    const before = roundsOf(messages);
    const again = keepUnchanged(messages, structuredClone([...messages, answer('a2')]));
    const after = roundsOf(again, before);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    expect(append(messages, [question('q2')])).toBe(messages);
  });

  it('S4-18 gathers what a summary stands for behind it', () => {
    const archived = { archivedBy: 'sum' };
    const messages = [
      ...[question('q1', archived), answer('a1', archived)],
      ...[question('q2', archived), answer('a2', archived)],
      question('q3'),
      message('sum', 'system', '## 📌', { kind: 'summary' }),
      answer('a3'),
    ];
    const thread = threadOf(messages, roundsOf(messages));
    expect(thread).toMatchObject([
      { kind: 'summary', key: 'sum', message: { content: '## 📌' }, rounds: [{}, {}] },
      { kind: 'round', key: 'q3', round: { items: [{ kind: 'answer' }] } },
    ]);
  });
});

describe('how the last turn ended', () => {
  const info = {
    ...{ conversationId: 'c', projectId: 'p', title: '', createdAt: 1, updatedAt: 1 },
    ...{ messageCount: 2, turnId: null, interrupted: false },
  };
  const stopped = message('a', 'assistant', '', {
    kind: 'note',
    error: { code: 'CANCELLED', message: '' },
  });
  it('is told until something else is said, also behind a summary', () => {
    const messages = [question('q'), stopped];
    expect(lastError({ info, messages })?.code).toBe('CANCELLED');
    const summary = message('sum', 'system', '## 📌', { kind: 'summary' });
    expect(lastError({ info, messages: [...messages, summary] })?.code).toBe('CANCELLED');
    expect(lastError({ info: { ...info, turnId: 't' }, messages })).toBeNull();
    expect(lastError({ info, messages: [...messages, answer('b')] })).toBeNull();
  });
});

describe('what a model says', () => {
  it('S4-04 is shown without the frame of the text protocol, also while it comes', () => {
    expect(spokenWords('Thought: 去读第三章\nAction: Read[{"path":"03.md"}]')).toBe('去读第三章');
    expect(spokenWords('Thought: 够了\nAction: Finish[雪停在第三章。]')).toBe('雪停在第三章。');
    expect(spokenWords('Thought：够了\nAction：Finish[雪停')).toBe('雪停');
    expect(spokenWords('雪停在第三章。')).toBe('雪停在第三章。');
    expect(spokenWords('清单：[a] 和 [b]')).toBe('清单：[a] 和 [b]');
  });

  it('S4-04 is shown whole where a line of it begins like the text protocol', () => {
    const words = '三拍：\n\nAction: 马超 出阵\nAction: Finish [the duel]\n\n收。';
    expect(answerWords({ content: words, metadata: { kind: 'finish' } })).toBe(words);
    expect(answerWords({ content: '', metadata: {} }, words)).toBe(words);
    const begun = 'Thought: 够了\nAction: Finish[雪停';
    expect(answerWords({ content: begun, metadata: { partial: true } })).toBe('雪停');
    expect(spokenWords('一拍：\nAction: Anna leaves the room.\n二拍')).toContain('二拍');
    expect(spokenWords('去读\nAction: Read\nAction Input: {"path":"03.md"}')).toBe('去读');
    expect(spokenWords('去读\nAction: Re')).toBe('去读');
    for (const whole of [
      'Action: Read\nAction Input: {"path":"03.md"}',
      'Action: Read\n输入：{}',
    ]) {
      for (let to = 'Action:'.length; to <= whole.length; to += 1) {
        expect(spokenWords(`去读\n${whole.slice(0, to)}`)).toBe('去读');
      }
    }
  });

  it('S4-24 is told from the reminder added to the writer’s words', () => {
    const reminder = '<system-reminder>\nThe user mentioned @01.md.\n</system-reminder>';
    expect(writersWords(`看 @01.md\n\n${reminder}`)).toBe('看 @01.md');
  });

  it('grows word by word until its step is kept', () => {
    const delta = { conversationId: 'c', turnId: 't', step: 1, at: 0, text: '雪' };
    const live = withDelta(withDelta(null, delta, []), { ...delta, at: 1, text: '停了' }, []);
    expect(live?.text).toBe('雪停了');
    expect(withDelta(live, { ...delta, step: 2, text: '在' }, [])?.text).toBe('在');
    const kept = [message('s', 'assistant', '雪停了', { turn_id: 't', step: 1 })];
    expect(clearLive(live, kept, 't')).toBeNull();
    expect(clearLive(live, [], 't')).toBe(live);
    expect(clearLive(live, [], null)).toBeNull();
    expect(withDelta(null, delta, kept)).toBeNull();
  });
});

describe('what a model is writing, where its beginning was not heard', () => {
  const delta = { conversationId: 'c', turnId: 't', step: 1, at: 2, text: '在第三章' };

  it('is told by the program, before or behind what was heard [S4-04]', () => {
    const heard = withDelta(null, delta, []);
    expect(heard).toEqual({ turnId: 't', step: 1, start: 2, text: '在第三章' });
    const whole = { turnId: 't', step: 1, start: 0, text: '雪停在第三章' };
    for (const text of ['雪停', '雪停在第', '雪停在第三章']) {
      expect(withSaid(heard, 't', { step: 1, text }, [])).toEqual(whole);
    }
    expect(withSaid(null, 't', { step: 1, text: '雪停在第三章' }, [])).toEqual(whole);
    // Heard late, it is in what was told already; and after a gap only the end is known.
    expect(withDelta(whole, delta, [])).toEqual(whole);
    expect(withDelta(whole, { ...delta, at: 9, text: '。' }, [])).toMatchObject({ start: 9 });
  });

  it('stays what it is where nothing is told, or the step is kept [S4-04]', () => {
    const heard = withDelta(null, delta, []);
    const kept = [message('s', 'assistant', '雪停在第三章', { turn_id: 't', step: 1 })];
    expect(withSaid(heard, 't', undefined, [])).toBe(heard);
    expect(withSaid(heard, 't', { step: 2, text: '' }, [])).toBe(heard);
    expect(withSaid(null, 't', { step: 1, text: '雪' }, kept)).toBeNull();
    expect(withSaid(null, null, { step: 1, text: '雪' }, [])).toBeNull();
  });
});

describe('a step in one line', () => {
  const documents = [{ path: '03.md', title: '第三章 渡口的锣' }];
  const call = (outcome: ConversationMessage | null) => ({
    callId: 'c',
    toolName: 'Read',
    input: { path: '03.md' },
    result: outcome,
  });

  it('names what was read and how much, and says when it did not go well', async () => {
    const { t } = await createI18n('zh-CN');
    const done = call(result('r', 'c', read, 'success'));
    expect(stepLine(t, done, documents, callState(done, false))).toEqual({
      words: '读了第三章',
      count: '40 行',
    });
    const failed = call(result('r', 'c', '{}', 'error'));
    expect(callState(failed, true)).toBe('failed');
    expect(stepLine(t, failed, documents, 'failed').words).toBe('读第三章');
    expect([callState(call(null), true), callState(call(null), false)]).toEqual([
      'running',
      'open',
    ]);
  });

  it('has words for every tool, and for those it does not know', async () => {
    for (const language of ['zh-CN', 'en'] as const) {
      const { t } = await createI18n(language);
      const words = (toolName: string, input: Record<string, string>) =>
        stepLine(t, { callId: 'c', toolName, input, result: null }, documents, 'done').words;
      expect(words('Grep', { pattern: '锣' })).toContain('“锣”');
      expect(words('web_read', { url: 'https://example.org/a' })).toContain('example.org');
      expect(words('weather__today', {})).toContain('weather__today');
      expect(words('TodoWrite', {})).not.toContain('{{');
      expect(words('Bash', { command: `echo ${'长'.repeat(200)}` }).length).toBeLessThan(90);
    }
  });

  it('reads observations as far as they can be read', () => {
    expect(observationOf(result('r', 'c', 'no json', 'success'))).toEqual({});
    expect(observationOf(result('r', 'c', '[1]', 'success'))).toEqual({});
    expect(readableJson('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(readableJson('[Content offloaded]')).toBe('[Content offloaded]');
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  CompactionRequest,
  Summarise,
  Turn,
  Urgency,
} from '#main/assistant/conversation/service.ts';
import { AppError } from '#shared/errors.ts';
import { timeoutSentence } from '#main/assistant/conversation/compaction/write-summary.ts';
import {
  act,
  call,
  type ConversationsWorld,
  count,
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
  world.settings.assistant.keepRounds = 2;
  ({ conversationId } = world.service.create({ projectId }));
});
afterEach(() => world.close());

const headings = [
  '### 🎯 Objectives & Status',
  '### 🏗️ Technical Context (Static)',
  '### ✅ Completed Milestones (The "Done" Pile)',
  '### 🧠 Key Insights & Decisions (Persistent Memory)',
  '### 📂 File System State (Snapshot)',
];
const summaryText = (words: string): string =>
  [
    '## 📌 Archived Session Summary',
    '*(Contains context from [2024-01-15] to [2024-01-16])*',
    ...headings.map((heading) => `${heading}\n* ${words}`),
  ].join('\n\n');
const answering =
  (words: string, asked: string[] = []): Summarise =>
  async ({ system, user }) => {
    asked.push(system + user);
    return summaryText(words);
  };
const requestOf = (
  ask: Summarise,
  { contextWindow = 50_000, urgency = 'asked' as Urgency },
): CompactionRequest => {
  const writer = { ask, window: contextWindow, count, took: () => usage(700) };
  return { conversationId, contextWindow, count, writer, urgency };
};
const compact = (
  summarise: Summarise,
  change: { service?: ConversationsWorld['service']; signal?: AbortSignal; window?: number } = {},
) =>
  (change.service ?? world.service).compact(
    requestOf(summarise, { contextWindow: change.window ?? 50_000 }),
    change.signal ?? new AbortController().signal,
  );
const told = () =>
  world.events.flatMap(({ name, payload }) =>
    name === 'conversation:compaction' ? [payload] : [],
  );
const rounds = async (from: number, to: number): Promise<void> => {
  for (let number = from; number <= to; number += 1) {
    await round(world.service, conversationId, `问${number}`, `答${number}`, 40_000);
  }
};
const promptNow = async () => {
  const { prompt } = await world.service.preview({ conversationId, text: '今' }, '', count);
  return prompt.history.map(({ kind, text }) => [kind, text] as const);
};
const messages = () => world.service.get(conversationId).messages;

describe('compaction', () => {
  it('puts whole old rounds behind one summary, all originals readable [S4-15…19]', async () => {
    await rounds(1, 2);
    const turn = await world.service.begin({ conversationId, text: '读' });
    const long = Array.from({ length: 600 }, (_, line) => `第${line}行`).join('\n');
    await act(turn, call('c1', 'Read', { path: '第一章.md' }), readResult('第一章.md', long));
    turn.finish('读了', usage(45_000));
    await rounds(4, 5);
    const asked: string[] = [];
    const { archived, summaryMessageId } = await compact(answering('阿宁要渡河', asked));
    expect(archived).toBe(8);
    expect(asked.join('\n')).toContain('问1');
    expect(asked.join('\n')).not.toContain('问4');
    const summary = messages().find(({ messageId }) => messageId === summaryMessageId);
    expect(summary).toMatchObject({ role: 'system', metadata: { kind: 'summary' } });
    // What it took belongs to what the conversation took.
    expect(summary?.metadata.usage).toEqual(usage(700));
    for (const heading of headings) expect(summary?.content).toContain(heading);
    expect(messages().filter(({ archivedBy }) => archivedBy === summaryMessageId)).toHaveLength(8);
    expect(await promptNow()).toEqual([
      ['summary', summary?.content],
      ['question', '问4'],
      ['finish', '答4'],
      ['question', '问5'],
      ['finish', '答5'],
    ]);

    const [summaryRef = '', archiveRef = ''] = summary?.contextRefs ?? [];
    expect(summary?.content).toContain(`[Archived messages in context: ${archiveRef}]`);
    const read = (id: string) => world.files.read({ conversationId, id, offset: 0, limit: 65_536 });
    const archive = (await read(archiveRef)).content;
    for (const words of ['问1', '答2', '600\t第599行', '读了']) expect(archive).toContain(words);
    expect((await read(summaryRef)).content).toBe(summary?.content);
    const { items } = await world.files.list({ conversationId, kind: 'history', limit: 50 });
    expect(items.map(({ hint }) => hint)).toContain(
      'Messages 1-8 of the conversation as they were before they were archived',
    );
  });

  it('appends summaries and never summarises or moves one again [S4-16 S2-12]', async () => {
    await rounds(1, 4);
    const first = await compact(answering('第一次'));
    await rounds(5, 6);
    const asked: string[] = [];
    const second = await compact(answering('第二次', asked));
    expect(asked.join('\n')).not.toContain('第一次');
    const kinds = await promptNow();
    expect(kinds.filter(([kind]) => kind === 'summary').map(([, text]) => text)).toEqual(
      [first, second].map(
        ({ summaryMessageId }) =>
          messages().find(({ messageId }) => messageId === summaryMessageId)?.content,
      ),
    );
    expect(
      messages()
        .filter(({ role }) => role === 'system')
        .every((m) => m.archivedBy === null),
    ).toBe(true);
    for (const { summaryMessageId } of [first, second]) {
      await expect(
        world.service.offload(conversationId, summaryMessageId ?? ''),
      ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    }
  });

  it('frees what it archived, so that it is not due again at once [S4-20]', async () => {
    const long = '长'.repeat(20_000);
    await round(world.service, conversationId, long, '答', 41_000);
    await rounds(2, 3);
    await round(world.service, conversationId, '问', '答', 41_000);
    expect(world.service.needsCompaction(conversationId, '', 50_000)).toBe(true);
    await compact(answering('短'));
    expect(world.service.needsCompaction(conversationId, '', 50_000)).toBe(false);
  });

  it('announces itself, tells its progress and how it ended [S4-21]', async () => {
    await rounds(1, 3);
    const { summaryMessageId } = await compact(answering('好'));
    const events = told();
    expect(events[0]).toMatchObject({ conversationId, state: 'started', archived: 2 });
    expect(events.at(-2)).toMatchObject({ state: 'progress', done: 1, total: 1 });
    expect(events.at(-1)).toMatchObject({ state: 'done', archived: 2, summaryMessageId });
  });

  it('that takes too long keeps the recent rounds and says so; the rest stays readable [S4-22]', async () => {
    const deadline = new AbortController();
    const service = world.another({ summaryDeadline: () => deadline.signal });
    await rounds(1, 3);
    const never: Summarise = (_, signal) => {
      deadline.abort();
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    };
    const { archived, summaryMessageId } = await compact(never, { service });
    expect(timeoutSentence).toBe('Summary generation timed out, keeping recent history only.');
    expect(archived).toBe(2);
    expect(told().at(-1)).toMatchObject({
      state: 'skipped',
      message: timeoutSentence,
      summaryMessageId,
    });
    const [[kind, text] = [], ...rest] = await promptNow();
    expect(kind).toBe('summary');
    expect(text?.startsWith(timeoutSentence)).toBe(true);
    expect(rest.map(([, words]) => words)).toEqual(['问2', '答2', '问3', '答3']);
    const note = messages().find(({ messageId }) => messageId === summaryMessageId);
    const [id = ''] = note?.contextRefs ?? [];
    const { content } = await world.files.read({ conversationId, id, offset: 0, limit: 65_536 });
    expect(content).toContain('问1');
  });

  it('that fails leaves everything as it was [S2-11 S4-19]', async () => {
    await rounds(1, 3);
    const before = { messages: messages(), prompt: await promptNow() };
    const failing: Summarise = () => Promise.reject(new Error('no network'));
    expect(await compact(failing)).toEqual({ archived: 0, offloaded: 0, summaryMessageId: null });
    expect(told().at(-1)).toMatchObject({ state: 'failed', archived: 0 });
    const cancelled = AbortSignal.abort();
    expect(await compact(answering('x'), { signal: cancelled })).toMatchObject({ archived: 0 });
    const refused = world.another({
      files: {
        ...world.files,
        createLazy: (id, file) =>
          file.name.for === 'archive'
            ? Promise.reject(new AppError('DISK_FULL', 'full'))
            : world.files.createLazy(id, file),
      },
    });
    expect(await compact(answering('x'), { service: refused })).toMatchObject({ archived: 0 });
    expect(told().at(-1)).toMatchObject({ state: 'failed', archived: 0 });
    expect({ messages: messages(), prompt: await promptNow() }).toEqual(before);
    expect((await world.files.list({ conversationId, limit: 50 })).items).toEqual([]);
  });

  it('has nothing to do while there are no more rounds than are kept [S4-17]', async () => {
    await rounds(1, 2);
    expect(await compact(answering('x'))).toEqual({
      archived: 0,
      offloaded: 0,
      summaryMessageId: null,
    });
    expect(told()).toMatchObject([{ state: 'skipped', archived: 0 }]);
  });

  it('never takes the round under way, nor parts calls from results [S4-17]', async () => {
    const step = async (turn: Turn, id: string) => act(turn, call(id), readResult('a.md', '一'));
    for (const number of [1, 2, 3, 4]) {
      const turn = await world.service.begin({ conversationId, text: `问${number}` });
      await step(turn, `${number}a`);
      await step(turn, `${number}b`);
      if (number < 4) turn.finish(`答${number}`, usage());
      else {
        await compact(answering('好'));
        const prompt = await promptOf(turn);
        expect(unpaired(prompt)).toEqual([]);
        expect(prompt.scratchpad).toHaveLength(4);
        expect(prompt.history.map(({ text }) => text)).toContain('问2');
        expect(prompt.history.map(({ text }) => text)).not.toContain('问1');
      }
    }
  });

  it('is not held up by a server that gives the calls of every round the same ids [S4-16]', async () => {
    for (const number of [1, 2, 3]) {
      const turn = await world.service.begin({ conversationId, text: `问${number}` });
      await act(turn, call('call_0'), readResult('a.md', '一'));
      turn.finish(`答${number}`, usage());
    }
    expect((await compact(answering('好'))).archived).toBe(4);
  });

  it('measures summaries by the model that is asked now, not by the one that asked for them [S4-19]', async () => {
    for (let number = 1; number <= 4; number += 1) {
      await rounds(number * 3, number * 3 + 2);
      await compact(answering('长'.repeat(300)), { window: 200_000 });
    }
    const turn = await world.service.begin({ conversationId, text: '然后' });
    const shown = async (window?: number): Promise<number> =>
      (await turn.prompt('SYSTEM', () => ({ ephemeral: null }), count, window)).history
        .filter(({ kind }) => kind === 'summary')
        .reduce((sum, { text }) => sum + text.length, 0);
    expect(await shown()).toBeGreaterThan(4000);
    expect(await shown(20_000)).toBeLessThanOrEqual(4000);
  });

  it('shows the oldest summaries as a line with their ref once they pass a fifth of the window [S4-19]', async () => {
    const ids: string[] = [];
    for (let number = 1; number <= 4; number += 1) {
      await rounds(number * 3, number * 3 + 2);
      const { summaryMessageId } = await compact(answering('长'.repeat(300)), { window: 20_000 });
      ids.push(summaryMessageId ?? '');
    }
    const shown = (await promptNow())
      .filter(([kind]) => kind === 'summary')
      .map(([, text]) => text);
    const total = shown.reduce((sum, text) => sum + text.length, 0);
    expect(total).toBeLessThanOrEqual(4000);
    const first = messages().find(({ messageId }) => messageId === ids[0]);
    expect(shown[0]).toContain(first?.contextRefs[0] ?? 'none');
    expect(shown[0]?.split('\n')).toHaveLength(1);
    expect(shown.at(-1)).toBe(messages().find(({ messageId }) => messageId === ids[3])?.content);
  });
});

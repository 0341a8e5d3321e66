import { scenesOf } from '#main/base/prose/scenes.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventName, EventPayload } from '#shared/contract/events.ts';
import type { Channel, Input } from '#shared/contract/index.ts';
import type { ToolProtocol } from '#shared/domain/model-profile.ts';
import type { Json, Reply } from '#shared/errors.ts';
import { patient } from './ai-world.ts';
import { createTestApp } from './app.ts';
import { startEmbeddingServer } from './embedding-server.ts';
import { type Script, startModelServer } from './model-server.ts';
import type { Begun, PaidPath } from './paid-path.ts';
import { scripted } from './scripted-steps.ts';

const chapterCount = 50;
const names = ['沈砚', '裴照', '顾言', '苏晚', '陆离', '白芷', '温酒', '江迟', '叶舟', '宋雨'];
const chapterText = (index: number): string =>
  `# 第${index + 1}章\n\n第${index + 1}夜，${names[index % names.length]}在渡口等船，雪落在铜锣上。\n\n${names[index % names.length]}说，灯是第${index + 1}次灭的。\n`;

const isRewrite = (request: string): boolean => request.includes('重写一遍');
const isJudge = (request: string): boolean => request.includes('You check a passage of fiction');
const isLookUp = (request: string): boolean => request.includes('先说出写这一段之前需要查清');
const isPlain = (request: string): boolean => !isJudge(request) && !isLookUp(request);
const always = (): boolean => true;
const yes = { pieces: ['雪又下了', '起来，没有人说话。'] };
const shortAnswer = { pieces: ['等船，', '没有等到。'] };
const noFindings = { pieces: ['{"checked":[],', '"findings":[]}'] };

/** What was heard, and what is waited for. */
const listenTo = (test: Awaited<ReturnType<typeof createTestApp>>) => {
  const heard: { name: EventName; payload: unknown }[] = [];
  test.app.events.on((name, payload) => void heard.push({ name, payload }));
  return {
    heard,
    next: <N extends EventName>(
      wanted: readonly N[],
      isIt: (payload: EventPayload<N>) => boolean,
    ): Promise<EventPayload<N>> =>
      new Promise((resolve) => {
        const stop = test.app.events.on((name, payload) => {
          if (!(wanted as readonly EventName[]).includes(name)) return;
          // The pair of name and payload is what the bus promises.
          const told = payload as EventPayload<N>;
          if (!isIt(told)) return;
          stop();
          resolve(told);
        });
      }),
  };
};

/** A program with a model, an embedder and a book, and every path on which it asks a model for money. */
export const openPaidPaths = async () => {
  const server = await startModelServer();
  const embedder = await startEmbeddingServer(['雪', '锣']);
  const test = await createTestApp({ aiTiming: patient, localServers: [] });
  const { next, heard } = listenTo(test);
  const folder = join(test.folder, 'book');
  mkdirSync(folder);
  for (let index = 0; index < chapterCount; index += 1) {
    writeFileSync(join(folder, `${String(index + 1).padStart(2, '0')}.md`), chapterText(index));
  }
  const opened = await test.call('projects:open', { path: folder, language: 'zh-CN' });
  const { projectId, documents } = opened;
  const idOf = (index: number): string => documents[index % chapterCount]?.documentId ?? '';
  const last = idOf(chapterCount - 1);
  for (const name of names) {
    const made = { projectId, kind: 'character' as const, name, summary: `${name}，等船的人。` };
    await test.call('knowledge:entities:create', made);
  }
  await test.call('constraints:create', { projectId, type: 'style', text: '不用感叹号' });
  await test.call('constraints:create', { projectId, type: 'character', text: '沈砚说短话。' });
  await test.call('settings:update', { assistant: { keepRounds: 1 } });
  const connect = (toolProtocol: ToolProtocol) =>
    test.call('ai:models:save', {
      ...{ id: 'scripted', provider: 'openai-compatible', baseUrl: `${server.url}/v1` },
      ...{ model: 'gpt-4o', contextWindow: 60_000, maxOutput: 300, toolProtocol },
      prices: { currency: '$', input: 2, output: 8 },
    });
  await connect('native');

  /** A call that may be refused, and may be called off. */
  const ask = <C extends Channel>(channel: C, input: Input<C>) => {
    const controller = new AbortController();
    const reply = test.app.dispatch(channel, input, { signal: controller.signal });
    return { reply, cancel: async () => controller.abort() };
  };
  const asBegun = <C extends Channel>(channel: C, input: Input<C>): Begun => {
    const { reply, cancel } = ask(channel, input);
    return { told: reply, cancel };
  };
  const answerOf = (reply: Reply<Json>): Record<string, string> | null =>
    reply.ok ? (reply.value as Record<string, string>) : null;

  const run = async (change: Partial<Input<'ai:run'>> = {}): Promise<Begun> => {
    const { text } = await test.call('documents:read', { projectId, documentId: last });
    const input = { projectId, documentId: last, cursorPosition: text.length };
    const reply = await ask('ai:run', { ...input, skillId: 'continue', ...change }).reply;
    const runId = answerOf(reply)?.runId;
    if (runId === undefined) return { told: Promise.resolve(reply) };
    const told = next(['ai:done', 'ai:failed'], (payload) => payload.runId === runId);
    return { told, cancel: () => ask('ai:cancel', { runId }).reply };
  };
  /** What was looked up stands in what it was sent. */
  const runThatLooksUp = async (): Promise<Begun> => {
    const { told, cancel } = await run();
    const withLookUp = told.then(async (end) => {
      const { items } = await test.call('ai:runs:list', { projectId });
      const one = items.find(({ runId }) => runId === (end as { runId?: string }).runId);
      if (!one) return end;
      const { assemblyId } = one;
      return { end, kept: await test.call('context:history:items', { assemblyId }) };
    });
    return { told: withLookUp, ...(cancel ? { cancel } : {}) };
  };
  const runIdOfNew = async (): Promise<string> => {
    const told = await (await run()).told;
    return (told as EventPayload<'ai:done'>).runId;
  };

  const converse = async (protocol: ToolProtocol): Promise<Begun> => {
    await connect(protocol);
    const { conversationId } = await test.call('conversation:create', { projectId });
    const ended = next(
      ['conversation:done', 'conversation:failed'],
      (payload) => payload.conversationId === conversationId,
    );
    const sent = { conversationId, text: '雪下了多久？', documentId: last };
    const { turnId } = await test.call('conversation:send', sent);
    return { told: ended, cancel: () => test.call('conversation:stop', { turnId }) };
  };

  const long: string[] = [];
  const makeLong = async (): Promise<string> => {
    const { conversationId } = await test.call('conversation:create', { projectId });
    for (let round = 0; round < 3; round += 1) {
      const ended = next(
        ['conversation:done', 'conversation:failed'],
        (payload) => payload.conversationId === conversationId,
      );
      await test.call('conversation:send', { conversationId, text: `第${round}问` });
      await ended;
    }
    return conversationId;
  };

  const compact = (conversationId: string): Begun => {
    const { reply, cancel } = ask('conversation:compact', { conversationId });
    const isOfIt = ({ name, payload }: (typeof heard)[number]): boolean =>
      name === 'conversation:compaction' && JSON.stringify(payload).includes(conversationId);
    return { told: reply.then(() => heard.filter(isOfIt)), cancel };
  };

  type JobList = 'synopses:list' | 'contradictions:list';
  const job = async (
    start: 'synopses:job:start' | 'contradictions:job:start',
    [list, cancel]: [JobList, 'synopses:job:cancel' | 'contradictions:job:cancel'],
  ): Promise<Begun> => {
    const changed = start === 'synopses:job:start' ? 'synopses:changed' : 'contradictions:changed';
    const jobNow = async () => (await test.call(list, { projectId })).job;
    const input = start === 'synopses:job:start' ? { which: 'all' as const } : {};
    const reply = await ask(start, { projectId, ...input }).reply;
    if (!reply.ok) return { told: Promise.resolve(reply) };
    const told = (async () => {
      for (;;) {
        const change = next([changed], () => true);
        const now = await jobNow();
        if (now?.state !== 'running') return now;
        await change;
      }
    })();
    return { told, cancel: () => ask(cancel, { projectId }).reply };
  };

  const setLookUp = async (lookUp: boolean): Promise<void> => {
    const { version } = await test.call('context:budget:get', { projectId });
    await test.call('context:budget:update', { projectId, expectedVersion: version, lookUp });
  };

  let spaces = 0;
  const chooseEmbedder = async (): Promise<void> => {
    spaces += 1;
    const model = `space-${spaces}`;
    await test.call('settings:update', {
      embedder: { kind: 'openai-compatible', baseUrl: embedder.url, model },
    });
  };
  const indexed = async (): Promise<unknown> => {
    await test.call('retrieval:index', { projectId, wait: true });
    return test.call('retrieval:status', { projectId });
  };
  const indexWhole = async (): Promise<void> => {
    await chooseEmbedder();
    await indexed();
  };
  /** Of an embedder's refusal the status tells. */
  const statusAfter = async (told: Promise<unknown>) => {
    await told;
    return test.call('retrieval:status', { projectId });
  };
  const chatSources = ['assistant/agent/loop/ask-for-step.ts', 'ai/runs/chat/chat.ts'];
  const embedSources = [
    'context/retrieval/index.ts',
    'context/retrieval/embedders/embedder-door.ts',
  ];
  const complete = 'ai/runs/models/create-models.ts';
  /** The requests of a job, which wait for room. */
  const waiting = 'jobs/waiting-for-purse.ts';
  const runSources = ['ai/runs/attempts/begin-run.ts', 'ai/runs/attempts/attempt-run.ts'];
  const judgeSources = [
    ...['ai/runs/model-judge.ts', 'ai/judge/ask-judge-model.ts', complete],
    'composition/judge-of-runs.ts',
  ];
  let earlierRun = '';
  const rewriting = (on: boolean) =>
    test.call('judge:settings:update', { projectId, mode: on ? 'regenerate' : 'mark' });

  const ofRun = { purpose: 'run', together: 'copies', says: yes } as const;
  const ofJudge = {
    purpose: 'judge',
    together: 'copies',
    says: noFindings,
    isMeant: isJudge,
  } as const;
  const ofChat = { purpose: 'conversation', together: 'copies', isMeant: always } as const;
  const ofEmbedder = { purpose: 'embedding', says: {} } as const;
  const paths: Record<string, PaidPath> = {
    'a run': { ...ofRun, through: runSources, isMeant: isPlain, begin: () => run() },
    'a run asked again': {
      ...{ ...ofRun, through: runSources, isMeant: isPlain },
      async prepare() {
        earlierRun = await runIdOfNew();
      },
      begin: () => run({ rerunOf: earlierRun }),
    },
    'a run written anew for its faults': {
      ...{ ...ofRun, through: ['ai/runs/attempts/carry-out-run.ts', ...runSources] },
      ...{ isMeant: isRewrite, comesAfter: isJudge },
      otherwise: (request) => otherAnswer(request, '没有人！'),
      prepare: async () => void (await rewriting(true)),
      begin: () => run(),
    },
    'the judge of a run': {
      ...{ ...ofJudge, comesAfter: isPlain },
      through: ['ai/runs/attempts/carry-out-run.ts', ...judgeSources],
      prepare: async () => void (await rewriting(true)),
      otherwise: (request) => otherAnswer(request, '沈砚说了很久的话。'),
      begin: () => run(),
    },
    'the judge of a chapter': {
      ...{ ...ofJudge, through: ['rpc/handlers.ts', ...judgeSources] },
      begin: async () => asBegun('judge:check', { projectId, text: '沈砚说了很久的话。' }),
    },
    'the judge of a kept answer': {
      ...ofJudge,
      through: ['ai/runs/attempts/judge-run.ts', 'rpc/handlers.ts', ...judgeSources],
      async prepare() {
        earlierRun = await runIdOfNew();
      },
      begin: async () => asBegun('ai:runs:judge', { projectId, runId: earlierRun }),
    },
    'a run that looks things up first': {
      ...{ purpose: 'lookUp', through: ['ai/runs/attempts/look-up-first.ts', complete] },
      ...{ says: { pieces: ['铜锣', '在哪里？'] }, isMeant: isLookUp, isBeside: true },
      ...{ together: 'copies', prepare: () => setLookUp(true), begin: runThatLooksUp },
    },
    'a conversation by native calls': {
      ...{ ...ofChat, through: chatSources, begin: () => converse('native') },
      says: scripted('native', { answer: '下了一夜，没有停过。' }),
    },
    'a conversation by text': {
      ...{ ...ofChat, through: chatSources, begin: () => converse('react') },
      says: scripted('react', { answer: '下了一夜，没有停过。' }),
    },
    'a summary of a conversation': {
      ...{ purpose: 'summary', through: ['assistant/agent/loop/compaction.ts', complete] },
      ...{ together: 'copies', isMeant: always, says: { pieces: ['问过三次，', '答过三次。'] } },
      async prepare(copies) {
        long.length = 0;
        for (let copy = 0; copy < copies; copy += 1) long.push(await makeLong());
      },
      begin: async (copy) => compact(long[copy] ?? ''),
    },
    'the synopsis of a chapter': {
      ...{ purpose: 'synopsis', together: 'copies', isMeant: always, says: shortAnswer },
      through: ['ai/synopses/index.ts', 'ai/synopses/make-proposal.ts', complete],
      begin: async (copy) => asBegun('synopses:propose', { projectId, documentId: idOf(copy) }),
    },
    'the synopsis of a scene': {
      ...{ purpose: 'synopsis', together: 'copies', isMeant: always, says: shortAnswer },
      through: ['ai/synopses/index.ts', 'ai/synopses/propose-scene.ts', complete],
      async begin(copy) {
        const documentId = idOf(copy);
        const { text } = await test.call('documents:read', { projectId, documentId });
        const [scene] = scenesOf(text);
        const { start = 0, opening = '' } = scene ?? {};
        return asBegun('synopses:scene:propose', { projectId, at: { documentId, start, opening } });
      },
    },
    'the synopses of a book': {
      ...{ purpose: 'synopsis', together: 'steps', isMeant: always, says: shortAnswer },
      through: ['ai/synopses/run-job.ts', 'ai/synopses/ask-synopsis.ts', waiting, complete],
      begin: () => job('synopses:job:start', ['synopses:list', 'synopses:job:cancel']),
    },
    'the contradictions of a book': {
      ...{ purpose: 'contradiction', together: 'steps', isMeant: always, says: noFindings },
      through: [
        'ai/contradictions/run-job.ts',
        'ai/contradictions/ask-entry.ts',
        waiting,
        complete,
      ],
      begin: () =>
        job('contradictions:job:start', ['contradictions:list', 'contradictions:job:cancel']),
    },
    'a connection that is tested': {
      ...{ purpose: 'modelTest', together: 'copies', isMeant: always },
      through: ['ai/runs/models/check-connection.ts', complete, 'rpc/handlers.ts'],
      says: { pieces: ['y', 'es'] },
      begin: async () => asBegun('ai:models:test', { id: 'scripted' }),
    },
    'the passages of a book': {
      ...{ ...ofEmbedder, together: 'single' },
      through: [
        'context/retrieval/embed-missing.ts',
        'context/retrieval/embedders/embedder-door.ts',
      ],
      async begin() {
        await chooseEmbedder();
        return { told: indexed(), cancel: () => test.call('retrieval:cancel', { projectId }) };
      },
    },
    'a question to the book': {
      ...{
        ...ofEmbedder,
        isNeverCalledOff: true,
        together: 'copies',
        through: [...embedSources, 'rpc/handlers.ts'],
      },
      prepare: indexWhole,
      begin: async () => {
        const { reply } = ask('retrieval:search', { projectId, query: '雪里的铜锣' });
        return { told: statusAfter(reply) };
      },
    },
    'a question of the assistant to the book': {
      ...{ ...ofEmbedder, isNeverCalledOff: true, together: 'copies', comesAfter: always },
      through: [...embedSources, 'assistant/agent/tools/project/search-manuscript.ts'],
      prepare: indexWhole,
      otherwise: (request) =>
        request.includes('"tool_call_id"')
          ? yes
          : scripted('native', { calls: [['search_manuscript', { query: '雪里的铜锣' }]] }),
      async begin() {
        const { told } = await converse('native');
        return { told: statusAfter(told), around: told };
      },
    },
    'what a run looks up': {
      ...{ ...ofEmbedder, isNeverCalledOff: true, together: 'copies', comesAfter: isLookUp },
      through: [...embedSources, 'context/engine/find-looked-up.ts'],
      async prepare() {
        await setLookUp(true);
        await indexWhole();
      },
      otherwise: (request) =>
        isLookUp(request) ? { pieces: ['铜锣在哪里？'] } : otherAnswer(request),
      async begin() {
        const { told } = await run();
        return { told: statusAfter(told), around: told };
      },
    },
  };

  return {
    ...{ test, server, embedder, projectId, paths },
    /** Everything as it is before a path is gone. */
    async calm(): Promise<void> {
      await test.call('purse:update', { perDay: {}, perMonth: {}, perRequest: {} });
      await test.call('settings:update', { embedder: { kind: 'builtin' } });
      await setLookUp(false);
      await rewriting(false);
      await connect('native');
      server.script(({ bytes }) => otherAnswer(bytes.toString()));
      server.calls.length = 0;
      Object.assign(embedder, { ending: 'whole', tokens: null, before: async () => undefined });
    },
    async close(): Promise<void> {
      await test.close();
      await server.close();
      await embedder.close();
    },
  };
};

/** What a request is answered with that is not the one a path is about. */
export const otherAnswer = (request: string, words = '雪又下了起来。'): Script =>
  isJudge(request) ? noFindings : { pieces: [words] };

export type PaidPaths = Awaited<ReturnType<typeof openPaidPaths>>;

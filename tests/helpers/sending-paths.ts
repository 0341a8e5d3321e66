import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scenesOf } from '#main/base/prose/scenes.ts';
import type { Fence } from '#shared/domain/fence.ts';
import type { Input } from '#shared/contract/index.ts';
import type { ToolProtocol } from '#shared/domain/model-profile.ts';
import { patient } from './ai-world.ts';
import { createTestApp } from './app.ts';
import { startEmbeddingServer } from './embedding-server.ts';
import { startModelServer } from './model-server.ts';
import { scripted } from './scripted-steps.ts';

/** Words that stand in nothing but one thing each that a fence can close. */
export const canaries = {
  chapter: '禁甲鹮鹭',
  chapterTitle: '灯塔守望者之死',
  entry: '禁乙鹮鹭',
  besideEntry: '伴乙鹮鹭',
  constraint: '禁丙鹮鹭',
  relation: '禁丁鹮鹭',
} as const;
export type Canary = keyof typeof canaries;

const ending = '雪夜里铜锣响了三声，舅公把灯吹灭。';
const book: Record<string, string> = {
  [`01 ${canaries.chapterTitle}.md`]: `# ${canaries.chapterTitle}\n\n雪夜里铜锣下面埋着${canaries.chapter}。\n`,
  '02.md': `# 二\n\n铜锣旁边，沈砚想起雪夜里的${canaries.besideEntry}。\n\n${ending}\n`,
  '03.md': `# 三\n\n天亮以后，铜锣不见了。\n\n舅公还是没有说话，雪夜过去了。\n`,
};

/**
 * A book with something secret in everything that can be fenced, and every way on which the program sends words of it:
 * the chapter all requests are made for is the third.
 */
export const openSendingPaths = async () => {
  const server = await startModelServer();
  const embedder = await startEmbeddingServer(['雪', '锣']);
  const test = await createTestApp({ aiTiming: patient, localServers: [] });
  const folder = join(test.folder, 'book');
  mkdirSync(folder);
  for (const [path, text] of Object.entries(book)) writeFileSync(join(folder, path), text);
  const opened = await test.call('projects:open', { path: folder, language: 'zh-CN' });
  const { projectId, documents } = opened;
  const ids = documents.map(({ documentId }) => documentId);
  const [first = '', , third = ''] = ids;

  const entity = (name: string, summary: string) =>
    test.call('knowledge:entities:create', { projectId, kind: 'character', name, summary });
  const secret = await entity('沈砚', `带着${canaries.entry}的人。`);
  const uncle = await entity('舅公', '敲铜锣的人。');
  const relation = { subjectId: uncle.entityId, objectId: secret.entityId };
  await test.call('knowledge:relations:create', {
    projectId,
    ...relation,
    predicate: `瞒着${canaries.relation}`,
  });
  const constraint = await test.call('constraints:create', {
    projectId,
    type: 'plot',
    text: `让铜锣引出${canaries.constraint}。`,
  });
  await test.call('constraints:create', { projectId, type: 'style', text: '不用“忽然”。' });
  await test.call('constraints:create', { projectId, type: 'character', text: '让舅公说短话。' });
  // A promise of the first chapter, due in the third: it goes with that one's requests.
  const { text: promised } = await test.call('documents:read', { projectId, documentId: first });
  const start = promised.indexOf('雪夜里铜锣');
  await test.call('threads:create', {
    ...{ projectId, title: `沈砚与${canaries.entry}`, due: { documentId: third } },
    places: [{ kind: 'opened', documentId: first, start, end: promised.trimEnd().length }],
  });
  // What is noted of a chapter names it.
  const { text, version } = await test.call('documents:read', { projectId, documentId: first });
  const longer = `${text}\n雪停了。\n`;
  await test.call('documents:save', {
    ...{ projectId, documentId: first, text: longer, expectedVersion: version },
  });
  const [scene] = scenesOf(longer);
  await test.call('manuscript:scenes:update', {
    ...{ projectId, synopsis: `雪夜，舅公在铜锣下面埋了${canaries.chapter}。` },
    at: { documentId: first, start: scene?.start ?? 0, opening: scene?.opening ?? '' },
  });
  await test.call('memory:episodes:create', {
    projectId,
    documentId: first,
    text: `在《${canaries.chapterTitle}》里写过铜锣、雪夜和舅公。`,
  });
  await test.call('settings:update', { assistant: { keepRounds: 1 } });

  const connect = (toolProtocol: ToolProtocol) =>
    test.call('ai:models:save', {
      id: 'scripted',
      provider: 'openai-compatible',
      baseUrl: `${server.url}/v1`,
      model: 'gpt-4o',
      contextWindow: 60_000,
      maxOutput: 2000,
      toolProtocol,
    });
  await connect('native');

  const runEnded = async (input: Partial<Input<'ai:run'>>): Promise<string> => {
    const { text: chapter } = await test.call('documents:read', { projectId, documentId: third });
    const how = { projectId, documentId: third, cursorPosition: chapter.length };
    const ends = new Set<string>();
    let tell: () => void = () => undefined;
    const stop = test.app.events.on((name, payload) => {
      if (name !== 'ai:done' && name !== 'ai:failed') return;
      ends.add(payload.runId);
      tell();
    });
    const { runId } = await test.call('ai:run', { ...how, skillId: 'continue', ...input });
    while (!ends.has(runId)) {
      await new Promise<void>((resolve) => {
        tell = resolve;
        if (ends.has(runId)) resolve();
      });
    }
    stop();
    return runId;
  };
  const say = async (words: string) => {
    server.script({ pieces: [words] });
  };

  const chats = new Map<ToolProtocol, string>();
  const conversationOf = async (protocol: ToolProtocol): Promise<string> => {
    const known = chats.get(protocol);
    if (known !== undefined) return known;
    const { conversationId } = await test.call('conversation:create', { projectId });
    chats.set(protocol, conversationId);
    return conversationId;
  };
  const turn = async (protocol: ToolProtocol): Promise<void> => {
    await connect(protocol);
    const conversationId = await conversationOf(protocol);
    const looks: [string, object][] = [
      ['LS', {}],
      ['Glob', { pattern: '**/*' }],
      ['Grep', { pattern: '.' }],
      ...Object.keys(book).map((path): [string, object] => ['Read', { path }]),
      ['search_manuscript', { query: '雪夜 铜锣' }],
      ['lookup_codex', {}],
      ['lookup_codex', { name: '舅公' }],
      ['lookup_codex', { name: '沈砚' }],
      ['lookup_constraints', {}],
      ['lookup_synopses', {}],
      ['context_list', {}],
    ];
    // What the model says is all it was shown: a paraphrase would do, and this is the worst of them.
    const repeat = (call: { bytes: Buffer }) =>
      scripted(protocol, { answer: `我读到：${secretsIn(call.bytes.toString())}` });
    server.script(scripted(protocol, { calls: looks }), repeat);
    await ask(conversationId, '看看');
    await ask(conversationId, '还有呢？');
  };
  const ask = async (conversationId: string, words: string): Promise<void> => {
    const done = new Promise<void>((resolve) => {
      const stop = test.app.events.on((...[name]) => {
        if (name !== 'conversation:done' && name !== 'conversation:failed') return;
        stop();
        resolve();
      });
    });
    await test.call('conversation:send', { conversationId, text: words, documentId: third });
    await done;
  };
  const secretsIn = (text: string): string =>
    Object.values(canaries)
      .filter((word) => text.includes(word))
      .join('，');

  /** What may not be sent is refused, and that is all right. */
  const proposeSynopsis = async (documentId: string): Promise<void> => {
    const signal = new AbortController().signal;
    await test.app.dispatch('synopses:propose', { projectId, documentId }, { signal });
  };

  const proposeScene = async (documentId: string): Promise<void> => {
    const { text } = await test.call('documents:read', { projectId, documentId });
    const signal = new AbortController().signal;
    for (const { start, opening } of scenesOf(text)) {
      const at = { documentId, start, opening };
      await test.app.dispatch('synopses:scene:propose', { projectId, at }, { signal });
    }
  };

  /** Where nothing may be told of any entry there is nothing to ask. */
  const askForContradictions = async (): Promise<void> => {
    await test.call('contradictions:job:start', { projectId });
    for (;;) {
      const { job } = await test.call('contradictions:list', { projectId });
      if (job?.state !== 'running') return;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  let lastRun = '';
  const paths: Record<string, () => Promise<void>> = {
    'a run': async () => {
      await say('雪又下了起来。');
      lastRun = await runEnded({});
    },
    'a run asked again': async () => {
      await say('雪又下了起来。');
      await runEnded({ rerunOf: lastRun });
    },
    'a run written anew for its faults, and its judge': async () => {
      await test.call('judge:settings:update', { projectId, mode: 'regenerate' });
      server.script(
        (call) => ({ pieces: [`铜锣忽然响了，是${secretsIn(call.bytes.toString())}。`] }),
        { pieces: ['{"findings":[]}'] },
        { pieces: ['铜锣响了。'] },
        { pieces: ['{"findings":[]}'] },
      );
      await runEnded({});
      await test.call('judge:settings:update', { projectId, mode: 'mark' });
    },
    'a run that looks things up first': async () => {
      const lookUp = async (isOn: boolean) => {
        const { version } = await test.call('context:budget:get', { projectId });
        const change = { projectId, expectedVersion: version, lookUp: isOn };
        await test.call('context:budget:update', change);
      };
      await lookUp(true);
      // What the model asks for is what a fence closes, and whatever it was told.
      server.script(
        (call) => ({
          pieces: [
            `雪夜里铜锣下面埋着什么？\n舅公瞒着什么？\n铜锣${secretsIn(call.bytes.toString())}在哪？`,
          ],
        }),
        { pieces: ['雪又下了起来。'] },
      );
      await runEnded({});
      await lookUp(false);
    },
    'the judge of a chapter': async () => {
      server.script({ pieces: ['{"findings":[]}'] });
      await test.call('judge:check', { projectId, documentId: third });
    },
    'a conversation by native calls': () => turn('native'),
    'a conversation by text': () => turn('react'),
    'a summary of native calls': async () => {
      await say('归纳。');
      await test.call('conversation:compact', { conversationId: await conversationOf('native') });
    },
    'a summary of text': async () => {
      await say('归纳。');
      await test.call('conversation:compact', { conversationId: await conversationOf('react') });
    },
    'the synopsis of each chapter': async () => {
      await say('铜锣响了，没有人应。');
      for (const documentId of ids) await proposeSynopsis(documentId);
    },
    'the synopsis of each scene': async () => {
      await say('铜锣响了，没有人应。');
      for (const documentId of ids) await proposeScene(documentId);
    },
    'the contradictions of the book': async () => {
      await say('{"findings":[]}');
      await askForContradictions();
    },
    'a connection that is tested': async () => {
      await say('yes');
      await test.call('ai:models:test', { id: 'scripted' });
    },
  };

  const requests = (): string[] => [
    ...server.calls.map(({ bytes }) => bytes.toString('utf8')),
    ...embedder.requests.flatMap(({ texts }) => texts),
  ];
  const fenceConstraint = async (fence: Fence | null): Promise<void> => {
    const { constraintId } = constraint;
    const { items } = await test.call('constraints:list', { projectId });
    const expectedVersion = items.find((one) => one.constraintId === constraintId)?.version ?? 0;
    await test.call('constraints:update', { projectId, constraintId, expectedVersion, fence });
  };
  const fenceEntry = async (fence: Fence | null): Promise<void> => {
    const { entityId } = secret;
    const { items } = await test.call('knowledge:entities:list', { projectId });
    const expectedVersion = items.find((one) => one.entityId === entityId)?.version ?? 0;
    await test.call('knowledge:entities:update', { projectId, entityId, expectedVersion, fence });
  };

  return {
    paths,
    requests,
    /** Which of the secrets what was sent since then tells. */
    told: (from: number): Canary[] => {
      const sent = requests().slice(from).join('\n');
      return (Object.keys(canaries) as Canary[]).filter((one) => sent.includes(canaries[one]));
    },
    /** The bodies of a run whose first request the server refuses for the moment, `meanwhile` being done before. */
    async runRefusedOnce(meanwhile: () => Promise<void>): Promise<string[]> {
      const from = server.calls.length;
      server.script(
        async () => {
          await meanwhile();
          return { status: 503 };
        },
        { pieces: ['雪又下了起来。'] },
      );
      await runEnded({});
      return server.calls.slice(from).map(({ bytes }) => bytes.toString('utf8'));
    },
    /** A run that tells what it was told, and later the writer's question what a model says of its answer. */
    async judgeKeptAnswer(meanwhile: () => Promise<void>): Promise<string[]> {
      server.script((call) => ({ pieces: [`铜锣响了，是${secretsIn(call.bytes.toString())}。`] }));
      const runId = await runEnded({});
      await meanwhile();
      const from = server.calls.length;
      server.script({ pieces: ['{"checked":[],"findings":[]}'] });
      await test.call('ai:runs:judge', { projectId, runId });
      return server.calls.slice(from).map(({ bytes }) => bytes.toString('utf8'));
    },
    /** On everything at once. */
    async fence(fence: Fence | null): Promise<void> {
      await test.call('documents:update', { projectId, documentId: first, fence });
      await fenceEntry(fence);
      await fenceConstraint(fence);
    },
    /** The embedder of this machine, or the same under a name nobody takes for this machine. */
    async embed(where: 'here' | 'away', sendsFenced?: boolean): Promise<void> {
      const baseUrl =
        where === 'here' ? embedder.url : embedder.url.replace('127.0.0.1', '0.0.0.0');
      const leave = sendsFenced === undefined ? {} : { sendsFenced };
      await test.call('settings:update', {
        embedder: { kind: 'openai-compatible', baseUrl, model: 'small', ...leave },
      });
      await test.call('retrieval:index', { projectId, wait: true });
      for (const query of ['雪', `沈砚的${canaries.entry}`]) {
        await test.call('retrieval:search', { projectId, query });
      }
    },
    async close(): Promise<void> {
      await test.close();
      await server.close();
      await embedder.close();
    },
  };
};

export type SendingPaths = Awaited<ReturnType<typeof openSendingPaths>>;

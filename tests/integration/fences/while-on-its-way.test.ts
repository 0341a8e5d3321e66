/** A fence that goes up after a request was begun and before its first byte leaves (N3). */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createServices } from '#main/app.ts';
import { createContextEngine } from '#main/context/engine/index.ts';
import { createTokens, estimateParagraphs, estimateTokens } from '#main/context/tokens/index.ts';
import type { Secrets } from '#main/platform.ts';
import { type AiWorld, createAiWorld, doneOf, failedOf } from '#tests/helpers/ai-world.ts';
import { platformAt } from '#tests/helpers/app.ts';
import { createGate, type Gate } from '#tests/helpers/gate.ts';

/** Only the first chapter holds it, whose end goes with every request for the second. */
const secret = '数着桌上的铜钥匙';
const never = { neverSend: true } as const;

let world: AiWorld;

const scope = () => ({ projectId: world.projectId });
const bodies = (): string[] => world.server.calls.map(({ bytes }) => bytes.toString());
const fenceFirst = async (fence: typeof never | null = never) => {
  const { documents } = await world.test.call('projects:get', scope());
  const [first] = documents;
  if (!first) throw new Error('The book is empty.');
  const change = { ...scope(), documentId: first.documentId, fence };
  await world.test.call('documents:update', change);
};

/** A keychain that answers when it is told to, once it is held: a request that is made waits for it, and has not left. */
const createKeychain = () => {
  let held: { asked: Gate; answer: Gate } | null = null;
  const secrets: Secrets = {
    available: () => true,
    async get() {
      held?.asked.open();
      await held?.answer.opened;
      return null;
    },
    set: async () => undefined,
    remove: async () => undefined,
  };
  const hold = () => {
    held = { asked: createGate(), answer: createGate() };
    return held;
  };
  return { secrets, hold };
};

describe('a run whose request is made when the fence goes up [N3]', () => {
  afterEach(() => world.close());

  it('is made anew without what is closed, and is known by what was sent', async () => {
    const { secrets, hold } = createKeychain();
    world = await createAiWorld({ platform: { secrets } });
    await world.connect();
    world.server.script({ pieces: ['雾从河面升起来。'] });
    const keychain = hold();
    const running = world.run();
    await keychain.asked.opened;
    await fenceFirst();
    keychain.answer.open();
    const ended = await running;
    const done = doneOf(ended);
    expect(bodies()).toHaveLength(1);
    expect(bodies()[0]).not.toContain(secret);
    expect(bodies()[0]).toContain('船终于来了');
    const kept = await world.test.call('context:history:replay', { assemblyId: done.assemblyId });
    expect(kept.prompt).not.toContain(secret);
    expect(bodies()[0]).toContain(JSON.stringify(kept.prompt).slice(1, -1));
    const { items } = await world.test.call('ai:runs:list', scope());
    expect(items.find(({ runId }) => runId === ended.runId)?.assemblyId).toBe(done.assemblyId);
    expect((await world.test.call('purse:get', {})).reserved.tokens).toBe(0);
  });

  it('sends nothing and says so where the chapter became another meanwhile', async () => {
    world = await createAiWorld();
    await world.connect();
    const { version } = await world.test.call('context:budget:get', scope());
    const lookUp = { ...scope(), expectedVersion: version, lookUp: true };
    await world.test.call('context:budget:update', lookUp);
    world.server.script(async () => {
      await fenceFirst();
      const { documentId, text } = world;
      const before = await world.test.call('documents:read', { ...scope(), documentId });
      const change = { ...scope(), documentId, expectedVersion: before.version };
      await world.test.call('documents:save', { ...change, text: `${text}\n雨停了。\n` });
      return { pieces: ['钥匙有几把？'] };
    });
    const failed = failedOf(await world.run());
    expect(failed.error.code).toBe('REQUEST_FENCED');
    // The question was asked before the fence; the text never was.
    expect(bodies()).toHaveLength(1);
    expect((await world.test.call('purse:get', {})).reserved.tokens).toBe(0);
    expect((await world.test.call('ai:candidates:list', scope())).items).toEqual([]);
  });
});

describe('an assembly that waits when the fence goes up [N3]', () => {
  const { signal } = new AbortController();
  const base = mkdtempSync(join(tmpdir(), 'fabula-fence-'));
  let services: Awaited<ReturnType<typeof createServices>>;
  beforeAll(async () => {
    mkdirSync(join(base, 'book'));
    writeFileSync(join(base, 'book', '01.md'), `# 一\n\n沈砚${secret}。\n`);
    writeFileSync(join(base, 'book', '02.md'), '# 二\n\n林远在渡口等船。\n');
    services = await createServices(platformAt(base), { localServers: [] });
  });
  afterAll(async () => {
    await services.close();
    rmSync(base, { recursive: true, force: true });
  });

  /** The engine over the services of the program; retrieval answers when the writer has done something. */
  const engineWhere = (meanwhile: () => Promise<unknown>) =>
    createContextEngine({
      ...services,
      clock: { now: () => Date.now() },
      logger: { log: () => undefined },
      tokens: createTokens(),
      estimate: { count: estimateTokens, paragraphs: estimateParagraphs },
      estimateMargin: 0.3,
      model: () => null,
      sources: {
        ...services,
        findSkill: services.skills.find,
        retrieval: {
          ...services.retrieval,
          async related(request) {
            const found = await services.retrieval.related(request);
            await meanwhile();
            return found;
          },
        },
      },
    });

  it('holds nothing of the entry, the constraint and the chapter that were closed meanwhile', async () => {
    const { constraints, documents, knowledge, projects } = services;
    const project = await projects.open({ path: join(base, 'book'), language: 'zh-CN' });
    const { projectId } = project;
    const [first = '', second = ''] = project.documents.map(({ documentId }) => documentId);
    const entry = { kind: 'character', name: '林远', summary: '鹮鹭图的主人' } as const;
    const entity = knowledge.createEntity({ projectId, ...entry });
    const rule = { type: 'plot', text: '玉玦不能碎' } as const;
    const constraint = constraints.create({ projectId, ...rule });
    const fenceAll = async () => {
      const { entityId, version } = entity;
      const { constraintId } = constraint;
      const fence = never;
      const shut = { projectId, fence };
      knowledge.updateEntity({ ...shut, entityId, expectedVersion: version });
      constraints.update({ ...shut, constraintId, expectedVersion: constraint.version });
      await documents.update({ ...shut, documentId: first });
    };
    const secrets = [entry.summary, rule.text, secret];
    const request = { projectId, documentId: second, cursorPosition: 4, skillId: 'continue' };
    const before = await engineWhere(() => Promise.resolve()).assemble(request, signal);
    for (const word of secrets) expect(before.prompt).toContain(word);
    const { prompt } = await engineWhere(fenceAll).assemble(request, signal);
    expect(secrets.filter((word) => prompt.includes(word))).toEqual([]);
  });
});

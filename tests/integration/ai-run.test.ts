import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AiWorld, createAiWorld, doneOf, failedOf } from '#tests/helpers/ai-world.ts';

let world: AiWorld;
beforeEach(async () => {
  world = await createAiWorld();
  await world.connect();
});
afterEach(() => world.close());

const messagesOf = (call: { body: Record<string, unknown> } | undefined) =>
  call?.body.messages as { role: string; content: string }[];

describe('ai:run', () => {
  it('sends the bytes the inspector shows, segment by segment [F5]', async () => {
    const { test, server, projectId, documentId, text } = world;
    await test.call('settings:update', { debugMode: true });
    await test.call('constraints:create', { projectId, type: 'style', text: '不用感叹号' });
    server.script({ pieces: ['船夫', '没有说话。'] });
    const request = { projectId, documentId, cursorPosition: text.length, skillId: 'continue' };
    const shown = await test.call('context:inspect', request);
    const done = doneOf(await world.run());
    const [system, user] = messagesOf(server.calls[0]);
    const stable = shown.prompt.slice(0, shown.stablePrefixLength);
    expect(stable).toContain('不用感叹号');
    expect(system?.content).toBe(`${shown.systemPrompt}\n\n${stable}`);
    expect(user?.content).toBe(shown.prompt.slice(shown.stablePrefixLength));
    expect(`${stable}${user?.content ?? ''}`).toBe(
      shown.segments.map((segment) => segment.text).join(''),
    );
    const wire = server.calls[0]?.bytes.toString('utf8') ?? '';
    for (const { text: segment } of shown.segments) {
      expect(wire).toContain(JSON.stringify(segment).slice(1, -1));
    }
    expect(done.text).toBe('船夫没有说话。');
    const replayed = await test.call('context:history:replay', { assemblyId: done.assemblyId });
    expect(replayed.prompt).toBe(shown.prompt);
  });

  it('streams in order, and records usage with cached tokens, cost and the forecast’s error', async () => {
    await world.connect({ prices: { currency: 'USD', input: 2, cachedInput: 0.5, output: 8 } });
    world.server.script({
      pieces: ['船', '夫', '没有说话。'],
      usage: { input: 1000, cached: 400, output: 50 },
    });
    const { runId, ...ended } = await world.run();
    const done = doneOf(ended);
    const deltas = world.events.flatMap((told) =>
      told.name === 'ai:delta' && told.payload.runId === runId ? [told.payload.text] : [],
    );
    expect(deltas).toEqual(['船', '夫', '没有说话。']);
    expect(done.usage).toEqual({
      inputTokens: 1000,
      cachedInputTokens: 400,
      cacheWriteTokens: null,
      outputTokens: 50,
      cost: (600 * 2 + 400 * 0.5 + 50 * 8) / 1_000_000,
      currency: 'USD',
    });
    const { forecastInputTokens, inputError } = done.reconciliation;
    expect(inputError).toBeCloseTo((forecastInputTokens - 1000) / 1000, 10);
    const { items } = await world.test.call('ai:runs:list', { projectId: world.projectId });
    expect(items[0]).toMatchObject({ runId, state: 'done', usage: done.usage, partial: false });
  });

  it('refuses a run without a model and with an unknown skill, and needs no model for anything else', async () => {
    const { test, projectId, documentId } = world;
    const request = { projectId, documentId, cursorPosition: 0, skillId: 'no-such' };
    expect(await test.fail('ai:run', request)).toBe('SKILL_NOT_FOUND');
    await test.call('ai:models:remove', { id: 'scripted' });
    expect(await test.fail('ai:run', { ...request, skillId: 'continue' })).toBe(
      'MODEL_NOT_SELECTED',
    );
    await test.call('context:assemble', { ...request, skillId: 'continue' });
    expect(await test.fail('ai:cancel', { runId: 'nobody' })).toBe('RUN_NOT_FOUND');
  });

  it('cancels at once: the provider’s connection closes and what had come is kept, marked', async () => {
    const { test, server } = world;
    server.script({ pieces: ['半句', '话'], end: 'stall' });
    const arrived = server.nextPieces();
    const aborted = server.nextAbort();
    const { runId } = await test.call('ai:run', {
      projectId: world.projectId,
      documentId: world.documentId,
      cursorPosition: world.text.length,
      skillId: 'continue',
    });
    await arrived;
    await expect.poll(() => world.events.filter(({ name }) => name === 'ai:delta').length).toBe(2);
    await test.call('ai:cancel', { runId });
    const failed = failedOf(await world.ended(runId));
    await aborted;
    expect(server.calls[0]?.aborted).toBe(true);
    expect(failed).toMatchObject({ error: { code: 'CANCELLED' }, text: '半句话' });
    const { items } = await test.call('ai:candidates:list', { projectId: world.projectId });
    expect(items).toMatchObject([
      { candidateId: failed.candidateId, text: '半句话', partial: true, stale: false },
    ]);
  });

  it('ends with its project: nobody listens to the model any more, and what had come waits, marked', async () => {
    const { test, server, projectId, documentId } = world;
    server.script({ pieces: ['写到', '一半'], end: 'stall' });
    const aborted = server.nextAbort();
    const cursorPosition = world.text.length;
    const request = { projectId, documentId, cursorPosition, skillId: 'continue' };
    const { runId } = await test.call('ai:run', request);
    await expect.poll(() => world.events.filter(({ name }) => name === 'ai:delta').length).toBe(2);
    await test.call('projects:close', { projectId });
    // Its end stands before the call is answered: what is closed is written to no more.
    expect(failedOf(await world.ended(runId))).toMatchObject({
      error: { code: 'RUN_INTERRUPTED' },
    });
    await aborted;
    await test.call('projects:open', { path: `${test.folder}/book` });
    const { items } = await test.call('ai:candidates:list', { projectId });
    expect(items).toMatchObject([{ text: '写到一半', partial: true }]);
  });

  it('two runs at once keep their texts apart', async () => {
    world.server.script(
      { pieces: ['甲', '甲', '甲'], pause: 10 },
      { pieces: ['乙', '乙', '乙'], pause: 10 },
    );
    const ends = await Promise.all([world.run(), world.run()]);
    expect(ends.map((ended) => doneOf(ended).text).sort()).toEqual(['乙乙乙', '甲甲甲'].sort());
    const { items } = await world.test.call('ai:candidates:list', { projectId: world.projectId });
    expect(items).toHaveLength(2);
  });

  it('survives the app being closed in the middle: the text waits as a partial candidate', async () => {
    const { test, server } = world;
    server.script({ pieces: ['写到一半'], end: 'stall' });
    await test.call('ai:run', {
      projectId: world.projectId,
      documentId: world.documentId,
      cursorPosition: world.text.length,
      skillId: 'continue',
    });
    await expect.poll(() => world.events.some(({ name }) => name === 'ai:delta')).toBe(true);
    await test.restart({ localServers: [] });
    await test.call('projects:open', { path: `${test.folder}/book` });
    const { items } = await test.call('ai:candidates:list', { projectId: world.projectId });
    expect(items).toMatchObject([{ text: '写到一半', partial: true }]);
    const runs = await test.call('ai:runs:list', { projectId: world.projectId });
    expect(runs.items[0]).toMatchObject({
      state: 'interrupted',
      error: { code: 'RUN_INTERRUPTED' },
    });
  });

  const killed = `${spawnSync(process.execPath, ['--version']).pid}:1`;
  it.each([
    ['a minute ago', 1, null],
    ['just now', Date.now(), killed],
  ])(
    'a run whose process died %s is taken up: its text waits, once',
    async (_when, seen, owner) => {
      const { test, projectId, documentId } = world;
      const database = new SQLite(join(test.platform.paths.data, 'fabula.sqlite'));
      const { version } = await test.call('documents:read', { projectId, documentId });
      const end = world.text.length;
      database
        .prepare(
          `INSERT INTO ai_runs (run_id, project_id, document_id, skill_id, profile_id, assembly_id, state,
           text, partial, notes, target, started_at, seen_at, owner)
         VALUES ('dead', ?, ?, 'continue', 'scripted', 'a', 'running', '写到一半就', 0, '[]', ?, 1, ?, ?)`,
        )
        .run(
          projectId,
          documentId,
          JSON.stringify({ version, start: end, end, original: '', before: '', after: '' }),
          seen,
          owner,
        );
      database.close();
      for (let look = 0; look < 2; look += 1) {
        const { items } = await test.call('ai:candidates:list', { projectId });
        expect(items).toMatchObject([{ runId: 'dead', text: '写到一半就', partial: true }]);
      }
      const runs = await test.call('ai:runs:list', { projectId });
      expect(runs.items).toMatchObject([
        { state: 'interrupted', error: { code: 'RUN_INTERRUPTED' } },
      ]);
    },
  );

  it('learns from what a provider reports, and counts by it from then on [N7]', async () => {
    const { test, projectId, documentId, text } = world;
    await test.call('settings:update', { debugMode: true });
    await world.connect({ model: 'somebody-elses-model' });
    const request = { projectId, documentId, cursorPosition: text.length, skillId: 'continue' };
    const before = await test.call('context:inspect', request);
    expect(before.tokenizer).toMatchObject({ exactness: 'estimate', margin: 0.3 });
    const counted = before.systemTokens + before.tokenCount;
    world.server.script({ pieces: ['好。'], usage: { input: Math.round(counted * 0.7) } });
    const errors: number[] = [];
    for (let call = 0; call < 4; call += 1) {
      errors.push(doneOf(await world.run()).reconciliation.inputError ?? Number.NaN);
    }
    expect(errors[0]).toBeGreaterThan(0.4);
    expect(Math.abs(errors[3] ?? 1)).toBeLessThan(0.03);
    const after = await test.call('context:inspect', request);
    expect(after.tokenizer.name).toContain('corrected by 4 calls');
    expect(after.systemTokens + after.tokenCount).toBeLessThan(counted);
    expect(after.prompt).toBe(before.prompt);
  });
});

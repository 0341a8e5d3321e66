import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AiWorld, createAiWorld, doneOf } from '#tests/helpers/ai-world.ts';
import { createTestApp } from '#tests/helpers/app.ts';

let world: AiWorld;

beforeEach(async () => {
  world = await createAiWorld();
  await world.connect();
  const { test, projectId } = world;
  await test.call('constraints:create', { projectId, type: 'style', text: '不用感叹号' });
  await test.call('judge:settings:update', { projectId, mode: 'regenerate' });
});
afterEach(() => world.close());

const whole = '没有人！渡口空着。';
const isSecond = (bytes: Buffer): boolean => bytes.includes('重写一遍');

/** The first answer is whole and has a fault; of the second a word comes, and then nothing. */
const stallSecondTry = (): void =>
  world.server.script((call) =>
    isSecond(call.bytes) ? { pieces: ['没'], end: 'stall' } : { pieces: [whole] },
  );

const begin = async (): Promise<string> => {
  const { test, projectId, documentId, text } = world;
  const request = { projectId, documentId, cursorPosition: text.length, skillId: 'continue' };
  return (await test.call('ai:run', request)).runId;
};
/** Begins a run and waits until the second try's first word has come. */
const beginAndStall = async (): Promise<string> => {
  stallSecondTry();
  const first = world.server.nextPieces();
  const runId = await begin();
  await first;
  await world.server.nextPieces();
  return runId;
};

const keptOf = async (test = world.test) => {
  const { projectId } = world;
  const [run] = (await test.call('ai:runs:list', { projectId })).items;
  const { items } = await test.call('ai:candidates:list', { projectId });
  return { run, candidates: items };
};

const expectWhole = ({ run, candidates }: Awaited<ReturnType<typeof keptOf>>): void => {
  expect(run).toMatchObject({ state: 'done', partial: false, error: null });
  expect(run?.text).toContain(whole);
  expect(candidates).toHaveLength(1);
  expect(candidates[0]).toMatchObject({ partial: false, candidateId: run?.candidateId });
  expect(candidates[0]?.text).toContain(whole);
};

describe('a whole answer whose second try comes to nothing is kept [S3-25]', () => {
  it('when the writer cancels the second try', async () => {
    const runId = await beginAndStall();
    await world.test.call('ai:cancel', { runId });
    const { findings } = doneOf(await world.ended(runId));
    expect(findings).toMatchObject([{ quote: '！' }]);
    expectWhole(await keptOf());
  });

  it('when what it would have to send no longer fits', async () => {
    const { test, projectId, server } = world;
    const { version } = await test.call('context:budget:get', { projectId });
    server.script(async () => {
      const room = { contextWindow: 430, outputReserve: 200, expectedVersion: version };
      const minimums = { rules: 0, settings: 0, retrieved: 0, immediate: 0 };
      await test.call('context:budget:update', { projectId, ...room, minimums });
      const text = '不用感叹号。'.repeat(40);
      await test.call('constraints:create', { projectId, type: 'style', text });
      return { pieces: [whole] };
    });
    doneOf(await world.run());
    expect(server.calls).toHaveLength(1);
    expectWhole(await keptOf());
  });

  it('when the project is closed meanwhile', async () => {
    const { test, projectId } = world;
    const runId = await beginAndStall();
    await test.call('projects:close', { projectId });
    await world.ended(runId);
    await test.call('projects:open', { path: join(test.folder, 'book') });
    expectWhole(await keptOf());
  });

  it('when the process dies in the middle of it', async () => {
    await beginAndStall();
    const { test } = world;
    // What a killed process leaves: the files as they lie on the disk at that moment.
    const data = join(test.folder, 'left');
    cpSync(test.platform.paths.data, data, { recursive: true });
    const later = await createTestApp({
      now: () => Date.now() + 120_000,
      platform: { paths: { ...test.platform.paths, data } },
    });
    try {
      await later.call('projects:open', { path: join(test.folder, 'book') });
      expectWhole(await keptOf(later));
    } finally {
      await later.close();
    }
  });
});

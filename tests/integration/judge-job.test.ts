/** A check that a model takes part in is long work: every window sees it, and can call it off (W9). */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Job } from '#shared/domain/job.ts';
import { type AiWorld, createAiWorld } from '#tests/helpers/ai-world.ts';

let world: AiWorld;
let states: (Job['state'] | 'gone')[];
beforeEach(async () => {
  world = await createAiWorld({ language: 'zh-CN' });
  await world.connect();
  const { test, projectId } = world;
  await test.call('constraints:create', { projectId, type: 'narrative', text: '亚哈从来不笑' });
  states = [];
  const checks = new Set<string>();
  test.app.events.on((...[name, payload]) => {
    if (name !== 'jobs:changed') return;
    const { jobId, job } = payload;
    if (job?.kind === 'check') checks.add(jobId);
    if (checks.has(jobId)) states.push(job?.state ?? 'gone');
  });
});
afterEach(() => world.close());

const underWay = async () => (await world.test.call('jobs:list', {})).items;

it('is in the list for as long as it lasts, and leaves with its answer [W9, S3-25]', async () => {
  const { test, projectId, documentId } = world;
  world.server.script({ pieces: ['{"complaints":[]}'] });
  await test.call('judge:check', { projectId, documentId });
  expect(world.server.calls.length).toBeGreaterThan(0);
  expect([states, await underWay()]).toEqual([['running', 'gone'], []]);
});

it('ends where another window calls it off [W9, S3-25]', async () => {
  const { test, projectId, documentId } = world;
  world.server.script({ pieces: ['{'], end: 'stall' });
  const code = test.fail('judge:check', { projectId, documentId });
  await expect.poll(() => world.server.calls.length).toBe(1);
  const [job] = await underWay();
  expect(job).toMatchObject({ kind: 'check', projectId, state: 'running', canCancel: true });
  await test.call('jobs:cancel', { jobId: job?.jobId ?? '' });
  expect(await code).toBe('CANCELLED');
  expect([states, await underWay()]).toEqual([['running', 'cancelling', 'gone'], []]);
});

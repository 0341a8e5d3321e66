import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AiWorld, createAiWorld, doneOf, failedOf } from '#tests/helpers/ai-world.ts';

let world: AiWorld;

beforeEach(async () => {
  world = await createAiWorld();
  await world.connect();
  const { test, projectId, server } = world;
  await test.call('settings:update', { debugMode: true });
  await test.call('constraints:create', { projectId, type: 'style', text: '句子要短' });
  server.script({ pieces: ['船来了。'] });
});
afterEach(() => world.close());

const request = () => {
  const { projectId, documentId, text } = world;
  return { projectId, documentId, cursorPosition: text.length, skillId: 'continue' };
};
const inspect = () => world.test.call('context:inspect', request());
const restart = async (): Promise<void> => {
  await world.test.restart({ localServers: [] });
  await world.test.call('projects:open', { path: join(world.test.folder, 'book') });
};

describe('the request before [S3-17 S3-19]', () => {
  it('is one that a model answered: assembling and inspecting send nothing', async () => {
    await world.test.call('context:assemble', request());
    await inspect();
    const { stablePrefixUnchanged, forecast } = await inspect();
    expect(stablePrefixUnchanged).toBe(false);
    expect(forecast).toMatchObject({ previousAssemblyId: null, cachedTokens: 0 });
    const { assemblyId } = doneOf(await world.run());
    const after = await inspect();
    expect(after.stablePrefixUnchanged).toBe(true);
    expect(after.forecast).toMatchObject({ previousAssemblyId: assemblyId, freshTokens: 0 });
  });

  it('is what the forecast names the first difference from [N5]', async () => {
    doneOf(await world.run());
    expect((await inspect()).forecast.firstDifference).toBeNull();
    const { projectId } = world;
    await world.test.call('constraints:create', { projectId, type: 'style', text: '不写梦' });
    expect((await inspect()).forecast.firstDifference?.layer).toBe('rules');
  });

  it('is not one that no model took', async () => {
    world.server.script({ status: 401, body: '{"error":{"message":"bad"}}' });
    failedOf(await world.run());
    expect((await inspect()).forecast.previousAssemblyId).toBeNull();
  });

  it('is known after a restart, whether assemblies are kept or not', async () => {
    await world.test.call('settings:update', { keepAssemblies: false });
    const { assemblyId } = doneOf(await world.run());
    const first = await world.test.call('context:assemble', request());
    await restart();
    const inspected = await inspect();
    expect(inspected.stablePrefixUnchanged).toBe(true);
    expect(inspected.forecast).toMatchObject({ previousAssemblyId: assemblyId, freshTokens: 0 });
    const again = await world.test.call('context:assemble', request());
    expect(again.stablePrefixHash).toBe(first.stablePrefixHash);
    expect(again.stablePrefixUnchanged).toBe(true);
    const { projectId } = world;
    await world.test.call('constraints:create', { projectId, type: 'style', text: '不写梦' });
    expect((await inspect()).stablePrefixUnchanged).toBe(false);
  });

  it('is of its own model, and gone with its project', async () => {
    doneOf(await world.run());
    await world.connect({ id: 'second', model: 'gpt-4.1' });
    await world.test.call('ai:models:select', { id: 'second' });
    expect((await inspect()).forecast.previousAssemblyId).toBeNull();
    const { projectId, test } = world;
    await test.call('ai:models:select', { id: 'scripted' });
    await test.call('projects:forget', { projectId });
    const opened = await test.call('projects:open', { path: join(test.folder, 'book') });
    const { documentId } = opened.documents[1] ?? { documentId: '' };
    const asked = { ...request(), projectId: opened.projectId, documentId };
    const { forecast } = await test.call('context:inspect', asked);
    expect(forecast.previousAssemblyId).toBeNull();
  });
});

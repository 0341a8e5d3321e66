import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import type { EventPayload } from '#shared/contract/events.ts';
import {
  type ExpectationWorld,
  oath,
  openExpectationWorld,
} from '#tests/helpers/expectation-world.ts';

let world: ExpectationWorld;
afterEach(() => world.test.close());

/** What was looked at, as the desk hears it. */
const hear = ({ test }: ExpectationWorld) => {
  const heard: EventPayload<'expectations:checked'>[] = [];
  test.app.events.on((name, payload) => {
    if (name === 'expectations:checked') heard.push(payload);
  });
  return heard;
};

const soon = { soon: 5, later: 600_000, rest: 0 };
const polling = { timeout: 20_000, interval: 10 };

describe('expectations after a change nobody announced to them [N11]', () => {
  it('are looked at where an edit reaches, all of them after a fence, and not at all after nothing', async () => {
    world = await openExpectationWorld({ expectationTiming: soon });
    const { test, projectId, entityId, ids } = world;
    const heard = hear(world);
    // Who expects nothing is never looked at.
    await test.call('expectations:list', { projectId });
    await world.edit(ids[0] ?? '', (text) => `${text}\n一。\n`);
    for (const documentId of ids) {
      await world.expect({ at: { documentId }, expect: 'in', item: { entityId } });
    }
    await test.call('expectations:list', { projectId });
    await expect.poll(() => heard.at(-1)?.passed, polling).toBe(4);
    // Nor is anything told of it: each save of its writer would be followed by a list that is empty.
    expect(
      heard.filter(({ passed, failed, unjudged }) => passed + failed + unjudged === 0),
    ).toEqual([]);
    await world.run();

    heard.length = 0;
    await world.edit(ids[1] ?? '', (text) => `${text}\n新的一句，谁也没有听见。\n`);
    await expect.poll(() => heard.length, polling).toBeGreaterThan(0);
    const looked = heard.reduce((sum, { assemblies }) => sum + assemblies, 0);
    // Its own end, that of the next chapter, and whatever had a passage of it; the one before it never.
    expect(looked).toBeGreaterThanOrEqual(2);
    expect(looked).toBeLessThan(4);
    expect(heard.at(-1)).toMatchObject({ passed: 4, failed: 0 });

    heard.length = 0;
    const [entity] = (await test.call('knowledge:entities:list', { projectId })).items;
    await test.call('knowledge:entities:update', {
      ...{ projectId, entityId, expectedVersion: entity?.version ?? 0 },
      fence: { notBeforeDocumentId: ids[2] ?? '' },
    });
    await expect.poll(() => heard.at(-1)?.failed, polling).toBe(2);
    const { items } = await test.call('expectations:list', { projectId });
    expect(items.map(({ result }) => result?.passed)).toEqual([false, false, true, true]);
    expect(items[0]?.result?.since).toMatchObject({ cause: 'fence' });

    heard.length = 0;
    await test.call('documents:move', { projectId, documentId: ids[2] ?? '', toIndex: 0 });
    // The fence opens with its chapter, wherever that stands.
    await expect.poll(() => heard.at(-1)?.passed, polling).toBe(4);
  });

  it('are looked at where what was sent of a chapter changed, not where the rest of it did', async () => {
    world = await openExpectationWorld({ expectationTiming: soon });
    const { entityId, ids } = world;
    const heard = hear(world);
    const at = { documentId: ids[3] ?? '' };
    await world.expect({ at, expect: 'in', item: { entityId } });
    await world.run();
    const looksAfter = async (change: (text: string) => string): Promise<number[]> => {
      heard.length = 0;
      await world.edit(ids[1] ?? '', change);
      await expect.poll(() => heard.length, polling).toBe(1);
      return heard.map(({ assemblies }) => assemblies);
    };
    expect(await looksAfter((before) => `${before}\n岸上没有人。\n`)).toEqual([0]);
    // The end of the last chapter asks for the oath, so that its passage is sent there.
    expect(await looksAfter((before) => before.replace(oath, '谁也没有来。'))).toEqual([1]);
  });

  it('are looked at after an edit though only others of their place were asked for meanwhile', async () => {
    world = await openExpectationWorld({ expectationTiming: { ...soon, soon: 3_000 } });
    const { entityId, ids } = world;
    const heard = hear(world);
    const at = { documentId: ids[3] ?? '' };
    const { expectationId } = await world.expect({ at, expect: 'in', item: { entityId } });
    await world.expect({ at, expect: 'out', item: { text: '谁也没有听见' } });
    await world.run();
    await world.edit(ids[1] ?? '', (text) => text.replace(oath, `${oath}谁也没有听见。`));
    await world.run([expectationId]);
    heard.length = 0;
    await expect.poll(() => heard.at(-1)?.failed, polling).toBe(1);
  });

  it('are looked at where past work that is remembered, or forgotten, brings or takes what they wait for', async () => {
    world = await openExpectationWorld({ expectationTiming: { soon: 5, later: 10, rest: 0 } });
    const { test, projectId, ids } = world;
    const heard = hear(world);
    const at = { documentId: ids[3] ?? '' };
    await world.expect({ at, expect: 'in', item: { text: '改得更冷' } });
    expect((await world.run()).failed).toBe(1);
    heard.length = 0;
    const text = '郑九问林远祠堂里发的誓还算不算，铜钥匙是不是还在井底：改得更冷。';
    const { episodeId } = await test.call('memory:episodes:create', { projectId, text });
    await expect.poll(() => heard.at(-1)?.passed, polling).toBe(1);
    await test.call('memory:episodes:delete', { projectId, episodeId });
    await expect.poll(() => heard.at(-1)?.failed, polling).toBe(1);
  });

  it('are looked at where the note of what was worked on brings what they wait for', async () => {
    world = await openExpectationWorld({ expectationTiming: { soon: 5, later: 10, rest: 0 } });
    const { ids } = world;
    const heard = hear(world);
    const at = { documentId: ids[3] ?? '' };
    await world.expect({ at, expect: 'in', item: { text: '这一次写过：渡口' } });
    expect((await world.run()).failed).toBe(1);
    await world.edit(ids[0] ?? '', (text) => `${text}\n一。\n`);
    await expect.poll(() => heard.at(-1)?.passed, polling).toBe(1);
  });

  it('are looked at where a thread, or the style of the book, brings what they wait for', async () => {
    world = await openExpectationWorld({ expectationTiming: soon });
    const { test, projectId, ids } = world;
    const heard = hear(world);
    const at = { documentId: ids[3] ?? '' };
    for (const text of ['玉佩落在谁手里', '像旧报纸那样冷']) {
      await world.expect({ at, expect: 'in', item: { text } });
    }
    expect((await world.run()).failed).toBe(2);
    heard.length = 0;
    await test.call('projects:update', { projectId, style: '像旧报纸那样冷' });
    await expect.poll(() => heard.at(-1)?.passed, polling).toBe(1);
    const places = [{ kind: 'opened' as const, documentId: ids[1] ?? '', start: 0, end: 4 }];
    await test.call('threads:create', { projectId, title: '玉佩落在谁手里', places, due: at });
    await expect.poll(() => heard.at(-1)?.passed, polling).toBe(2);
  });

  it('are looked at once more, with patience, where the search of the book could bring something else', async () => {
    world = await openExpectationWorld({ expectationTiming: { soon: 5, later: 10, rest: 1 } });
    const { test, projectId, ids } = world;
    const heard = hear(world);
    const { expectationId } = await world.expect({
      ...{ at: { documentId: ids[3] ?? '' }, expect: 'out', item: { text: '银簪子' } },
    });
    await test.call('expectations:list', { projectId });
    await expect.poll(() => heard.at(-1)?.passed, polling).toBe(1);
    await world.run();
    // In a chapter that was not in the request, a sentence that the end of the last one asks for.
    await world.edit(
      ids[0] ?? '',
      (text) => `${text}\n林远在祠堂里发的誓：铜钥匙在井底，郑九的银簪子也在井底。\n`,
    );
    await expect.poll(() => heard.at(-1)?.failed, polling).toBe(1);
    const { items } = await test.call('expectations:list', { projectId });
    expect(items[0]).toMatchObject({ expectationId, result: { state: 'broken' } });
  });

  it('are looked at after an edit though a look between was cut off, and again once what they need can be read', async () => {
    world = await openExpectationWorld({ expectationTiming: { ...soon, soon: 400 } });
    const { test, projectId, ids } = world;
    const heard = hear(world);
    for (const documentId of [ids[0] ?? '', ids[3] ?? '']) {
      await world.expect({ at: { documentId }, expect: 'out', item: { text: '鲸鱼' } });
    }
    await world.run();
    heard.length = 0;
    await world.edit(ids[0] ?? '', (text) => `${text}\n岸上来了一头鲸鱼。\n`);
    const leaving = new AbortController();
    const reply = test.app.dispatch('expectations:run', { projectId }, { signal: leaving.signal });
    await setImmediate();
    leaving.abort();
    expect((await reply).ok).toBe(false);
    await expect.poll(() => heard.at(-1)?.failed, polling).toBe(1);

    const rename = (from: string, to: string): void => {
      const other = new BetterSqlite3(join(test.platform.paths.data, 'fabula.sqlite'));
      other.exec(`ALTER TABLE ${from} RENAME TO ${to}`);
      other.close();
    };
    rename('memory_episodes', 'gone');
    expect(await world.run()).toMatchObject({ failed: 2, unjudged: 2 });
    rename('gone', 'memory_episodes');
    // A change that reaches neither place.
    await world.edit(ids[2] ?? '', (text) => `${text}\n雨停了。\n`);
    await expect.poll(() => heard.at(-1)?.unjudged, polling).toBe(0);
  });

  it('are looked at after a change of the model, and end with their project', async () => {
    world = await openExpectationWorld({ expectationTiming: soon });
    const { test, projectId, entityId, ids } = world;
    const heard = hear(world);
    await world.expect({ at: { documentId: ids[3] ?? '' }, expect: 'in', item: { entityId } });
    await world.run();
    heard.length = 0;
    const profile = {
      id: 'small',
      provider: 'ollama',
      model: 'm',
      baseUrl: 'http://127.0.0.1:9',
    } as const;
    await test.call('ai:models:save', { ...profile, contextWindow: 2_048, maxOutput: 256 });
    await test.call('ai:models:select', { id: 'small' });
    await expect.poll(() => heard.length, polling).toBeGreaterThan(0);
    const { items } = await test.call('expectations:list', { projectId });
    expect(items[0]?.result?.checkedAt).toBeGreaterThan(0);
    await test.call('constraints:create', { projectId, type: 'style', text: '短句。' });
    await test.call('projects:close', { projectId });
    await test.call('projects:open', { path: world.path });
    const again = await test.call('expectations:list', { projectId });
    expect(again.items).toHaveLength(1);
    expect(test.logs.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

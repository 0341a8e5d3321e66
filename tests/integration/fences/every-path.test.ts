import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fence } from '#shared/domain/fence.ts';
import { canaries, openSendingPaths, type SendingPaths } from '#tests/helpers/sending-paths.ts';

let world: SendingPaths;
beforeEach(async () => {
  world = await openSendingPaths();
});
afterEach(() => world.close());

/** What each way tells, one after the other. */
const walk = async (): Promise<Record<string, string[]>> => {
  const told: Record<string, string[]> = {};
  for (const [name, go] of Object.entries(world.paths)) {
    const from = world.requests().length;
    await go();
    expect([name, world.requests().length > from]).toEqual([name, true]);
    told[name] = world.told(from);
  }
  return told;
};

const nothing = () => Object.fromEntries(Object.keys(world.paths).map((name) => [name, []]));

const fences: [string, Fence][] = [
  ['never to be sent', { neverSend: true }],
  ['not before a later chapter', { notBeforeChapter: 9 }],
  ['known by somebody else', { knownBy: ['somebody'] }],
];

describe('every way on which words of the book leave for a model [N3]', () => {
  it('tells what is not fenced, so that silence means something', async () => {
    const told = await walk();
    const everything = Object.keys(canaries).sort();
    expect([...new Set(Object.values(told).flat())].sort()).toEqual(everything);
    for (const way of ['a conversation by native calls', 'a conversation by text']) {
      expect([way, told[way]?.sort()]).toEqual([way, everything]);
    }
    expect(told['a connection that is tested']).toEqual([]);
  });

  it.each(fences)(
    'tells nothing that is fenced before: %s',
    async (_name, fence) => {
      await world.fence(fence);
      expect(await walk()).toEqual(nothing());
    },
    60_000,
  );

  it.each(fences)(
    'tells nothing that is fenced after it was told: %s',
    async (_name, fence) => {
      await walk();
      await world.fence(fence);
      expect(await walk()).toEqual(nothing());
      await world.fence(null);
      expect([...new Set(Object.values(await walk()).flat())].sort()).toEqual(
        Object.keys(canaries).sort(),
      );
    },
    120_000,
  );
});

it.each(fences)(
  'a run that failed is sent once more without what was fenced meanwhile [N3]: %s',
  async (_name, fence) => {
    const [before, ...after] = await world.runRefusedOnce(() => world.fence(fence));
    expect(before).toContain(canaries.entry);
    expect(after).toHaveLength(1);
    const told = Object.values(canaries).filter((canary) => after[0]?.includes(canary));
    expect(told).toEqual([]);
  },
);

it('a kept answer goes to no judge once what its request was told is fenced [N3]', async () => {
  const [open = ''] = await world.judgeKeptAnswer(() => Promise.resolve());
  expect(open).toContain(canaries.entry);
  for (const [, fence] of fences) {
    await world.fence(null);
    expect(await world.judgeKeptAnswer(() => world.fence(fence))).toEqual([]);
  }
});

describe('what an embedder is sent [N3]', () => {
  const later: Fence = { notBeforeChapter: 9 };
  const words = ['chapter', 'chapterTitle', 'entry', 'besideEntry'];

  it('is everything on this machine but what is never to be sent', async () => {
    await world.fence(later);
    await world.embed('here');
    expect(world.told(0)).toEqual(words);
    const from = world.requests().length;
    await world.fence({ neverSend: true });
    await world.embed('here');
    expect(world.told(from)).toEqual([]);
  });

  it('is nothing fenced elsewhere, until the writer was told and has said yes', async () => {
    await world.fence(later);
    await world.embed('away');
    expect(world.requests().length).toBeGreaterThan(0);
    expect(world.told(0)).toEqual([]);
    await world.embed('away', true);
    expect(world.told(0)).toEqual(words);
    const from = world.requests().length;
    await world.fence({ neverSend: true });
    await world.embed('away', true);
    expect(world.told(from)).toEqual([]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '#shared/contract/index.ts';
import { PaidPurpose } from '#shared/domain/egress.ts';
import { type CapName, capNames } from '#shared/domain/purse.ts';
import type { Script } from '#tests/helpers/model-server.ts';
import { figuresIn, type PaidPath } from '#tests/helpers/paid-path.ts';
import { openPaidPaths, otherAnswer, type PaidPaths } from '#tests/helpers/paid-paths.ts';

let world: PaidPaths;
beforeAll(async () => {
  world = await openPaidPaths();
});
afterAll(() => world.close());
beforeEach(() => world.calm());
afterEach(() => world.calm());

const reported = { input: 20, output: 4 };
/** Less than was kept for it, so that no report passes a cap. */
const reportedByEmbedder = 3;
const tookOf = (path: PaidPath): number =>
  path.isMeant ? reported.input + reported.output : reportedByEmbedder;
const otherUsage = { input: 60, output: 5 };

type Purse = Output<'purse:get'>;
const purse = (): Promise<Purse> => world.test.call('purse:get', {});
const heldIn = ({ spent, reserved }: Purse): number => spent.perDay.tokens + reserved.tokens;
const booked = ({ purposes }: Purse, { purpose }: PaidPath) =>
  purposes.find((one) => one.purpose === purpose) ?? { tokens: 0, requests: 0 };
const rowsOf = async ({ purpose }: PaidPath) => {
  const { items } = await world.test.call('egress:list', { limit: 500 });
  return items.filter((one) => one.purpose === purpose);
};
/** Answered on the next turn of the loop, or later. */
const settled = async (): Promise<Purse> => {
  await expect.poll(async () => (await purse()).reserved.tokens).toBe(0);
  return purse();
};

type Hooks = {
  ending?: 'drop' | 'stall' | 'hangUp';
  /** What the providers say of tokens is no number. */
  garbled?: true;
  /** Called when a request that is not meant arrives, and when one is. */
  onOther?(request: string): Promise<void>;
  onMeant?(): Promise<void>;
};

const endOf = (ending: Hooks['ending']): Script => {
  if (ending === 'hangUp') return { hangsUp: true };
  return ending ? { end: ending } : {};
};

/** The servers answer as a path needs it; answers how many requests it is about have arrived. */
const play = (
  path: PaidPath,
  { ending, garbled, onOther, onMeant }: Hooks = {},
): (() => number) => {
  let arrived = 0;
  world.server.script(async ({ bytes }) => {
    const request = bytes.toString();
    if (path.isMeant?.(request)) {
      arrived += 1;
      await onMeant?.();
      return { ...path.says, usage: reported, ...(garbled && { garbled }), ...endOf(ending) };
    }
    await onOther?.(request);
    return { ...(path.otherwise ?? otherAnswer)(request), usage: otherUsage };
  });
  Object.assign(world.embedder, {
    ending: ending ?? 'whole',
    tokens: garbled ? 'many' : reportedByEmbedder,
    before: async () => {
      if (path.isMeant) return;
      arrived += 1;
      await onMeant?.();
    },
  });
  return () => arrived;
};

/** What is taken at most until the request that is meant has arrived. */
const needOf = async (path: PaidPath): Promise<number> => {
  await path.prepare?.(1);
  const start = (await purse()).spent.perDay.tokens;
  let [need, isOver] = [0, false];
  const look = async (): Promise<void> => {
    if (!isOver) need = Math.max(need, heldIn(await purse()) - start);
  };
  play(path, {
    onOther: look,
    async onMeant() {
      await look();
      isOver = true;
    },
  });
  const { told } = await path.begin(0);
  await told;
  await settled();
  return need;
};

const limitTo = (cap: CapName, tokens: number) =>
  world.test.call('purse:update', { [cap]: { tokens } });

const names = [
  'a run',
  'a run asked again',
  'a run written anew for its faults',
  'the judge of a run',
  'the judge of a chapter',
  'the judge of a kept answer',
  'a run that looks things up first',
  'a conversation by native calls',
  'a conversation by text',
  'a summary of a conversation',
  'the synopsis of a chapter',
  'the synopsis of a scene',
  'the synopses of a book',
  'the contradictions of a book',
  'a connection that is tested',
  'the passages of a book',
  'a question to the book',
  'a question of the assistant to the book',
  'what a run looks up',
];
const pathOf = (name: string): PaidPath => {
  const path = world.paths[name];
  if (path) return path;
  throw new Error(`there is no path ${name}`);
};

describe.each(names)('%s [N12]', (name) => {
  it.each(capNames)(
    'is refused over the cap %s, with the figures, and nothing is sent',
    async (cap) => {
      const path = pathOf(name);
      if (cap === 'perRequest' && path.isBeside) return;
      const need = path.isBeside ? await needOf(path) : 0;
      await world.calm();
      await path.prepare?.(1);
      const limit = path.isBeside ? (await purse()).spent.perDay.tokens + need - 1 : 1;
      const arrived = play(path, {
        async onOther(request) {
          if (path.comesAfter?.(request)) await limitTo(cap, limit);
        },
      });
      const before = await rowsOf(path);
      if (!path.comesAfter) await limitTo(cap, limit);
      const { told } = await path.begin(0);
      const figures = figuresIn(await told);
      expect(figures).toMatchObject({ cap, unit: 'tokens', reason: 'over', limit });
      expect(figures?.asked).toBeGreaterThan(figures?.fits ?? 0);
      expect(arrived()).toBe(0);
      if (!path.comesAfter) expect(await rowsOf(path)).toEqual(before);
      await settled();
    },
  );

  it('counts what the provider reports when it succeeds', async () => {
    const path = pathOf(name);
    await path.prepare?.(1);
    const before = await purse();
    const arrived = play(path);
    await (await path.begin(0)).told;
    const after = await settled();
    const [was, is] = [booked(before, path), booked(after, path)];
    expect(arrived()).toBeGreaterThan(0);
    expect(is.requests - was.requests).toBeGreaterThanOrEqual(arrived());
    if (is.requests - was.requests === arrived()) {
      expect(is.tokens - was.tokens).toBe(tookOf(path) * arrived());
    }
    expect(after.spent.perDay.estimatedTokens).toBe(before.spent.perDay.estimatedTokens);
    expect(after.spent.perMonth.tokens).toBe(after.spent.perDay.tokens);
    const [row] = await rowsOf(path);
    expect(row).toMatchObject({ outcome: 'answered', status: 200 });
  });

  it('loses no answer to counts that cannot be read, and counts by itself', async () => {
    const path = pathOf(name);
    await path.prepare?.(1);
    const before = await purse();
    const arrived = play(path, { garbled: true });
    const { told } = await path.begin(0);
    expect(JSON.stringify(await told)).not.toMatch(/MODEL_|EMBEDDER_/u);
    const after = await settled();
    const sent = (await rowsOf(path)).slice(0, arrived());
    const input = sent.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0);
    const estimated = after.spent.perDay.estimatedTokens - before.spent.perDay.estimatedTokens;
    expect(arrived()).toBeGreaterThan(0);
    expect(sent.map(({ outcome }) => outcome)).toEqual(sent.map(() => 'answered'));
    if (path.isMeant) expect(estimated).toBeGreaterThan(input);
    else expect(estimated).toBe(input);
  });

  it('counts what came when the answer breaks off, as an estimate', async () => {
    const path = pathOf(name);
    await path.prepare?.(1);
    const before = await purse();
    let held = 0;
    const arrived = play(path, {
      ending: 'drop',
      async onMeant() {
        held ||= (await purse()).reserved.tokens;
      },
    });
    await (await path.begin(0)).told;
    const after = await settled();
    const counted = after.spent.perDay.estimatedTokens - before.spent.perDay.estimatedTokens;
    const sent = (await rowsOf(path)).slice(0, arrived());
    const input = sent.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0);
    expect(arrived()).toBeGreaterThan(0);
    if (path.isMeant) expect(counted).toBeGreaterThan(input);
    else expect(counted).toBe(input);
    expect(counted).toBeLessThanOrEqual(held * arrived());
    expect(sent.map(({ outcome }) => outcome)).toEqual(sent.map(() => 'failed'));
  });

  it('counts in full what the server hung up on without an answer: it may have read it', async () => {
    const path = pathOf(name);
    await path.prepare?.(1);
    const before = await purse();
    const arrived = play(path, { ending: 'hangUp' });
    await (await path.begin(0)).told;
    const after = await settled();
    const counted = after.spent.perDay.estimatedTokens - before.spent.perDay.estimatedTokens;
    const sent = (await rowsOf(path)).slice(0, arrived());
    expect(arrived()).toBeGreaterThan(0);
    expect(counted).toBe(sent.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0));
  });

  it('counts what came until it is called off, as an estimate', async () => {
    const path = pathOf(name);
    if (path.isNeverCalledOff) return;
    await path.prepare?.(1);
    const before = await purse();
    let tell: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const pieces = path.isMeant ? null : reached;
    const arrived = play(path, { ending: 'stall', onMeant: async () => tell() });
    const begun = await path.begin(0);
    await (pieces ?? world.server.nextPieces());
    await reached;
    await begun.cancel?.();
    await begun.told;
    const after = await settled();
    const counted = after.spent.perDay.estimatedTokens - before.spent.perDay.estimatedTokens;
    const [row] = await rowsOf(path);
    expect(arrived()).toBe(1);
    expect(row?.outcome).toBe('aborted');
    expect(counted).toBeGreaterThanOrEqual(row?.tokens ?? Number.POSITIVE_INFINITY);
  });

  it('never passes a cap, however many are at once', async () => {
    const path = pathOf(name);
    if (path.together === 'single') return;
    const need = await needOf(path);
    await world.calm();
    const copies = path.together === 'copies' ? 50 : 1;
    await path.prepare?.(copies);
    const start = (await purse()).spent.perDay.tokens;
    const limit = start + (copies === 1 ? need + 50 : Math.floor(need * 3.5));
    let ends = 0;
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const seen: number[] = [];
    const note = async (): Promise<void> => void seen.push(heldIn(await purse()));
    const mayOpen = (): void => {
      if (copies === 1 || arrived() + ends >= copies) open();
    };
    const arrived = play(path, {
      onOther: note,
      async onMeant() {
        await note();
        mayOpen();
        await opened;
      },
    });
    await limitTo('perDay', limit);
    const all = await Promise.all(
      Array.from({ length: copies }, async (_, copy) => {
        const { told, around } = await path.begin(copy);
        const end = [await told, await around];
        ends += 1;
        mayOpen();
        return figuresIn(end);
      }),
    );
    const after = await settled();
    expect(arrived()).toBeGreaterThan(0);
    expect(Math.max(...seen)).toBeLessThanOrEqual(limit);
    expect(after.spent.perDay.tokens).toBeLessThanOrEqual(limit);
    expect(all.filter((one) => one !== null).length).toBeGreaterThan(0);
  });
});

it('believes no count of an embedder above the bytes it was sent [N12]', async () => {
  const path = pathOf('the passages of a book');
  const before = await purse();
  play(path);
  world.embedder.tokens = 9e14;
  await (await path.begin(0)).told;
  const after = await settled();
  const took = after.spent.perDay.tokens - before.spent.perDay.tokens;
  expect(took).toBeGreaterThan(0);
  expect(took).toBeLessThan(20_000);
  expect(after.spent.perDay.estimatedTokens - before.spent.perDay.estimatedTokens).toBe(took);
});

const main = fileURLToPath(new URL('../../../main', import.meta.url));
const sources = (below = ''): string[] =>
  readdirSync(join(main, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) return sources(path);
    return path.endsWith('.ts') ? [path] : [];
  });

/** By what a source shows that it asks a model, or somebody who does. */
const signs =
  /\.(?:doorFor|complete|sendChat|embed)\(|\brunDoor\(|\b(?:judge|model)\.check\(|\.judgeRun\(|retrieval\.search\(|\b(?:makeProposal|askEntry|askSynopsis)\(|models\.test\(/u;

/** They ask a model of this machine that is a worker of this program: nobody is paid. */
const unpaid = [
  'context/retrieval/model/model-reading.ts',
  'context/retrieval/model/near-cursor.ts',
];

it('every source that asks a model stands in a path of this table, and every purpose is paid for on one [N12]', () => {
  const found = sources().filter((path) => signs.test(readFileSync(join(main, path), 'utf8')));
  const walked = Object.values(world.paths).flatMap(({ through }) => through);
  expect([...new Set([...walked, ...unpaid])].sort()).toEqual(found.sort());
  expect(Object.keys(world.paths).sort()).toEqual([...names].sort());
  const purposes = Object.values(world.paths).map(({ purpose }) => purpose);
  expect([...new Set(purposes)].sort()).toEqual([...PaidPurpose.options].sort());
});

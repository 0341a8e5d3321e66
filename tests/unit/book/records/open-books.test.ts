import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOpenBooks } from '#main/book/records/open-books.ts';

/** A promise and who keeps it. */
const openLater = (): { promise: Promise<void>; resolve(): void } => {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((keep) => {
    resolve = keep;
  });
  return { promise, resolve: () => resolve() };
};

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'fabula-looks-'));
  mkdirSync(join(root, '.fabula'));
  writeFileSync(join(root, '.fabula/project.json'), '{}');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('makes one look for all that changes while another look is under way [B5 B6]', async () => {
  const counts = { read: 0, written: 0, merged: 0, conflicts: 0, withheld: 0 };
  let looks = 0;
  let under = Promise.resolve();
  const begun = [openLater(), openLater()];
  const books = createOpenBooks({
    async sync() {
      looks += 1;
      begun[looks - 1]?.resolve();
      await under;
      return { counts, problems: [], failures: [], isUnfinished: false };
    },
    onFailure: (_projectId, error) => {
      throw error;
    },
  });
  const projectId = 'book';
  const isExchangedElsewhere = () => Promise.resolve(false);
  const holdExchange = () => ({ release: () => undefined });
  await books.attach(
    { projectId, root, canWrite: true, isExchangedElsewhere, holdExchange },
    false,
  );
  const gate = openLater();
  under = gate.promise;
  books.schedule(projectId);
  vi.advanceTimersByTime(60);
  await begun[1]?.promise;
  for (let change = 0; change < 20; change += 1) {
    books.schedule(projectId);
    vi.advanceTimersByTime(60);
  }
  gate.resolve();
  await books.writeWaiting(projectId);
  await books.detach(projectId);
  expect(looks).toBe(3);
});

describe('a look while another process has the turn [B5 N16]', () => {
  const counts = { read: 0, written: 0, merged: 0, conflicts: 0, withheld: 0 };
  const projectId = 'book';
  /** `isHeld`: whether another has it; `isWriter`: whether another writes there, asked each time. */
  const open = async (world: { isHeld: boolean; isWriter: () => boolean }, canWrite = true) => {
    const looks: boolean[] = [];
    let held = 0;
    const books = createOpenBooks({
      async sync({ mayExchange }) {
        looks.push(mayExchange);
        if (mayExchange) expect(held).toBe(1);
        return { counts, problems: [], failures: [], isUnfinished: false };
      },
      onFailure: (_projectId, error) => {
        throw error;
      },
    });
    const isExchangedElsewhere = async () => world.isWriter();
    const holdExchange = () => {
      if (world.isHeld) return null;
      held += 1;
      return {
        release: () => {
          held -= 1;
        },
      };
    };
    const book = { projectId, root, canWrite, isExchangedElsewhere, holdExchange };
    await books.attach(book, false);
    return { books, looks, held: () => held };
  };

  it('exchanges nothing, and does so by itself when the other is done', async () => {
    const world = { isHeld: true, isWriter: () => false };
    const { books, looks, held } = await open(world);
    expect(looks).toEqual([false]);
    world.isHeld = false;
    vi.advanceTimersByTime(600);
    await vi.waitUntil(() => looks.length === 2);
    await books.detach(projectId);
    expect(looks).toEqual([false, true]);
    expect(held()).toBe(0);
  });

  it('comes back as often as the other is late, one look at a time', async () => {
    const world = { isHeld: true, isWriter: () => false };
    const { books, looks } = await open(world);
    for (let round = 2; round <= 4; round += 1) {
      vi.advanceTimersByTime(600);
      await vi.waitUntil(() => looks.length === round);
      await books.alone(projectId, async () => undefined);
    }
    expect(looks).toEqual([false, false, false, false]);
    await books.detach(projectId);
    vi.advanceTimersByTime(60_000);
    expect(looks).toHaveLength(5);
  });

  it('leaves it to a writer that came between the question and the turn, and lets go', async () => {
    let asked = 0;
    const isWriter = () => {
      asked += 1;
      return asked > 1;
    };
    const { books, looks, held } = await open({ isHeld: false, isWriter }, false);
    expect(looks).toEqual([false]);
    expect(held()).toBe(0);
    await books.detach(projectId);
  });
});

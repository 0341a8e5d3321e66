import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
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
  await books.attach({ projectId, root, canWrite: true, isExchangedElsewhere }, false);
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

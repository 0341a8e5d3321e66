import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDays } from '#main/book/days/index.ts';
import type { DaysService, WrittenText } from '#main/book/days/service.ts';
import { openStoreWorld, type StoreWorld } from '#tests/helpers/stores.ts';

let stores: StoreWorld;
let days: DaysService;
const projectId = 'p';

const start = (): DaysService =>
  createDays({ ...stores, logger: { log: () => undefined }, chaptersOf: () => [] });
const wrote = (typed: number, removed = 0): WrittenText => ({
  ...{ projectId, documentId: 'd', before: '', after: '', by: 'writer' },
  words: { typed, removed, pasted: 0, accepted: 0 },
});
const setFull = (isFull: boolean): void => {
  const pages = Number(stores.database.pragma('page_count', { simple: true }));
  stores.database.pragma(`max_page_count = ${isFull ? pages : 1_000_000}`);
};
/** Takes what room the pages have left. */
const fill = (): void => {
  stores.database.exec('CREATE TABLE IF NOT EXISTS ballast (bytes BLOB)');
  setFull(true);
  for (let size = 4_000; size >= 1; size = Math.floor(size / 2)) {
    for (let taken = true; taken; ) {
      try {
        stores.database.prepare('INSERT INTO ballast VALUES (zeroblob(?))').run(size);
      } catch {
        taken = false;
      }
    }
  }
};
const sums = () =>
  days.log({ projectId, limit: 10 }).items.map(({ written, removed }) => [written, removed]);

beforeEach(() => {
  stores = openStoreWorld();
  days = start();
});
afterEach(() => stores.close());

it('what a full disk did not take is counted with the next text, once, and what is taken back too [W3]', () => {
  days.expect(wrote(3), 'v1').settle();
  fill();
  const lost = Array.from({ length: 400 }, (_, one) =>
    days.expect({ ...wrote(1), documentId: `chapter ${one}` }, `v${one}`),
  );
  let refused = 0;
  for (const words of lost) {
    try {
      words.settle();
    } catch {
      refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(0);
  setFull(false);
  days.expect(wrote(0, 3), 'v0').settle();
  expect(sums()).toEqual([[403, 3]]);
  days.expect(wrote(2), 'v2').settle();
  expect(sums()).toEqual([[405, 3]]);
});

it('what was not written is not counted, now or at the next start [W3]', () => {
  days.expect(wrote(3), 'v1').drop();
  days.recover(projectId, () => 'v1');
  expect(sums()).toEqual([]);
});

it('a start counts what a chapter holds, and what was written before it, and nothing later [W3]', () => {
  for (const [version, typed] of [1, 2, 4].entries()) days.expect(wrote(typed), `v${version}`);
  days = start();
  days.recover(projectId, () => 'v1');
  expect(sums()).toEqual([[3, 0]]);
  days.recover(projectId, () => 'v2');
  expect(sums()).toEqual([[3, 0]]);
});

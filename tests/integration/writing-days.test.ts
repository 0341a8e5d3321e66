import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

const at = (day: number, hour: number): number => new Date(2026, 10, day, hour, 30).getTime();

let test: TestApp;
let now: number;
let projectId: string;
let documentId: string;

beforeEach(async () => {
  now = at(20, 9);
  test = await createTestApp({ now: () => now });
  const project = await test.call('projects:openSample', { language: 'zh-CN' });
  ({ projectId } = project);
  documentId = project.documents[0]?.documentId ?? '';
});
afterEach(() => test.close());

const goals = () => test.call('goals:get', { projectId });
const log = async () => (await test.call('goals:log', { projectId })).items;

const save = async (
  change: (text: string) => string,
  words?: { typed: number; removed: number; pasted: number },
) => {
  const { text, version } = await test.call('documents:read', { projectId, documentId });
  return test.call('documents:save', {
    projectId,
    documentId,
    text: change(text),
    expectedVersion: version,
    ...(words ? { words } : {}),
  });
};
const append = (more: string) => save((text) => `${text}\n\n${more}\n`);

describe('the log of days [W3]', () => {
  it('counts what is saved, by day and hour, and outlives a restart', async () => {
    await append('潮水退了。');
    now = at(20, 21);
    await append('外海起雾。');
    await save((text) => text.replace('潮水退了。', ''));
    now = at(21, 0);
    await append('天亮了。');
    await test.restart();
    await test.call('projects:open', {
      path: (await test.call('projects:list', {})).items[0]?.path ?? '',
    });
    const days = await log();
    expect(days).toMatchObject([
      { day: '2026-11-20', written: 8, removed: 4, pasted: 0, accepted: 0, counted: 4 },
      { day: '2026-11-21', written: 3, removed: 0, counted: 3 },
    ]);
    expect(days[0]?.hours).toEqual([
      { hour: 9, written: 4, removed: 0, counted: 4 },
      { hour: 21, written: 4, removed: 4, counted: 0 },
    ]);
    expect(days[0]?.chapters).toEqual([{ documentId, written: 8, removed: 4, counted: 4 }]);
    expect(await goals()).toMatchObject({ today: 3, streak: 2, perDay: null });
    expect((await test.call('goals:log', { projectId, since: '2026-11-21' })).items).toHaveLength(
      1,
    );
    expect((await test.call('goals:log', { projectId, limit: 1 })).items).toEqual(days.slice(1));
  });

  it('adds up below nothing after a morning of cutting, and shows nothing then [W3]', async () => {
    await append('潮水退了。');
    now = at(21, 9);
    await save((text) => text.replace('潮水退了。', ''), { typed: 0, removed: 4, pasted: 0 });
    expect(await goals()).toMatchObject({ today: 0, todayAddedUp: -4 });
    await save((text) => `${text}\n起雾了。\n`, { typed: 3, removed: 0, pasted: 0 });
    expect(await goals()).toMatchObject({ today: 0, todayAddedUp: -1 });
    await save((text) => `${text}\n天亮了。\n`, { typed: 3, removed: 0, pasted: 0 });
    expect(await goals()).toMatchObject({ today: 2, todayAddedUp: 2 });
  });

  it('has the words of a text that is kept as a new chapter, as its page counted them [W3]', async () => {
    const words = { typed: 5, removed: 2, pasted: 0 };
    const kept = { projectId, title: '补写', text: '# 补写\n\n原来就有的。海上起雾了。\n' };
    const { documentId: made } = await test.call('documents:create', { ...kept, words });
    expect(await log()).toMatchObject([
      { written: 5, removed: 2, chapters: [{ documentId: made, written: 5, removed: 2 }] },
    ]);
    expect(await goals()).toMatchObject({ today: 3, streak: 1 });
    await test.call('documents:create', { projectId, title: '空白' });
    expect(await log()).toMatchObject([{ written: 5 }]);
  });

  it('counts a text once, however often it is saved, and a refused one not at all', async () => {
    const { text, version } = await test.call('documents:read', { projectId, documentId });
    const sent = {
      projectId,
      documentId,
      text: `${text}\n\n门开着。\n`,
      expectedVersion: version,
      words: { typed: 3, removed: 0, pasted: 0 },
    };
    await test.call('documents:save', sent);
    await test.call('documents:save', sent);
    const conflict = { ...sent, text: `${text}\n\n别的话。\n` };
    expect(await test.fail('documents:save', conflict)).toBe('DOCUMENT_CONFLICT');
    expect(await log()).toMatchObject([{ written: 3, removed: 0, counted: 3 }]);
  });

  it('believes the page, which knows a paste from a key; moved chapters, restored and replaced texts count nothing', async () => {
    await save((text) => `${text}\n\n门开着，他走了。\n`, { typed: 4, removed: 0, pasted: 3 });
    const counted = { written: 4, pasted: 3, counted: 4 };
    expect(await log()).toMatchObject([counted]);
    const { items } = await test.call('documents:snapshots:list', { projectId, documentId });
    const snapshotId = items.at(-1)?.snapshotId ?? '';
    await test.call('documents:snapshots:restore', { projectId, documentId, snapshotId });
    await test.call('documents:move', { projectId, documentId, toIndex: 1 });
    const found = await test.call('manuscript:search', { projectId, query: '。', limit: 3 });
    await test.call('manuscript:replace', {
      projectId,
      replacement: '，如此。',
      places: found.items.map(({ match, ...place }) => ({
        documentId: place.documentId,
        start: place.start,
        end: place.end,
        expected: match,
      })),
    });
    expect(await log()).toMatchObject([counted]);
  });

  it('counts imported words apart, in a book that is there and in a new one, and those taken out again no more', async () => {
    const path = join(test.folder, 'old.txt');
    await writeFile(path, '第一章 甲\n\n雪停了。\n\n第二章 乙\n\n他走了。\n');
    const wordsOf = (documents: readonly { documentId: string; wordCount: number }[]): number =>
      documents.reduce((sum, { wordCount }) => sum + wordCount, 0);
    const made = await test.call('import:commit', { path, into: { projectId } });
    const isNew = ({ documentId: id }: { documentId: string }): boolean =>
      made.created.some((one) => one.documentId === id);
    const words = wordsOf(made.documents.filter(isNew));
    expect(await log()).toMatchObject([{ imported: words, written: 0, counted: 0 }]);
    // The next day: the day it came keeps it, the year has it no more.
    now = at(21, 8);
    await test.call('import:undo', { projectId });
    expect((await log()).map(({ imported }) => imported)).toEqual([words, -words]);
    expect(await goals()).toMatchObject({ today: 0, streak: 0 });
    const into = { folder: join(test.folder, 'new-book'), language: 'zh-CN' } as const;
    const other = await test.call('import:commit', { path, into });
    const { items } = await test.call('goals:log', { projectId: other.projectId });
    expect(items).toMatchObject([{ day: '2026-11-21', imported: words, written: 0 }]);
  });

  it('keeps goals with the book and counts as they say', async () => {
    await append('潮水退了。');
    await save((text) => text.replace('潮水退了。', '退了。'));
    const set = { perDay: 1_000, restDays: [0], counting: 'written' as const };
    expect(await test.call('goals:update', { projectId, ...set })).toMatchObject({
      ...set,
      perBook: null,
      today: 4,
    });
    expect(await test.call('goals:update', { projectId, perDay: null })).toMatchObject({
      ...set,
      perDay: null,
    });
    const { documents } = await test.call('documents:list', { projectId });
    const book = documents.reduce((sum, { wordCount }) => sum + wordCount, 0);
    expect((await goals()).book).toBe(book);
    for (const wrong of [{ perDay: 0 }, { restDays: [7] }]) {
      expect(await test.fail('goals:update', { projectId, ...wrong })).toBe('INVALID_INPUT');
    }
    expect(await test.fail('goals:get', { projectId: 'nobody' })).toBe('PROJECT_NOT_FOUND');
  });
});

describe('a day of writing [W3]', () => {
  const write = (typed: number, removed: number, pasted = 0) =>
    save((text) => `${text}\n雪。\n`, { typed, removed, pasted });

  it('is one on which something was written or cut by hand, also as much the one as the other, and no paste', async () => {
    for (const [day, typed, removed] of [
      [20, 50, 50],
      [21, 10, 300],
      [22, 0, 40],
    ] as const) {
      now = at(day, 9);
      await write(typed, removed);
    }
    expect(await goals()).toMatchObject({ today: 0, streak: 3 });
    now = at(23, 9);
    await write(0, 0, 500);
    expect(await goals()).toMatchObject({ today: 0, streak: 3, day: '2026-11-23' });
    now = at(24, 9);
    expect(await goals()).toMatchObject({ streak: 0, longestStreak: { days: 3 } });
    await write(30, 0);
    await write(-30, 0);
    expect(await goals()).toMatchObject({ today: 0, streak: 0 });
  });

  it('has the clock of the machine, with its beginning and its end', async () => {
    const { clock, dayEnds } = await goals();
    expect(clock).toEqual([{ from: new Date(2026, 10, 20).getTime(), hour: 0 }]);
    expect(dayEnds).toBe(new Date(2026, 10, 21).getTime());
  });
});

describe('the day it is [W3]', () => {
  it('is told by the program, with its end; a day ahead of a clock that was set back counts once it has come', async () => {
    now = at(20, 9);
    await append('潮水退了。');
    now = at(22, 9);
    await append('外海起雾，门开着。');
    now = at(20, 10);
    expect(await goals()).toMatchObject({
      day: '2026-11-20',
      dayEnds: new Date(2026, 10, 21).getTime(),
      today: 4,
      streak: 1,
      longestStreak: { days: 1, lastDay: '2026-11-20' },
    });
    expect((await log()).map(({ day }) => day)).toEqual(['2026-11-20']);
    now = at(22, 0);
    expect(await goals()).toMatchObject({
      day: '2026-11-22',
      today: 7,
      longestStreak: { days: 1 },
    });
    expect((await log()).map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-22']);
  });
});

const child = fileURLToPath(new URL('../helpers/days-child.ts', import.meta.url));

describe('the seams of the log of days', () => {
  it.each(['uncounted', 'counted'])(
    'counts once what a program wrote that was killed while it was %s, and nothing again [W3]',
    async (when) => {
      const path = (await test.call('projects:list', {})).items[0]?.path ?? '';
      await test.app.close();
      const args = [child, test.folder, path, when, '潮水退了又来'];
      const running = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
      const [, signal] = (await once(running, 'close')) as [number | null, string | null];
      expect(signal).toBe('SIGKILL');
      // The other program has the machine's own clock.
      now = Date.now();
      for (let start = 1; start <= 2; start += 1) {
        await test.restart();
        await test.call('projects:open', { path });
        expect(await log()).toMatchObject([{ written: 5, removed: 0, pasted: 2 }]);
      }
      // The window that was not answered saves again.
      const { text, version, origins } = await test.call('documents:read', {
        ...{ projectId, documentId },
      });
      expect(text).toContain('潮水退了又来');
      // Noted before the file was written: whose words these are is known too [N14].
      expect(origins.at(-1)).toEqual(['潮水退了又来'.length + 3, 'pasted']);
      const words = { typed: 5, removed: 0, pasted: 2 };
      const again = { projectId, documentId, text, expectedVersion: version, words };
      await test.call('documents:save', again);
      expect(await log()).toMatchObject([{ written: 5, removed: 0, pasted: 2 }]);
    },
  );

  it('counts what each of two windows wrote, and nothing of what was refused [W3]', async () => {
    const other = (await test.call('documents:list', { projectId })).documents[1]?.documentId ?? '';
    const write = async (id: string, typed: number): Promise<number> => {
      const { text, version } = await test.call('documents:read', { projectId, documentId: id });
      const reply = await test.app.dispatch(
        'documents:save',
        {
          ...{ projectId, documentId: id, text: `${text}${'雪'.repeat(typed)}\n` },
          ...{ expectedVersion: version, words: { typed, removed: 1, pasted: 0 } },
        },
        { signal: new AbortController().signal },
      );
      return reply.ok ? typed : 0;
    };
    const windows = Array.from({ length: 12 }, (_, one) =>
      write(one % 3 === 0 ? other : documentId, one + 1),
    );
    const counted = (await Promise.all(windows)).filter((typed) => typed > 0);
    expect(counted.length).toBeGreaterThan(1);
    expect(counted.length).toBeLessThan(windows.length);
    const written = counted.reduce((sum, typed) => sum + typed, 0);
    expect(await log()).toMatchObject([{ written, removed: counted.length }]);
  });
});

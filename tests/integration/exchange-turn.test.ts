import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type App, createApp } from '#main/app.ts';
import { exchangePath } from '#main/book/projects/exchange-path.ts';
import type { Channel, Output } from '#shared/contract/index.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { writeBook } from '#tests/helpers/book.ts';
import { holdElsewhere } from '#tests/helpers/held-file.ts';

const { signal } = new AbortController();
const soon = { timeout: 20_000 };

let test: TestApp;
let path: string;
let projectId: string;
let holder: ChildProcess | null;
beforeEach(async () => {
  test = await createTestApp();
  holder = null;
  ({ path, projectId } = await test.call('projects:open', { path: writeBook(test.folder, 2, 2) }));
  await test.call('knowledge:entities:create', {
    ...{ projectId, kind: 'item', name: '灯', summary: '亮着。' },
  });
  await test.call('projects:sync', { projectId });
});
afterEach(async () => {
  holder?.kill('SIGKILL');
  await test.close();
});

/** Another process has the turn from now on. */
const hold = async (): Promise<ChildProcess> => {
  const child = await holdElsewhere(exchangePath(test.platform.paths.data, projectId));
  holder = child;
  return child;
};
const end = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGKILL');
  await once(child, 'close');
};
const entries = (): string =>
  readdirSync(join(path, 'codex'))
    .map((name) => readFileSync(join(path, 'codex', name), 'utf8'))
    .join('\n');
const darken = (): void => {
  const [name = ''] = readdirSync(join(path, 'codex'));
  const file = join(path, 'codex', name);
  writeFileSync(file, readFileSync(file, 'utf8').replace('亮着。', '灭了。'));
};
const summaries = async (): Promise<string[]> =>
  (await test.call('knowledge:entities:list', { projectId })).items.map(({ summary }) => summary);

describe('two processes that would exchange the records of a book at once [B1 B5 N16]', () => {
  it('the second comes back when the first was killed, and its calls are answered meanwhile', async () => {
    const child = await hold();
    await test.call('knowledge:entities:create', {
      ...{ projectId, kind: 'item', name: '井', summary: '干了。' },
    });
    expect(await test.call('projects:sync', { projectId })).toMatchObject({ read: 0, written: 0 });
    expect(await summaries()).toEqual(expect.arrayContaining(['亮着。', '干了。']));
    expect(entries()).not.toContain('干了。');
    await end(child);
    await expect.poll(entries, soon).toContain('干了。');
  });

  it('a book opens while another has the turn, and takes in what came once it may', async () => {
    await test.call('projects:close', { projectId });
    darken();
    const child = await hold();
    expect(await test.call('projects:open', { path })).toMatchObject({ readOnly: false });
    expect(await summaries()).toEqual(['亮着。']);
    child.stdin?.end();
    await once(child, 'close');
    await expect.poll(summaries, soon).toEqual(['灭了。']);
    const { items } = await test.call('projects:outside:list', { projectId });
    expect(items).toHaveLength(1);
  });

  it('a book closes while the other never ends, and writes at its next opening', async () => {
    const child = await hold();
    await test.call('knowledge:entities:create', {
      ...{ projectId, kind: 'item', name: '井', summary: '干了。' },
    });
    await test.call('projects:close', { projectId });
    expect(entries()).not.toContain('干了。');
    await end(child);
    await test.call('projects:open', { path });
    await test.call('projects:sync', { projectId });
    expect(entries()).toContain('干了。');
  });

  it('of two that borrow the book each change is taken in once', async () => {
    await test.call('projects:close', { projectId });
    const borrowers: App[] = [];
    try {
      for (let count = 0; count < 2; count += 1) {
        borrowers.push(await createApp(test.platform, { lends: true }));
      }
      const ask = (channel: Channel, input: object) =>
        Promise.all(borrowers.map(({ dispatch }) => dispatch(channel, input as never, { signal })));
      const noticed = async (): Promise<number[]> =>
        (await ask('projects:outside:list', { projectId })).map((reply) =>
          reply.ok ? (reply.value as Output<'projects:outside:list'>).total : -1,
        );
      await ask('projects:open', { path });
      expect(await noticed()).toEqual([0, 0]);
      darken();
      expect(await ask('projects:sync', { projectId })).toMatchObject([{ ok: true }, { ok: true }]);
      expect(await noticed()).toEqual([1, 1]);
    } finally {
      for (const borrower of borrowers) await borrower.close();
    }
    await test.call('projects:open', { path });
    const { items } = await test.call('projects:outside:list', { projectId });
    expect(items).toHaveLength(1);
  });
});

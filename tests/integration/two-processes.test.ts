import { appendFileSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type App, createApp } from '#main/app.ts';
import type { Output } from '#shared/contract/index.ts';
import { createTestApp } from '#tests/helpers/app.ts';
import { writeBook } from '#tests/helpers/book.ts';

it('S3-24 what another process on the same data folder writes is seen at the next request', async () => {
  const test = await createTestApp();
  const signal = new AbortController().signal;
  try {
    const project = await test.call('projects:open', { path: writeBook(test.folder, 2, 3) });
    const { projectId } = project;
    await test.call('constraints:list', { projectId });
    await test.call('settings:get', {});
    const { version } = await test.call('context:budget:get', { projectId });
    const other = await createApp(test.platform);
    await other.dispatch('projects:open', { path: project.path }, { signal });
    await other.dispatch(
      'constraints:create',
      { projectId, type: 'plot', text: '另一边写的' },
      { signal },
    );
    await other.dispatch('settings:update', { theme: 'dark' }, { signal });
    await other.dispatch(
      'context:budget:update',
      { projectId, expectedVersion: version, contextWindow: 9000 },
      { signal },
    );
    await other.close();
    const { items } = await test.call('constraints:list', { projectId });
    expect(items.map((item) => item.text)).toEqual(['另一边写的']);
    expect((await test.call('settings:get', {})).theme).toBe('dark');
    expect((await test.call('context:budget:get', { projectId })).contextWindow).toBe(9000);
    const { prompt } = await test.call('context:assemble', {
      projectId,
      documentId: project.documents[0]?.documentId ?? '',
      cursorPosition: 3,
      skillId: 'continue',
    });
    expect(prompt).toContain('另一边写的');
  } finally {
    await test.close();
  }
});

it('what the process that has a book decides holds in another at once, and no look at the files takes it back [S3-24 N3]', async () => {
  const test = await createTestApp();
  const { signal } = new AbortController();
  let other: App | null = null;
  try {
    const project = await test.call('projects:open', { path: writeBook(test.folder, 3, 2) });
    const { projectId } = project;
    const [first, second] = project.documents;
    if (!first || !second) throw new Error('the book has too few chapters');
    other = await createApp(test.platform);
    const { dispatch } = other;
    const seenThere = async () => {
      const reply = await dispatch('documents:list', { projectId }, { signal });
      if (!reply.ok) throw new Error(reply.error.message);
      return (reply.value as Output<'documents:list'>).documents;
    };
    const opened = await dispatch('projects:open', { path: project.path }, { signal });
    expect(opened).toMatchObject({ value: { readOnly: true } });
    const { documentId } = second;
    const decided = { fence: { neverSend: true }, status: 'done', synopsis: '井边' } as const;
    await test.call('documents:update', { projectId, documentId, ...decided });
    await test.call('documents:move', { projectId, documentId, toIndex: 0 });
    expect((await seenThere())[0]).toMatchObject({ documentId, ...decided });
    appendFileSync(join(project.path, second.path), '\n又添一句。\n');
    await expect
      .poll(async () => (await seenThere())[0]?.charCount, { timeout: 20_000 })
      .toBe(second.charCount + '又添一句。'.length);
    const made = { projectId, kind: 'item', name: '灯', summary: '亮着。' } as const;
    await test.call('knowledge:entities:create', made);
    await test.call('projects:sync', { projectId });
    const [name = ''] = readdirSync(join(project.path, 'codex'));
    const record = join(project.path, 'codex', name);
    writeFileSync(record, readFileSync(record, 'utf8').replace('亮着。', '灭了。'));
    // Whoever has the book takes in what came; the other would take the same for news once more.
    const look = await dispatch('projects:sync', { projectId }, { signal });
    expect(look).toMatchObject({ value: { read: 0, written: 0, merged: 0 } });
    await test.call('projects:sync', { projectId });
    const { items } = await test.call('projects:outside:list', { projectId });
    expect(items.map(({ title }) => title)).toEqual(['灯']);
    await test.call('projects:close', { projectId });
    const again = await test.call('projects:open', { path: project.path });
    expect(again.documents[0]).toMatchObject({ documentId, ...decided });
  } finally {
    await other?.close();
    await test.close();
  }
});

it('what another process sets of caps, fences and expectations is told here though nobody asks [N11 N12]', async () => {
  const test = await createTestApp();
  const { signal } = new AbortController();
  let other: App | null = null;
  try {
    const project = await test.call('projects:open', { path: writeBook(test.folder, 2, 3) });
    const { projectId } = project;
    const documentId = project.documents[0]?.documentId ?? '';
    other = await createApp(test.platform);
    const { dispatch, events } = other;
    const told: string[] = [];
    /** How many lines each look found that do not hold. */
    const failed: number[] = [];
    events.on((...[name, payload]) => {
      told.push(name);
      if (name === 'expectations:checked') failed.push(payload.failed);
    });
    await dispatch('projects:open', { path: project.path }, { signal });
    const standing = async () => {
      const reply = await dispatch('expectations:list', { projectId }, { signal });
      if (!reply.ok) throw new Error(reply.error.message);
      return (reply.value as Output<'expectations:list'>).items.map(({ result }) => result?.state);
    };
    const soon = { timeout: 20_000 };
    expect(await standing()).toEqual([]);
    await dispatch('purse:get', {}, { signal });
    told.length = 0;

    await test.call('purse:update', { perDay: { tokens: 12_000 } });
    await expect.poll(() => told, soon).toContain('purse:changed');
    expect(told).not.toContain('expectations:changed');
    const rule = await test.call('constraints:create', {
      ...{ projectId, type: 'plot', text: '井边不点灯。' },
    });
    const { constraintId, version: expectedVersion } = rule;
    const { expectationId } = await test.call('expectations:create', {
      ...{ projectId, at: { documentId }, expect: 'in', item: { constraintId } },
    });
    await expect.poll(() => told, soon).toContain('expectations:changed');
    await expect.poll(standing, soon).toEqual(['held']);

    // A fence of the other process turns the line red here, where nobody lists anything meanwhile.
    failed.length = 0;
    const fence = { neverSend: true } as const;
    await test.call('constraints:update', { projectId, constraintId, expectedVersion, fence });
    await expect.poll(() => failed, soon).toContain(1);
    expect(await standing()).toEqual(['broken']);
    await test.call('expectations:delete', { projectId, expectationId });
    await expect.poll(standing, soon).toEqual([]);
    // One process looks, the other hears of it, and there it ends.
    await new Promise((resolve) => setTimeout(resolve, 5000));
    const before = told.length;
    await new Promise((resolve) => setTimeout(resolve, 5000));
    expect(told.length).toBe(before);
  } finally {
    await other?.close();
    await test.close();
  }
});

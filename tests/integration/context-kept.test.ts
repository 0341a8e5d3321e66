import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type App, createApp } from '#main/app.ts';
import type { Output } from '#shared/contract/index.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { writeBook } from '#tests/helpers/book.ts';

let test: TestApp;
let project: Output<'projects:open'>;

const { signal } = new AbortController();

const ask = (additionalInput: string) =>
  test.call('context:assemble', {
    projectId: project.projectId,
    documentId: project.documents[1]?.documentId ?? '',
    cursorPosition: 200,
    skillId: 'continue',
    additionalInput,
  });

/** Rows of the closed database, read beside the program. */
const countRows = (table: 'assemblies' | 'assembly_texts'): number => {
  const database = new BetterSqlite3(join(test.platform.paths.data, 'fabula.sqlite'), {
    readonly: true,
  });
  try {
    return Number(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
  } finally {
    database.close();
  }
};

beforeEach(async () => {
  test = await createTestApp();
  project = await test.call('projects:open', { path: writeBook(test.folder, 3, 4) });
});

afterEach(() => test.close());

describe('N1 kept assemblies', () => {
  it('are the last 500 of a project, each whole, and texts nothing uses are deleted', async () => {
    const ids: string[] = [];
    for (let request = 0; request < 520; request += 1)
      ids.push((await ask(`第${request}次`)).assemblyId);
    const { items } = await test.call('context:history:list', {
      projectId: project.projectId,
      limit: 500,
    });
    expect(items.map((item) => item.assemblyId)).toEqual(ids.slice(20).toReversed());
    expect(await test.fail('context:history:replay', { assemblyId: ids[0] ?? '' })).toBe(
      'CONTEXT_ASSEMBLY_NOT_FOUND',
    );
    const kept = await test.call('context:history:replay', { assemblyId: ids[20] ?? '' });
    expect(kept.prompt).toContain('第20次');
    await test.restart();
    // One text of its own per request, beside those they share.
    expect(countRows('assembly_texts')).toBeLessThan(540);
    expect((await test.call('context:history:replay', { assemblyId: ids[20] ?? '' })).sha256).toBe(
      kept.sha256,
    );
  });

  it('replay after one before them could not be written', async () => {
    const database = new BetterSqlite3(join(test.platform.paths.data, 'fabula.sqlite'));
    database.exec(`CREATE TRIGGER full BEFORE INSERT ON assemblies
      BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
    const list = () => test.app.dispatch('context:history:list', project, { signal });
    await ask('一');
    expect(await list()).toMatchObject({ ok: true, value: { items: [] } });
    database.exec('DROP TRIGGER full');
    database.close();
    const { assemblyId, prompt } = await ask('一');
    expect((await test.call('context:history:replay', { assemblyId })).prompt).toBe(prompt);
  });

  it('are refused when a stored text is no longer the one that was sent', async () => {
    const { assemblyId } = await ask('一');
    await test.call('context:history:replay', { assemblyId });
    const database = new BetterSqlite3(join(test.platform.paths.data, 'fabula.sqlite'));
    database.exec("UPDATE assembly_texts SET text = text || '改' WHERE text LIKE '一%'");
    database.close();
    expect(await test.fail('context:history:replay', { assemblyId })).toBe('DATABASE_CORRUPT');
  });

  it('hold of each chapter’s inspections only the newest', async () => {
    await test.call('settings:update', { debugMode: true });
    const { projectId } = project;
    const look = (chapter: number) =>
      test.call('context:inspect', {
        projectId,
        documentId: project.documents[chapter]?.documentId ?? '',
        cursorPosition: 50,
        skillId: 'continue',
      });
    await look(0);
    const other = await look(0);
    await look(1);
    const newest = await look(1);
    for (const { assemblyId } of [newest, other])
      await test.call('context:history:replay', { assemblyId });
    await test.restart();
    expect(countRows('assemblies')).toBe(2);
  });

  it('list what was asked for, not what Inspect looks at by itself [N1]', async () => {
    await test.call('settings:update', { debugMode: true });
    const { projectId } = project;
    const place = {
      projectId,
      documentId: project.documents[0]?.documentId ?? '',
      cursorPosition: 50,
      skillId: 'continue',
    };
    await test.call('context:inspect', place);
    const kept = await test.call('context:assemble', place);
    await test.call('context:inspect', place);
    const { items } = await test.call('context:history:list', { projectId, limit: 1 });
    expect(items.map(({ assemblyId, purpose }) => [assemblyId, purpose])).toEqual([
      [kept.assemblyId, 'assemble'],
    ]);
  });

  it('are whole after a second program beside this one swept the texts nobody used any more [N1]', async () => {
    await test.call('settings:update', { debugMode: true });
    const { projectId } = project;
    const look = (app: App, additionalInput: string) =>
      app.dispatch(
        'context:inspect',
        {
          ...{ projectId, documentId: project.documents[1]?.documentId ?? '' },
          ...{ cursorPosition: 200, skillId: 'continue', additionalInput },
        },
        { signal },
      );
    const list = () => test.call('context:history:list', { projectId });
    await look(test.app, '写到渡口为止');
    await list();
    await look(test.app, '换一句');
    await list();
    const beside = await createApp(test.platform, {});
    await beside.dispatch('projects:open', { path: project.path }, { signal });
    await look(beside, '再换一句');
    await beside.close();
    const { assemblyId, prompt } = await ask('写到渡口为止');
    expect(await test.call('context:history:replay', { assemblyId })).toMatchObject({ prompt });
  });

  it('F10 carry the choice of entries over a restart, which an inspection does not change', async () => {
    const { projectId } = project;
    await test.call('settings:update', { debugMode: true });
    for (let number = 10; number < 90; number += 1) {
      await test.call('knowledge:entities:create', {
        projectId,
        kind: 'character',
        name: `路人${number}号`,
        summary: '在渡口卖过鱼，后来去了省城，再没有回来，谁也不知道为什么。',
      });
    }
    const { version } = await test.call('context:budget:get', { projectId });
    await test.call('context:budget:update', {
      projectId,
      expectedVersion: version,
      contextWindow: 8000,
    });
    expect((await ask('写慢些')).prompt).not.toContain('路人88号');
    expect((await ask('让路人88号出场')).prompt).toContain('路人88号。');
    const looked = await test.call('context:inspect', {
      projectId,
      documentId: project.documents[1]?.documentId ?? '',
      cursorPosition: 200,
      skillId: 'continue',
      additionalInput: '让路人77号出场',
    });
    expect(looked.prompt).toContain('路人77号。');
    await test.restart();
    project = await test.call('projects:open', { path: project.path });
    const { prompt } = await ask('写慢些');
    expect(prompt).toContain('路人88号。');
    expect(prompt).not.toContain('路人77号。');
  });

  it('are not kept when the writer switched that off, and go with the project', async () => {
    await ask('一');
    await test.call('settings:update', { keepAssemblies: false });
    await ask('二');
    const { items } = await test.call('context:history:list', { projectId: project.projectId });
    expect(items).toHaveLength(1);
    await test.call('projects:forget', { projectId: project.projectId });
    expect(countRows('assemblies')).toBe(0);
    expect(countRows('assembly_texts')).toBe(0);
  });

  it('S3-15 a budget goes with its project: opened again it has the default', async () => {
    const { projectId, path } = project;
    const change = { projectId, expectedVersion: 0, contextWindow: 9000 };
    await test.call('context:budget:update', change);
    await test.call('projects:forget', { projectId });
    project = await test.call('projects:open', { path });
    expect(await test.call('context:budget:get', { projectId: project.projectId })).toMatchObject({
      version: 0,
      contextWindow: 16_384,
    });
  });
});

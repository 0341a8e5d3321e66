import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { makeFolder } from '#tests/helpers/projects.ts';

const plain = (index: number): string => `# ${index}\n\n第${index}天，沈砚靠了岸，舅公没有下来。\n`;
const secrets = ['井底的鹮鹭', '瞒着灯塔', '不许提起锁匠'];

let folder: Awaited<ReturnType<typeof makeFolder>>;
let test: TestApp;
let projectId: string;

const open = async () => {
  const opened = await test.call('projects:open', { path: folder.root });
  projectId = opened.projectId;
  return opened.documents;
};

const idOf = async (path: string): Promise<string> => {
  const { documents } = await test.call('documents:list', { projectId });
  return documents.find((one) => one.path === path)?.documentId ?? '';
};

const infoOf = async (documentId: string) => {
  const { documents } = await test.call('documents:list', { projectId });
  return documents.find((one) => one.documentId === documentId);
};

/** Four things that wait for the third chapter, and one that ends with it. */
const plant = async (): Promise<void> => {
  const fence = { notBeforeChapter: 3 };
  const entry = (name: string, summary: string, more: object) =>
    test.call('knowledge:entities:create', {
      ...{ projectId, kind: 'character' as const, name, summary },
      ...more,
    });
  const one = await entry('沈砚', '撑船的人。', { inclusion: 'always' });
  const two = await entry('舅公', `知道${secrets[0]}。`, { fence, inclusion: 'always' });
  await entry('锁匠', '只在头三章里。', { validToChapter: 3 });
  await entry('灯塔', '后来才有的。', { kind: 'location', validFromChapter: 3 });
  await test.call('knowledge:relations:create', {
    ...{ projectId, subjectId: one.entityId, objectId: two.entityId },
    ...{ predicate: secrets[1] ?? '', validFromChapter: 3, fence },
  });
  const rule = { projectId, type: 'plot' as const, text: `${secrets[2]}。`, fence };
  await test.call('constraints:create', rule);
  const documentId = await idOf('01.md');
  await test.call('documents:update', { projectId, documentId, fence });
};

/** Every number that is shown of what {@link plant} planted. */
const numbers = async () => {
  const { items: entities } = await test.call('knowledge:entities:list', { projectId });
  const { items: relations } = await test.call('knowledge:relations:list', { projectId });
  const { items: constraints } = await test.call('constraints:list', { projectId });
  const { documents } = await test.call('documents:list', { projectId });
  const named = new Map(entities.map((one) => [one.name, one]));
  return {
    entry: named.get('舅公')?.fence?.notBeforeChapter,
    until: named.get('锁匠')?.validToChapter,
    from: named.get('灯塔')?.validFromChapter,
    relation: relations[0]?.fence?.notBeforeChapter,
    since: relations[0]?.validFromChapter,
    constraint: constraints[0]?.fence?.notBeforeChapter,
    chapter: documents.find(({ path }) => path === '01.md')?.fence?.notBeforeChapter,
  };
};

const all = (number: number) => ({
  ...{ entry: number, until: number, from: number, relation: number },
  ...{ since: number, constraint: number, chapter: number },
});

const requestAt = async (path: string): Promise<string> => {
  const documentId = await idOf(path);
  const request = { projectId, documentId, cursorPosition: 3, skillId: 'continue' };
  return (await test.call('context:assemble', request)).prompt;
};

beforeEach(async () => {
  folder = await makeFolder({ '01.md': plain(1), '02.md': plain(2), '03.md': plain(3) });
  test = await createTestApp();
  await open();
});
afterEach(async () => {
  await test.close();
  await folder.remove();
});

describe('what waits for a chapter [B3]', () => {
  it('waits for that chapter when others come before it, and no request of before holds it', async () => {
    await plant();
    expect(await numbers()).toEqual(all(3));
    await writeFile(join(folder.root, '00.md'), plain(0));
    await open();
    expect(await numbers()).toEqual(all(4));
    const prompt = await requestAt('02.md');
    for (const secret of secrets) expect(prompt).not.toContain(secret);
    const later = await requestAt('03.md');
    expect(later).toContain(secrets[0]);
    await test.restart();
    await open();
    expect(await numbers()).toEqual(all(4));
  });

  it('goes with it when it is moved, also in what a conversation may see', async () => {
    await plant();
    const documentId = await idOf('03.md');
    await test.call('documents:move', { projectId, documentId, toIndex: 0 });
    expect(await numbers()).toEqual(all(1));
    await test.call('documents:move', { projectId, documentId, toIndex: 2 });
    expect(await numbers()).toEqual(all(3));
  });

  it('keeps its place while the chapter is deleted, and has it again when it comes back', async () => {
    await writeFile(join(folder.root, '04.md'), plain(4));
    await open();
    await plant();
    const documentId = await idOf('03.md');
    await test.call('documents:delete', { projectId, documentId });
    expect(await numbers()).toEqual(all(3));
    const [first] = (await test.call('knowledge:entities:list', { projectId })).items.filter(
      ({ name }) => name === '舅公',
    );
    await test.call('knowledge:entities:update', {
      ...{ projectId, entityId: first?.entityId ?? '', expectedVersion: first?.version ?? 0 },
      summary: '改过的。',
    });
    await writeFile(join(folder.root, '00.md'), plain(0));
    await test.restart();
    await open();
    expect(await numbers()).toEqual(all(4));
    await test.call('documents:restore', { projectId, documentId });
    expect(await numbers()).toEqual(all(4));
    expect((await infoOf(documentId))?.chapter).toBe(4);
  });

  it('may be a chapter that is not written yet, or be named by its id', async () => {
    const documentId = await idOf('02.md');
    const fenceOf = async (fence: object) =>
      (await test.call('documents:update', { projectId, documentId, fence })).fence;
    expect(await fenceOf({ notBeforeChapter: 9 })).toEqual({ notBeforeChapter: 9 });
    await writeFile(join(folder.root, '00.md'), plain(0));
    await open();
    expect((await infoOf(documentId))?.fence).toEqual({ notBeforeChapter: 10 });
    expect(await fenceOf({ notBeforeDocumentId: await idOf('03.md') })).toEqual({
      notBeforeChapter: 4,
    });
    const foreign = { projectId, documentId, fence: { notBeforeDocumentId: 'nobody' } };
    expect(await test.fail('documents:update', foreign)).toBe('DOCUMENT_NOT_FOUND');
  });
});

it('takes the numbers of an earlier version for the chapters that had them, whatever came since [B3]', async () => {
  await plant();
  await test.call('projects:close', { projectId });
  await test.app.close();
  const database = new BetterSqlite3(join(test.platform.paths.data, 'fabula.sqlite'));
  const fence = '{"notBeforeChapter":3}';
  for (const table of ['entities', 'relations', 'constraints', 'documents']) {
    database.prepare(`UPDATE ${table} SET fence = ? WHERE fence IS NOT NULL`).run(fence);
  }
  for (const table of ['entities', 'relations']) {
    for (const column of ['valid_from', 'valid_to']) {
      database.exec(`UPDATE ${table} SET ${column} = 3, ${column}_reference = NULL
        WHERE ${column}_reference IS NOT NULL`);
    }
  }
  // Nor did an earlier version know of a list.
  database.exec(
    'UPDATE documents SET fence_revision = 0; UPDATE document_folders SET fences_listed = 0',
  );
  database.close();
  for (const name of ['fenced.json', 'fenced.listed']) await rm(join(folder.root, '.fabula', name));
  await writeFile(join(folder.root, '00.md'), plain(0));
  await test.restart();
  await open();
  expect(await numbers()).toEqual(all(4));
});

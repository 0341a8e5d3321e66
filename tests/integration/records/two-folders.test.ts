import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '#tests/helpers/app.ts';
import { eventually } from '#tests/helpers/projects.ts';
import { createTwoMachines, type SharedBook } from '#tests/helpers/two-machines.ts';

const canary = '鹮鹭的名字藏在井底';
const plain = (index: number): string => `# ${index}\n\n第${index}天，船靠了岸，没有人下来。\n`;

let machines: Awaited<ReturnType<typeof createTwoMachines>>;
let book: SharedBook;
let here: TestApp;
let there: TestApp;

const at = (test: TestApp, path: string): string => book.at(test, path);
const rootOf = (test: TestApp): string => book.at(test, '.');
const open = (test: TestApp) => book.open(test);
const carry = (from: TestApp, to: TestApp) => book.carry(from, to);

/** What a book holds, without what belongs to one machine. */
const bookOf = async (test: TestApp) => {
  const { projectId, documents } = await open(test);
  const [entities, relations, constraints, rules] = [
    (await test.call('knowledge:entities:list', { projectId })).items,
    (await test.call('knowledge:relations:list', { projectId })).items,
    (await test.call('constraints:list', { projectId })).items,
    (await test.call('memory:rules:list', { projectId })).items,
  ];
  const bare = <T extends object>(items: readonly T[]) =>
    items
      .map((item) => {
        const {
          createdAt: _c,
          updatedAt: _u,
          version: _v,
          ...rest
        } = item as Record<string, unknown>;
        return rest;
      })
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return {
    chapters: documents.map(({ modifiedAt: _m, ...one }) => one),
    entities: bare(entities),
    relations: bare(relations),
    constraints: bare(constraints),
    rules: bare(rules.filter(({ confirmed }) => confirmed)),
  };
};

const fill = async (test: TestApp) => {
  const { projectId, documents } = await open(test);
  const [first, second, third] = documents.map(({ documentId }) => documentId);
  const ann = await test.call('knowledge:entities:create', {
    projectId,
    kind: 'character',
    name: '林黛玉',
    aliases: ['颦儿', '潇湘妃子'],
    summary: '父亲是林如海。\n\n住在潇湘馆。',
    validFromChapter: 2,
  });
  const well = await test.call('knowledge:entities:create', {
    projectId,
    kind: 'location',
    name: '古井',
    summary: canary,
    fence: { neverSend: true },
  });
  await test.call('knowledge:relations:create', {
    projectId,
    subjectId: ann.entityId,
    predicate: '怕',
    objectId: well.entityId,
    validFromChapter: 3,
    fence: { notBeforeChapter: 3 },
  });
  await test.call('constraints:create', {
    projectId,
    type: 'narrative',
    text: '不写梦。',
    fence: { knownBy: [ann.entityId] },
  });
  await test.call('constraints:create', { projectId, type: 'style', text: '短句。', priority: 5 });
  await test.call('memory:rules:create', {
    projectId,
    text: '对白不加引号',
    confidence: 0.7,
    confirmed: true,
  });
  await test.call('memory:rules:create', { projectId, text: '未确认', confidence: 0.2 });
  await test.call('documents:update', {
    projectId,
    documentId: second ?? '',
    fence: { notBeforeChapter: 3 },
    pointOfViewEntityId: ann.entityId,
  });
  await test.call('documents:move', { projectId, documentId: third ?? '', toIndex: 0 });
  await test.call('projects:sync', { projectId });
  return { projectId, ann, well, documentIds: [first, second, third] };
};

const promptsOf = async (test: TestApp): Promise<string> => {
  const { projectId, documents } = await open(test);
  const prompts: string[] = [];
  for (const { documentId } of documents) {
    const { text } = await test.call('documents:read', { projectId, documentId });
    const request = { projectId, documentId, cursorPosition: text.length, skillId: 'continue' };
    prompts.push((await test.call('context:assemble', request)).prompt);
  }
  return prompts.join('\n');
};

const filesOf = async (root: string): Promise<Map<string, string>> => {
  const files = new Map<string, string>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === 'lock') continue;
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(root.length + 1), await readFile(path, 'utf8'));
  }
  return files;
};

beforeAll(async () => {
  machines = await createTwoMachines();
  ({ here, there } = machines);
});
afterAll(() => machines.close());
beforeEach(async () => {
  book = await machines.newBook({ '01.md': plain(1), '02.md': plain(2), '03.md': plain(3) });
});
afterEach(() => book.end());

describe('a book in its folder, on a machine that never saw it [B1]', () => {
  it('is the same book, and no request made there holds what is fenced', async () => {
    await fill(here);
    await carry(here, there);
    expect(await bookOf(there)).toEqual(await bookOf(here));
    const prompts = await promptsOf(there);
    expect(prompts).toContain('不写梦');
    expect(prompts).not.toContain(canary);
  });

  it('gets an edit made there, whole, in one file, and gives one back [B6]', async () => {
    const { projectId, ann } = await fill(here);
    await carry(here, there);
    await open(there);
    const before = await filesOf(rootOf(there));
    const [mine] = (await there.call('knowledge:entities:list', { projectId })).items.filter(
      ({ entityId }) => entityId === ann.entityId,
    );
    await there.call('knowledge:entities:update', {
      projectId,
      entityId: ann.entityId,
      expectedVersion: mine?.version ?? 0,
      summary: '葬花。',
    });
    expect(await there.call('projects:sync', { projectId })).toMatchObject({ read: 0 });
    const after = await filesOf(rootOf(there));
    const changed = [...after].filter(([path, text]) => before.get(path) !== text);
    expect(changed.map(([path]) => path.split('/')[0])).toEqual(['codex']);
    await carry(there, here);
    await here.call('projects:sync', { projectId });
    expect(await bookOf(here)).toEqual(await bookOf(there));
  });

  it('is opened without a byte being written, and the same bytes are made of it anywhere [B6]', async () => {
    const { projectId } = await fill(here);
    await carry(here, there);
    const before = await filesOf(rootOf(there));
    await open(there);
    await there.call('projects:sync', { projectId });
    await there.call('projects:close', { projectId });
    await here.call('projects:close', { projectId });
    await open(here);
    await here.call('projects:sync', { projectId });
    expect(await filesOf(rootOf(there))).toEqual(before);
    const own = new Map([...(await filesOf(rootOf(here)))].filter(([path]) => path.includes('/')));
    expect(new Map([...before].filter(([path]) => path.includes('/')))).toEqual(own);
  });

  it('loses an entry that was deleted there, and keeps one that was edited here meanwhile', async () => {
    const { projectId, ann, well } = await fill(here);
    await carry(here, there);
    await open(there);
    for (const { entityId } of [ann, well]) {
      await there.call('knowledge:entities:delete', { projectId, entityId });
    }
    await there.call('projects:sync', { projectId });
    await here.call('knowledge:entities:update', {
      projectId,
      entityId: ann.entityId,
      expectedVersion: 1,
      summary: '葬花。',
    });
    await here.call('projects:close', { projectId });
    const edited = (await readdir(at(here, 'codex'))).find((name) => name.startsWith('林黛玉'));
    // The deletes arrive; the file of the edited entry is taken away too.
    await rm(at(here, `codex/${edited ?? ''}`));
    await carry(there, here);
    await open(here);
    await here.call('projects:sync', { projectId });
    const { items } = await here.call('knowledge:entities:list', { projectId });
    expect(items.map(({ name }) => name)).toEqual([]);
    const outside = await here.call('projects:outside:list', { projectId });
    expect(outside.items.map(({ change }) => change)).toEqual(['deleted', 'deleted']);
  });
});

describe('records in a folder that is not trusted [B7]', () => {
  it('names and leaves alone what is damaged, withholds what it speaks of, and opens the rest [B2]', async () => {
    const { projectId, ann } = await fill(here);
    await carry(here, there);
    await open(there);
    expect(await promptsOf(there)).toContain('林黛玉');
    const [name] = (await readdir(at(there, 'codex'))).filter((one) => one.startsWith('林黛玉'));
    const path = `codex/${name ?? ''}`;
    const whole = await readFile(at(there, path), 'utf8');
    const damaged = whole.slice(0, 60);
    await writeFile(at(there, path), damaged);
    const counts = await there.call('projects:sync', { projectId });
    expect(counts.withheld).toBe(1);
    expect(await promptsOf(there)).not.toContain('林黛玉');
    expect(await readFile(at(there, path), 'utf8')).toBe(damaged);
    const { problems } = await open(there);
    expect(problems).toMatchObject([{ path, problem: 'recordUnreadable' }]);
    const shown = (await there.call('knowledge:entities:list', { projectId })).items;
    expect(shown.find(({ entityId }) => entityId === ann.entityId)?.fence?.unknown).toBe(true);
    await there.call('documents:fences:confirm', { projectId });
    expect(await readFile(at(there, path), 'utf8')).toBe(whole);
    expect(await promptsOf(there)).toContain('林黛玉');
  });

  it('withholds a chapter whose settings nobody can read, and Inspect says so [B2]', async () => {
    const { projectId, documentIds } = await fill(here);
    const sidecar = at(here, `.fabula/chapters/${documentIds[0] ?? ''}.yaml`);
    await writeFile(sidecar, 'fabula: chapter\nid: [');
    const { documents } = await open(here);
    const one = documents.find(({ documentId }) => documentId === documentIds[0]);
    expect(one?.fence?.unknown).toBe(true);
    await here.call('settings:update', { debugMode: true });
    const request = {
      projectId,
      documentId: one?.documentId ?? '',
      cursorPosition: 3,
      skillId: 'continue',
    };
    const { layers } = await here.call('context:inspect', request);
    expect(layers.immediate.items.map(({ reason }) => reason)).toContain('fenceUnknown');
  });

  it.each([
    [
      'a link out of the folder',
      (path: string) =>
        import('node:fs/promises').then(({ symlink }) => symlink('/etc/hostname', path)),
    ],
    [
      'an alias bomb',
      (path: string) =>
        writeFile(
          path,
          `---\nfabula: codex\na: &a [x,x]\nb: [*a,*a]\nid: evil\nversion: "000000000000"\nname: x\nkind: item\n---\n\n`,
        ),
    ],
    ['a file without end', (path: string) => writeFile(path, Buffer.alloc(3 * 1024 * 1024, 'x'))],
    [
      'an id that is a path',
      (path: string) =>
        writeFile(
          path,
          '---\nfabula: codex\nid: ../../x\nversion: "000000000000"\nname: x\nkind: item\n---\n\n',
        ),
    ],
    ['a folder', (path: string) => mkdir(path)],
    ['bytes', (path: string) => writeFile(path, Buffer.from([0, 255, 254, 1, 2]))],
  ])('skips %s', async (_name, make) => {
    const { projectId } = await fill(here);
    await make(at(here, 'codex/evil.md'));
    const before = (await here.call('knowledge:entities:list', { projectId })).items.length;
    await here.call('projects:sync', { projectId });
    const { problems, documents } = await open(here);
    expect(problems.map(({ path }) => path)).toEqual(['codex/evil.md']);
    expect(documents).toHaveLength(3);
    expect((await here.call('knowledge:entities:list', { projectId })).items).toHaveLength(before);
    await stat(at(here, 'codex/evil.md')).catch(() => undefined);
  });

  it('are no chapters, and a folder of chapters that has their name stays one', async () => {
    await mkdir(join(rootOf(here), 'codex'));
    await writeFile(join(rootOf(here), 'codex/序.md'), '# 序\n\n一部书。\n');
    const { projectId, documents } = await open(here);
    expect(documents.map(({ path }) => path)).toContain('codex/序.md');
    await here.call('knowledge:entities:create', {
      projectId,
      kind: 'item',
      name: '灯',
      summary: '',
    });
    await here.call('projects:sync', { projectId });
    expect(await readdir(at(here, 'codex'))).toEqual(['序.md']);
    expect(await readdir(at(here, 'fabula-codex'))).toHaveLength(1);
    expect((await open(here)).documents).toHaveLength(4);
  });
});

describe('a row of the database that is a record, damaged by another program [B7]', () => {
  it.each([
    ['an entry', 'UPDATE entities SET token_count = -5 WHERE entity_id = ?'],
    ['a relation of an entry', "UPDATE relations SET fence = '7' WHERE subject_id = ?"],
  ])('%s is no deletion: its file stays as it is', async (_name, damage) => {
    const { projectId, ann } = await fill(here);
    const before = await filesOf(rootOf(here));
    const other = new BetterSqlite3(join(here.platform.paths.data, 'fabula.sqlite'));
    other.pragma('ignore_check_constraints = ON');
    other.prepare(damage).run(ann.entityId);
    other.close();
    await here.call('projects:sync', { projectId });
    expect(await filesOf(rootOf(here))).toEqual(before);
  });
});

describe('a record changed in the folder while the book is open [B4]', () => {
  it('is taken in at once, and a fence that was loosened by hand holds until the writer says so', async () => {
    const { projectId, well } = await fill(here);
    const [name] = (await readdir(at(here, 'codex'))).filter((one) => one.startsWith('古井'));
    const path = at(here, `codex/${name ?? ''}`);
    const text = await readFile(path, 'utf8');
    await writeFile(
      path,
      text.replace(/fence:\n {2}neverSend: true\n/, '').replace(canary, `${canary}。`),
    );
    await eventually(async () => {
      const { items } = await here.call('knowledge:entities:list', { projectId });
      return items.some(({ summary }) => summary === `${canary}。`);
    });
    expect(await promptsOf(here)).not.toContain(canary);
    const { items } = await here.call('projects:outside:list', { projectId });
    const kept = items.find(({ change }) => change === 'fenceKept');
    expect(kept?.recordId).toBe(well.entityId);
    await here.call('projects:outside:settle', {
      projectId,
      changeId: kept?.changeId ?? 0,
      choice: 'take',
    });
    const shown = (await here.call('knowledge:entities:list', { projectId })).items;
    expect(shown.find(({ entityId }) => entityId === well.entityId)?.fence).toBeNull();
  });
});

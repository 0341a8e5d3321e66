import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, startProjects } from '#tests/helpers/projects.ts';

type Folder = Awaited<ReturnType<typeof makeFolder>>;
type Desk = Awaited<ReturnType<typeof startProjects>>;

let folder: Folder;
let desk: Desk;

beforeEach(async () => {
  folder = await makeFolder();
  desk = await startProjects(folder.base);
});
afterEach(async () => {
  await desk.stop();
  await folder.remove();
});

const restart = async (): Promise<void> => {
  await desk.stop();
  desk = await startProjects(folder.base);
};

const ownerThatDied = {
  host: hostname(),
  pid: 2 ** 22 + 5,
  started: '1',
  folder: '',
  token: 'x',
};

describe('one writer (F17)', () => {
  it('F17 opens read-only what another process writes in, and for writing once that one is gone', async () => {
    await folder.write('a.md', 'Text.');
    const { projectId } = await desk.projects.open({ path: folder.root });
    const other = await startProjects(folder.base);
    const seen = await other.projects.open({ path: folder.root });
    expect(seen).toMatchObject({ projectId, readOnly: true });
    const documentId = seen.documents[0]?.documentId ?? '';
    const { version } = await other.documents.read(projectId, documentId);
    const save = { projectId, documentId, text: 'Mine.', expectedVersion: version };
    await expect(other.documents.save(save)).rejects.toMatchObject({ code: 'PROJECT_LOCKED' });
    await desk.projects.close(projectId);
    expect((await other.projects.open({ path: folder.root })).readOnly).toBe(false);
    await other.documents.save(save);
    expect((await folder.read('a.md')).toString()).toBe('Mine.');
    await other.stop();
  });

  it('takes over the lock of a process that died, and keeps its own out of the folder that travels [F17 B1]', async () => {
    await folder.write('a.md', 'Text.');
    await folder.write('.fabula/lock', JSON.stringify(ownerThatDied));
    expect((await desk.projects.open({ path: folder.root })).readOnly).toBe(false);
    expect((await readdir(join(folder.root, '.fabula'))).toSorted()).toEqual(['project.json']);
    const locks = join(folder.base, 'data', 'locks');
    const [lock = ''] = await readdir(locks);
    const held: unknown = JSON.parse(await readFile(join(locks, lock), 'utf8'));
    const dead = { ...(held as object), ...ownerThatDied };
    await writeFile(join(locks, lock), JSON.stringify(dead));
    const other = await startProjects(folder.base);
    expect((await other.projects.open({ path: folder.root })).readOnly).toBe(false);
    await other.stop();
  });
});

describe('new projects and samples', () => {
  const seed = {
    name: '潮信',
    language: 'zh-CN',
    folder: '潮信',
    constraints: [],
    entities: [],
    relations: [],
    memoryRules: [],
    episodes: [],
  };
  const ship = async (): Promise<void> => {
    const sample = join(folder.base, 'samples', 'zh-CN');
    await mkdir(join(sample, 'manuscript'), { recursive: true });
    await writeFile(join(sample, 'manuscript', '第一章.md'), '# 第一章\n\n潮。\n');
    await writeFile(join(sample, 'seed.json'), JSON.stringify(seed));
  };

  it('makes a new project with a first chapter, beside one of the same name', async () => {
    const first = await desk.projects.create({ name: '书：一', language: 'zh-CN' });
    const second = await desk.projects.create({ name: '书：一', language: 'zh-CN' });
    expect(first).toMatchObject({
      name: '书：一',
      language: 'zh-CN',
      documents: [{ title: '第一章', path: '第一章.md' }],
    });
    expect(second.path).toBe(`${first.path} 2`);
    expect(second.projectId).not.toBe(first.projectId);
    await expect(desk.projects.create({ name: '..', language: 'en' })).rejects.toMatchObject({
      code: 'DOCUMENT_NAME_INVALID',
    });
    await expect(
      desk.projects.create({ name: 'x', language: 'en', parentPath: join(folder.base, 'none') }),
    ).rejects.toMatchObject({ code: 'PROJECT_FOLDER_MISSING' });
    await folder.write('a.md', 'Text.');
    await expect(
      desk.projects.create({ name: 'x', language: 'en', parentPath: join(folder.root, 'a.md') }),
    ).rejects.toMatchObject({ code: 'PROJECT_PATH_IS_FILE' });
  });

  it('copies a sample once, imports its seed once, and opens the copy where the writer moved it', async () => {
    await ship();
    const first = await desk.projects.openSample('zh-CN');
    expect(first).toMatchObject({
      name: '潮信',
      path: join(folder.base, 'documents', 'Fabula', '潮信'),
      pointOfViewEntityId: 'narrator',
    });
    await writeFile(join(first.path, '第一章.md'), '我的');
    expect((await desk.projects.openSample('zh-CN')).projectId).toBe(first.projectId);
    expect(desk.imported).toHaveLength(1);
    await desk.projects.close(first.projectId);
    const moved = join(folder.base, 'my tide');
    await rename(first.path, moved);
    await desk.projects.open({ path: moved });
    await restart();
    const again = await desk.projects.openSample('zh-CN');
    expect(again).toMatchObject({ projectId: first.projectId, path: moved });
    expect(desk.imported).toHaveLength(0);
    expect(await readFile(join(moved, '第一章.md'), 'utf8')).toBe('我的');
    expect(
      await readFile(join(folder.base, 'samples', 'zh-CN', 'manuscript', '第一章.md'), 'utf8'),
    ).toBe('# 第一章\n\n潮。\n');
  });
});

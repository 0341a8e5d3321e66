import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Manuscript, startManuscript } from '#tests/helpers/manuscript.ts';

let desk: Manuscript;
beforeEach(async () => {
  desk = await startManuscript({ 'a.md': '# A\n\nOne.\n', 'b.md': '# B\n\nTwo.\n' });
});
afterEach(() => desk.close());

const trash = () => join(desk.root, '.fabula', 'trash');
const lists = async () => {
  const { projectId } = desk;
  const { documents } = await desk.call('documents:list', { projectId });
  const { items } = await desk.call('documents:deleted', { projectId });
  const ids = (all: { documentId: string }[]) => all.map(({ documentId }) => documentId);
  return { present: ids(documents), deleted: ids(items) };
};

describe('a delete that was cut off', () => {
  it('is finished at the next opening when only the decision was written down [F17]', async () => {
    const { projectId } = desk;
    const documentId = await desk.idOf('b.md');
    await desk.call('documents:delete', { projectId, documentId });
    await desk.stop('SIGKILL');
    await rename(join(trash(), `${documentId}.md`), join(desk.root, 'b.md'));
    await desk.restart();
    expect(await lists()).toEqual({ present: [await desk.idOf('a.md')], deleted: [documentId] });
    expect(existsSync(join(desk.root, 'b.md'))).toBe(false);
    await desk.call('documents:restore', { projectId, documentId });
    expect(await desk.read('b.md')).toBe('# B\n\nTwo.\n');
  });

  it('leaves the chapter in a list when only the file had moved [F17]', async () => {
    const { projectId } = desk;
    const documentId = await desk.idOf('b.md');
    await desk.stop('SIGKILL');
    await mkdir(trash(), { recursive: true });
    await rename(join(desk.root, 'b.md'), join(trash(), `${documentId}.md`));
    await desk.restart();
    const { present, deleted } = await lists();
    expect([...present, ...deleted]).toContain(documentId);
    if (deleted.includes(documentId)) {
      await desk.call('documents:restore', { projectId, documentId });
    }
    expect(await desk.read('b.md')).toBe('# B\n\nTwo.\n');
    expect(await readdir(trash())).toEqual([]);
  });

  it('lists a restored chapter whose file had not moved yet when the program was killed [F17]', async () => {
    const { projectId } = desk;
    const documentId = await desk.idOf('b.md');
    await desk.call('documents:delete', { projectId, documentId });
    await desk.call('documents:restore', { projectId, documentId });
    await desk.stop('SIGKILL');
    await rename(join(desk.root, 'b.md'), join(trash(), `${documentId}.md`));
    await desk.restart();
    const { present, deleted } = await lists();
    expect([...present, ...deleted]).toContain(documentId);
  });
});

describe('a save that was cut off', () => {
  it('gives the chapter its place back when its file stood aside [F17]', async () => {
    const { projectId } = desk;
    const documentId = await desk.idOf('b.md');
    await desk.stop('SIGKILL');
    const aside = join(desk.root, `.${documentId}.fabula-was`);
    await rename(join(desk.root, 'b.md'), aside);
    await desk.restart();
    const read = await desk.call('documents:read', { projectId, documentId });
    expect(read.text).toBe('# B\n\nTwo.\n');
    expect(await desk.read('b.md')).toBe('# B\n\nTwo.\n');
    expect(existsSync(aside)).toBe(false);
  });
});

describe('renaming a chapter', () => {
  it('goes over no other chapter whose name differs in letter case alone [F17]', async () => {
    await desk.write('Storm.md', 'One storm.\n');
    await desk.write('storm.md', 'Another storm.\n');
    // Where the disk takes both names for one there is nothing to lose, and one chapter.
    const both = (await readdir(desk.root)).filter((name) => /^storm/i.test(name));
    await desk.restart();
    const { projectId } = desk;
    const documentId = await desk.idOf(both[0] ?? '');
    const title = both[0] === 'Storm.md' ? 'storm' : 'Storm';
    if (both.length === 2) {
      const { code } = await desk.fail('documents:rename', { projectId, documentId, title });
      expect(code).toBe('DOCUMENT_NAME_TAKEN');
      expect(await desk.read('Storm.md')).toBe('One storm.\n');
      expect(await desk.read('storm.md')).toBe('Another storm.\n');
    }
    const other = await desk.idOf('a.md');
    await writeFile(join(desk.root, 'a.md'), 'No heading here.\n');
    await desk.call('documents:read', { projectId, documentId: other });
    await desk.call('documents:rename', { projectId, documentId: other, title: 'A' });
    expect((await readdir(desk.root)).filter((name) => /^a\.md/i.test(name))).toEqual(['A.md']);
  });
});

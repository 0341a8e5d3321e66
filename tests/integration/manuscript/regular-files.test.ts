import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makePipe, type Manuscript, startManuscript, within } from '#tests/helpers/manuscript.ts';

/** Far longer than any of these calls takes, and shorter than for ever. */
const patient = 60_000;

let desk: Manuscript;
afterEach(() => desk.close());

const stopped = () => within(desk.stop(), patient);

describe('files that are no regular files', () => {
  it('reports a pipe in place of a chapter and goes on, and ends when told to [F17]', async () => {
    desk = await startManuscript({ 'a.md': '# A\n\nOne.\n', 'b.md': '# B\n\nTwo.\n' });
    const documentId = await desk.idOf('b.md');
    await rm(join(desk.root, 'b.md'));
    makePipe(join(desk.root, 'b.md'));
    const { projectId } = desk;
    const reads = Array.from({ length: 8 }, () =>
      within(desk.fail('documents:read', { projectId, documentId }), patient),
    );
    for (const outcome of await Promise.all(reads)) {
      expect(outcome).toMatchObject({ code: expect.stringMatching(/^DOCUMENT_/) });
    }
    const other = { projectId, documentId: await desk.idOf('a.md') };
    expect(await within(desk.call('documents:read', other), patient)).toMatchObject({
      text: '# A\n\nOne.\n',
    });
    expect(await stopped()).toBe(0);
  });

  it("opens a book whose own files are pipes, and the writer's skills beside one [F17]", async () => {
    desk = await startManuscript({ 'a.md': '# A\n\nOne.\n' });
    const own = join(desk.root, '.fabula');
    const { projectId } = desk;
    await desk.call('projects:close', { projectId });
    for (const name of ['project.json', 'lock']) {
      await rm(join(own, name), { force: true });
      makePipe(join(own, name));
    }
    await mkdir(join(desk.data, 'skills'), { recursive: true });
    makePipe(join(desk.data, 'skills', 'mine.md'));
    expect(await within(desk.open(), patient)).toMatchObject({ documents: [{ path: 'a.md' }] });
    const skills = await within(desk.call('ai:skills:list', {}), patient);
    expect(skills).toMatchObject({
      problems: [{ file: 'mine.md', problem: 'unreadable' }],
    });
    expect(await stopped()).toBe(0);
  });

  it('reads no chapter through a link that took its place, or the place of its folder [F17]', async () => {
    desk = await startManuscript({ 'a.md': '# A\n\nOne.\n', 'part/b.md': '# B\n\nTwo.\n' });
    const { projectId } = desk;
    const [first, second] = [await desk.idOf('a.md'), await desk.idOf('part/b.md')];
    const elsewhere = join(desk.base, 'elsewhere');
    await mkdir(elsewhere);
    for (const name of ['a.md', 'b.md']) await writeFile(join(elsewhere, name), 'A secret.\n');
    await rename(join(desk.root, 'part'), join(desk.base, 'part'));
    await symlink(elsewhere, join(desk.root, 'part'));
    await rm(join(desk.root, 'a.md'));
    await symlink(join(elsewhere, 'a.md'), join(desk.root, 'a.md'));
    for (const documentId of [first, second]) {
      const { code } = await desk.fail('documents:read', { projectId, documentId });
      expect(code).toMatch(/^DOCUMENT_(?:UNREADABLE|NOT_FOUND)$/);
    }
  });

  it('ends within five seconds of being told to when every thread of the system hangs [F17]', async () => {
    desk = await startManuscript({ 'a.md': '# A\n' });
    const { conversationId } = await desk.call('conversation:create', {
      projectId: desk.projectId,
    });
    const folder = join(desk.data, 'context', conversationId);
    await mkdir(folder, { recursive: true });
    await rm(join(folder, 'manifest.json'), { force: true });
    makePipe(join(folder, 'manifest.json'));
    for (let count = 0; count < 8; count += 1) {
      desk.call('context-files:list', { conversationId }).catch(() => undefined);
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await stopped()).not.toBe('late');
  });
});

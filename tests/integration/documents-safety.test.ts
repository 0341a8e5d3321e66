import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { explainWriteFailure } from '#main/book/documents/file-errors.ts';
import { makeFolder, startProjects } from '#tests/helpers/projects.ts';

const Journalled = z.object({ details: z.object({ journal: z.string() }) });

type Folder = Awaited<ReturnType<typeof makeFolder>>;

let folder: Folder;
beforeEach(async () => {
  folder = await makeFolder({ 'a.md': '0\n'.repeat(20_000) });
});
afterEach(() => folder.remove());

const child = fileURLToPath(new URL('../helpers/projects-child.ts', import.meta.url));
const start = (mode: string, root: string, rights: { uid?: number; gid?: number } = {}) =>
  spawn(process.execPath, [child, mode, folder.base, root, join(folder.base, `data-${mode}`)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...rights,
  });

/** How often the process is killed; the full count of F17 is 200. */
const kills = Number(process.env.FABULA_TEST_KILLS ?? 3);

describe('F17 crash safety', () => {
  it(
    'F17 a process killed while it saves never tears a file and loses no answered save',
    async () => {
      for (let round = 0; round < kills; round += 1) {
        const saving = start('save', folder.root);
        let answered = 0;
        const lines = createInterface({ input: saving.stdout });
        lines.on('line', (line) => {
          answered = Number(line);
        });
        await once(lines, 'line');
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
        saving.kill('SIGKILL');
        await once(saving, 'close');

        const text = (await folder.read('a.md')).toString();
        const number = Number(text.slice(0, text.indexOf('\n')));
        expect(text).toBe(`${number}\n`.repeat(20_000));
        expect(number).toBeGreaterThanOrEqual(answered);
        const desk = await startProjects(folder.base, { data: join(folder.base, 'data-save') });
        const project = await desk.projects.open({ path: folder.root });
        expect(project).toMatchObject({
          readOnly: false,
          problems: [],
          documents: [{ path: 'a.md' }],
        });
        const documentId = project.documents[0]?.documentId ?? '';
        expect((await desk.documents.read(project.projectId, documentId)).text).toBe(text);
        expect((await readdir(folder.root)).sort()).toEqual(['.fabula', 'a.md']);
        await desk.stop();
      }
    },
    Math.max(60_000, kills * 5_000),
  );

  it('F17 a full disk answers DISK_FULL and the text survives in the journal', async () => {
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    expect(await explainWriteFailure(folder.root, full)).toMatchObject({ code: 'DISK_FULL' });

    const root = join(folder.base, 'small');
    await mkdir(root);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', root], { stdio: 'ignore' });
    } catch {
      // Only a privileged process can make a small disk; elsewhere the mapping above is what can be shown.
      return;
    }
    const desk = await startProjects(folder.base);
    try {
      execFileSync('cp', [join(folder.root, 'a.md'), root]);
      const { projectId, documents } = await desk.projects.open({ path: root });
      const documentId = documents[0]?.documentId ?? '';
      const { text, version } = await desk.documents.read(projectId, documentId);
      const long = '海水在夜里退去。\n'.repeat(20_000);
      const saving = desk.documents.save({
        projectId,
        documentId,
        text: long,
        expectedVersion: version,
      });
      await expect(saving).rejects.toMatchObject({
        code: 'DISK_FULL',
        details: { journal: expect.stringContaining(join(folder.base, 'data', 'journal')) },
      });
      expect((await desk.documents.read(projectId, documentId)).text).toBe(text);
      expect((await readdir(root)).sort()).toEqual(['.fabula', 'a.md']);

      await desk.projects.close(projectId);
      execFileSync('mount', ['-o', 'remount,size=8m', root]);
      await desk.projects.open({ path: root });
      expect((await desk.documents.read(projectId, documentId)).text).toBe(long);
      const history = (await desk.documents.listSnapshots(projectId, documentId)).map(
        ({ reason }) => reason,
      );
      expect(history).toEqual(['save', 'outsideEdit']);
    } finally {
      await desk.stop();
      execFileSync('umount', [root]);
    }
  });

  it('F17 a text that could not be saved and a chapter changed since become a conflict', async () => {
    const desk = await startProjects(folder.base);
    const { projectId, documents } = await desk.projects.open({ path: folder.root });
    const documentId = documents[0]?.documentId ?? '';
    const { text: base, version } = await desk.documents.read(projectId, documentId);
    const moved = join(folder.base, 'moved');
    await rename(folder.root, moved);
    const saving = desk.documents.save({
      projectId,
      documentId,
      text: 'mine',
      expectedVersion: version,
    });
    await expect(saving).rejects.toMatchObject({ code: 'PROJECT_FOLDER_MISSING' });
    await desk.projects.close(projectId);
    await writeFile(join(moved, 'a.md'), 'theirs');
    const again = await desk.projects.open({ path: moved });
    expect(again.documents[0]).toMatchObject({ documentId, hasConflict: true });
    expect(await desk.documents.readConflict(projectId, documentId)).toMatchObject({
      mine: 'mine',
      theirs: 'theirs',
    });
    expect((await readFile(join(moved, 'a.md'))).toString()).toBe('theirs');
    expect(base).not.toBe('theirs');
    await desk.stop();
  });

  it('F17 keeps the text when something stands where the chapter was', async () => {
    const desk = await startProjects(folder.base);
    const { projectId, documents } = await desk.projects.open({ path: folder.root });
    const documentId = documents[0]?.documentId ?? '';
    const { version } = await desk.documents.read(projectId, documentId);
    await rm(join(folder.root, 'a.md'));
    await mkdir(join(folder.root, 'a.md'));
    const failure: unknown = await desk.documents
      .save({ projectId, documentId, text: 'mine', expectedVersion: version })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'DOCUMENT_UNREADABLE' });
    const kept = await readFile(Journalled.parse(failure).details.journal, 'utf8');
    expect(JSON.parse(kept)).toMatchObject({ documentId, text: 'mine', expectedVersion: version });
    await desk.stop();
  });

  it('F17 opens a folder it may not write in read-only and changes nothing', async () => {
    await chmod(folder.base, 0o755);
    await mkdir(join(folder.base, 'data-try'));
    await chmod(join(folder.base, 'data-try'), 0o777);
    await chmod(folder.root, 0o555);
    const rights = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    const trying = start('try', folder.root, rights);
    const [line] = await once(createInterface({ input: trying.stdout }), 'line');
    expect(JSON.parse(String(line))).toEqual({
      readOnly: true,
      outcome: 'PROJECT_FOLDER_UNWRITABLE',
    });
    await once(trying, 'close');
    await chmod(folder.root, 0o755);
    expect(await readdir(folder.root)).toEqual(['a.md']);
  });
});

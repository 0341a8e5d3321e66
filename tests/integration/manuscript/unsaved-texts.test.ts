import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { explainWriteFailure } from '#main/book/documents/file-errors.ts';
import { type Manuscript, startManuscript } from '#tests/helpers/manuscript.ts';

const chapter = '# Tide\n\nThe sea goes out.\n';
const long = (word: string): string => `# Tide\n\n${`${word} goes on and on.\n`.repeat(20_000)}`;

let desk: Manuscript | null = null;
let mounted: string | null = null;
afterEach(async () => {
  await desk?.stop('SIGKILL');
  if (mounted) execFileSync('umount', [mounted]);
  await desk?.close();
  [desk, mounted] = [null, null];
});

/** Makes the book's folder a disk of its own, so small that no long text fits; false where no disk can be made. */
const onSmallDisk = async (root: string): Promise<void> => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', root], { stdio: 'ignore' });
    mounted = root;
  } catch {
    // Only a privileged process can make a small disk.
    return;
  }
  execFileSync('sh', ['-c', `printf '# Tide\n\nThe sea goes out.\n' > ${root}/tide.md`]);
};

const journalOf = async (details: Record<string, unknown>) =>
  JSON.parse(await readFile(String(details.journal), 'utf8'));

describe('texts that cannot be saved', () => {
  it('are kept each by itself while the disk is full, and all come back [F17]', async () => {
    desk = await startManuscript({ 'tide.md': chapter }, onSmallDisk);
    if (!mounted) return;
    const { projectId } = desk;
    const documentId = await desk.idOf('tide.md');
    const { version } = await desk.call('documents:read', { projectId, documentId });
    const save = (text: string, draftId?: string) => {
      const page = draftId === undefined ? {} : { draftId };
      const input = { projectId, documentId, text, expectedVersion: version, ...page };
      return (desk as Manuscript).fail('documents:save', input);
    };
    const first = await save(long('First'));
    expect(first.code).toBe('DISK_FULL');
    const second = await save(long('Second'));
    await save(long('Page'), 'page');
    const page = await save(long('Page again'), 'page');
    execFileSync('sh', ['-c', `head -c 1000000 /dev/zero > ${desk.root}/full || true`], {
      stdio: 'ignore',
    });
    const title = 'Another title';
    const renaming = await desk.fail('documents:rename', { projectId, documentId, title });
    expect(renaming.code).toBe('DISK_FULL');
    const made = await desk.fail('documents:create', {
      projectId,
      title: 'New',
      text: long('New'),
    });
    expect(made.code).toBe('DISK_FULL');
    expect(await journalOf(first.details)).toMatchObject({ text: long('First') });
    expect(await journalOf(second.details)).toMatchObject({ text: long('Second') });
    expect(await journalOf(page.details)).toMatchObject({ text: long('Page again') });
    expect(await journalOf(made.details)).toMatchObject({ text: long('New') });

    await rm(join(desk.root, 'full'), { force: true });
    execFileSync('mount', ['-o', 'remount,size=32m', desk.root]);
    await desk.restart();
    const now = await desk.call('documents:read', { projectId, documentId });
    const { texts } = await desk.call('documents:conflict:read', { projectId, documentId });
    expect([now.text, ...texts.map(({ text }) => text)].sort()).toEqual(
      ['First', 'Second', 'Page again'].map(long).sort(),
    );
    expect(await desk.read('New.md')).toBe(long('New'));
    expect(await readdir(join(desk.data, 'journal', projectId))).toEqual([]);
    await desk.restart();
    expect((await readdir(desk.root)).filter((name) => name.startsWith('New'))).toEqual(['New.md']);
  });

  it('leave the journal once they are saved, and no conflict behind [F17]', async () => {
    desk = await startManuscript({ 'tide.md': chapter });
    const { projectId, root } = desk;
    const documentId = await desk.idOf('tide.md');
    const { version } = await desk.call('documents:read', { projectId, documentId });
    const away = `${root}-away`;
    await rename(root, away);
    const input = { projectId, documentId, expectedVersion: version, draftId: 'page' };
    const text = `${chapter}More.\n`;
    const { code, details } = await desk.fail('documents:save', { ...input, text });
    expect(code).toBe('PROJECT_FOLDER_MISSING');
    expect(await journalOf(details)).toMatchObject({ text, documentId });
    await rename(away, root);
    await desk.call('documents:save', { ...input, text: `${text}And more.\n` });
    await desk.restart();
    const { documents } = await desk.call('documents:list', { projectId });
    expect(documents[0]?.hasConflict).toBeUndefined();
    expect(await desk.read('tide.md')).toBe(`${text}And more.\n`);
  });
});

describe('failures of saving', () => {
  it('say a disk that can only be read from a full one [F17]', async () => {
    desk = await startManuscript({ 'tide.md': chapter }, onSmallDisk);
    if (!mounted) return;
    const { projectId } = desk;
    const documentId = await desk.idOf('tide.md');
    const { version } = await desk.call('documents:read', { projectId, documentId });
    const save = (text: string) => {
      const input = { projectId, documentId, text, expectedVersion: version };
      return (desk as Manuscript).fail('documents:save', input);
    };
    expect(await save(long('Full'))).toMatchObject({ code: 'DISK_FULL' });
    execFileSync('mount', ['-o', 'remount,ro', desk.root]);
    expect(await save(`${chapter}More.\n`)).toMatchObject({ code: 'DISK_READ_ONLY' });
    execFileSync('mount', ['-o', 'remount,rw', desk.root]);
  });

  it('have each its code [F17]', async () => {
    const root = await mkdtemp(join(tmpdir(), 'fabula-failures-'));
    const failed = (code: string) => Object.assign(new Error(code), { code });
    const codes = new Map([
      ['ENOSPC', 'DISK_FULL'],
      ['EDQUOT', 'DISK_FULL'],
      ['EROFS', 'DISK_READ_ONLY'],
      ['ENAMETOOLONG', 'FILE_NAME_TOO_LONG'],
      ['EACCES', 'FILE_NOT_PERMITTED'],
      ['EPERM', 'FILE_NOT_PERMITTED'],
      ['EIO', 'FILE_WRITE_FAILED'],
    ]);
    for (const [cause, code] of codes) {
      expect(await explainWriteFailure(root, failed(cause))).toMatchObject({ code });
    }
    await chmod(root, 0o555);
    // Rights do not bind the system's own user.
    const denied = process.getuid?.() === 0 ? 'FILE_NOT_PERMITTED' : 'PROJECT_FOLDER_UNWRITABLE';
    expect(await explainWriteFailure(root, failed('EACCES'))).toMatchObject({ code: denied });
    await rm(root, { recursive: true });
    expect(await explainWriteFailure(root, failed('EACCES'))).toMatchObject({
      code: 'PROJECT_FOLDER_MISSING',
    });
  });
});

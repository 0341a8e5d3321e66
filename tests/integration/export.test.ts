import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ExportFormat } from '#shared/domain/export.ts';
import type { Job } from '#shared/domain/job.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { wordsOfDocx, wordsOfEpub } from '#tests/helpers/exported-text.ts';
import { mountSmallDisk, type SmallDisk } from '#tests/helpers/small-disk.ts';

let test: TestApp;
let book: string;
let out: string;
let projectId: string;
let documentIds: string[];

const writeChapters = (folder: string, count: number): void => {
  mkdirSync(folder, { recursive: true });
  for (let number = 1; number <= count; number += 1) {
    const name = `${String(number).padStart(3, '0')}.md`;
    writeFileSync(join(folder, name), `# 第${number}章 灯${number}\n\n第${number}盏灯亮着。\n`);
  }
};

const open = async (chapters = 3): Promise<void> => {
  book = join(test.folder, '潮簿');
  out = join(test.folder, 'out');
  mkdirSync(out, { recursive: true });
  writeChapters(book, chapters);
  const opened = await test.call('projects:open', { path: book, language: 'zh-CN' });
  projectId = opened.projectId;
  documentIds = opened.documents.map(({ documentId }) => documentId);
};

beforeEach(async () => {
  test = await createTestApp();
  await open();
});
afterEach(() => test.close());

const to = (name: string): string => join(out, name);
const exportTxt = (name: string, more: { documentIds?: string[]; replace?: boolean } = {}) =>
  test.call('documents:export', { projectId, format: 'txt', path: to(name), ...more });

describe('exporting a book', () => {
  it('writes every format the host can make, and says how big and of how many chapters [B10 F21]', async () => {
    for (const format of ExportFormat.options.filter((one) => one !== 'pdf')) {
      const path = to(`book-${format}`);
      const made = await test.call('documents:export', { projectId, format, path });
      expect(made).toEqual({ path, bytes: readFileSync(path).byteLength, chapters: 3 });
    }
    expect(await wordsOfDocx(readFileSync(to('book-docx')))).toContain('第3盏灯亮着。');
    expect(await wordsOfEpub(readFileSync(to('book-epub')))).toContain('第3盏灯亮着。');
    expect(readdirSync(out)).toHaveLength(6);
  });

  it('refuses a PDF where no desktop can print it, and leaves nothing', async () => {
    const path = to('book.pdf');
    const request = { projectId, format: 'pdf', path } as const;
    expect(await test.fail('documents:export', request)).toBe('NOT_AVAILABLE_HERE');
    expect(readdirSync(out)).toEqual([]);
  });

  it('holds fenced chapters, for the file is the writer’s own', async () => {
    const [first = ''] = documentIds;
    const fence = { neverSend: true } as const;
    await test.call('documents:update', { projectId, documentId: first, fence });
    await exportTxt('all.txt');
    expect(readFileSync(to('all.txt'), 'utf8')).toContain('第1盏灯亮着。');
  });

  it('takes the chapters that are chosen, in binder order', async () => {
    const [first = '', , third = ''] = documentIds;
    const made = await exportTxt('two.txt', { documentIds: [third, first] });
    const text = readFileSync(to('two.txt'), 'utf8');
    expect(made.chapters).toBe(2);
    expect(text).not.toContain('第2盏');
    expect(text.indexOf('第1盏')).toBeLessThan(text.indexOf('第3盏'));
  });

  it('tells how far it is', async () => {
    const told: Job[] = [];
    test.app.events.on((...[name, payload]) => {
      if (name === 'jobs:changed' && payload.job?.state === 'running') told.push(payload.job);
    });
    const request = { projectId, format: 'docx', path: to('a.docx'), exportId: 'e-1' } as const;
    await test.call('documents:export', request);
    expect(told.map(({ done }) => done)).toEqual([0, 1, 2, 3]);
    expect(told[1]).toMatchObject({ jobId: 'e-1', kind: 'export', total: 4 });
  });

  it('counts the words of a manuscript as the binder does', async () => {
    const path = to('m.docx');
    await test.call('documents:export', { projectId, format: 'manuscript', path, author: '沈青' });
    expect(await wordsOfDocx(readFileSync(path))).toContain('约 100 字');
  });
});

describe('the place of an export', () => {
  it('is never taken from a file that is there, unless the writer says so', async () => {
    writeFileSync(to('mine.txt'), 'mine');
    const request = { projectId, format: 'txt', path: to('mine.txt') } as const;
    expect(await test.fail('documents:export', request)).toBe('EXPORT_FILE_EXISTS');
    expect(readFileSync(to('mine.txt'), 'utf8')).toBe('mine');
    await exportTxt('mine.txt', { replace: true });
    expect(readFileSync(to('mine.txt'), 'utf8')).toContain('灯亮着');
    expect(readdirSync(out)).toEqual(['mine.txt']);
  });

  it('may be no folder, no chapter’s, no relative one, none that is missing, none of the program’s own', async () => {
    mkdirSync(to('folder'));
    const codeAt = (path: string) =>
      test.fail('documents:export', { projectId, format: 'txt', path, replace: true });
    expect(await codeAt(to('folder'))).toBe('EXPORT_PLACE_INVALID');
    expect(await codeAt('book.txt')).toBe('EXPORT_PLACE_INVALID');
    expect(await codeAt(join(book, '004.txt'))).toBe('EXPORT_PLACE_INVALID');
    expect(await codeAt(join(book, '.fabula', 'project.json'))).toBe('EXPORT_PLACE_INVALID');
    expect(await codeAt(join(test.folder, 'data', 'fabula.sqlite'))).toBe('EXPORT_PLACE_INVALID');
    expect(await codeAt(to('gone/book.txt'))).toBe('EXPORT_FOLDER_MISSING');
    expect(readdirSync(book).filter((name) => !name.startsWith('.'))).toHaveLength(3);
  });

  it('is made where it is the one that is proposed', async () => {
    const { folder, fileName } = await test.call('documents:export:choices:get', { projectId });
    expect(fileName).toBe('潮簿');
    const path = join(folder, `${fileName}.txt`);
    await test.call('documents:export', { projectId, format: 'txt', path });
    expect(existsSync(path)).toBe(true);
  });

  it('is proposed where the last one of the book went, after a restart too, and elsewhere where that is gone [B10]', async () => {
    const elsewhere = join(test.folder, 'elsewhere');
    mkdirSync(elsewhere);
    const path = join(elsewhere, 'a.txt');
    await test.call('documents:export', { projectId, format: 'txt', path });
    const { folder } = await test.call('documents:export:choices:get', { projectId });
    expect(folder).toBe(elsewhere);
    const asked = async () => {
      await test.restart();
      await test.call('projects:open', { path: book });
      return test.call('documents:export:choices:get', { projectId });
    };
    expect((await asked()).folder).toBe(elsewhere);
    // What was not chosen yet is as it is at first.
    expect((await asked()).choices).toMatchObject({ author: '' });
    rmSync(elsewhere, { recursive: true });
    const { folder: proposed } = await asked();
    expect(proposed).not.toBe(elsewhere);
  });
});

describe('an export that does not end well', () => {
  it('leaves nothing when it is cancelled, neither early nor late', async () => {
    for (const after of [0, 1, 3]) {
      const leaving = new AbortController();
      test.app.events.on((...[name, payload]) => {
        if (name !== 'jobs:changed' || !payload.job?.total) return;
        if (payload.job.done === after) leaving.abort();
      });
      const input = { projectId, format: 'docx', path: to('a.docx') };
      const asked = test.app.dispatch('documents:export', input, { signal: leaving.signal });
      if (after === 0) leaving.abort();
      expect(await asked).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
      expect(readdirSync(out)).toEqual([]);
    }
    const spool = join(test.folder, 'data', 'spool');
    expect(existsSync(spool) ? readdirSync(spool) : []).toEqual([]);
  });

  it('says that the disk is full, keeps the file that was there, and leaves no half one', async () => {
    const disk: SmallDisk = mountSmallDisk(join(test.folder, 'small'), 1);
    try {
      const path = join(disk.path, 'book.docx');
      writeFileSync(path, 'before');
      disk.fill();
      const request = { projectId, format: 'docx', path, replace: true } as const;
      expect(await test.fail('documents:export', request)).toBe('DISK_FULL');
      expect(readFileSync(path, 'utf8')).toBe('before');
      disk.free();
      expect(readdirSync(disk.path).filter((name) => name.includes('export'))).toEqual([]);
      disk.setReadOnly(true);
      expect(await test.fail('documents:export', request)).toBe('DISK_READ_ONLY');
    } finally {
      disk.remove();
    }
  });

  it('says so when its folder goes while it is under way', async () => {
    test.app.events.on((...[name, payload]) => {
      if (name === 'jobs:changed' && payload.job?.total)
        rmSync(out, { recursive: true, force: true });
    });
    const path = to('a.docx');
    const request = { projectId, format: 'docx', path, exportId: 'e' } as const;
    expect(await test.fail('documents:export', request)).toBe('EXPORT_FOLDER_MISSING');
  });

  it('is ended by the end of the program', async () => {
    const input = { projectId, format: 'docx', path: to('late.docx') };
    const { signal } = new AbortController();
    const asked = test.app.dispatch('documents:export', input, { signal });
    await test.app.close();
    expect(await asked).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    expect(readdirSync(out)).toEqual([]);
    await test.restart();
  });
});

describe('what a writer chose for exports', () => {
  it('is remembered with the book, format by format, over a restart; in its folder too, but for the address [B1]', async () => {
    await test.call('documents:export:choices:update', {
      projectId,
      format: 'epub',
      author: '沈青',
      contact: '某街 1 号',
      leftOut: [documentIds[1] ?? ''],
      layouts: { epub: { numbering: 'counted' } },
    });
    const layouts = { epub: { titlePage: false }, txt: { blankLines: true } };
    await test.call('documents:export:choices:update', { projectId, layouts });
    await test.restart();
    await test.call('projects:open', { path: book });
    const { choices } = await test.call('documents:export:choices:get', { projectId });
    expect(choices).toEqual({
      format: 'epub',
      author: '沈青',
      contact: '某街 1 号',
      leftOut: [documentIds[1]],
      layouts: { epub: { numbering: 'counted', titlePage: false }, txt: { blankLines: true } },
    });
    await test.call('documents:export', { projectId, format: 'txt', path: to('a.txt') });
    expect(readFileSync(to('a.txt'), 'utf8')).toContain('沈青');
    await test.call('projects:forget', { projectId });
    const again = await test.call('projects:open', { path: book });
    const fresh = await test.call('documents:export:choices:get', { projectId: again.projectId });
    expect(fresh.choices).toMatchObject({ author: '沈青', contact: '' });
  });

  it('is shown before anything is written, as pages or as the very text', async () => {
    const [, second = ''] = documentIds;
    const ask = { projectId, documentId: second, layout: { numbering: 'counted' as const } };
    const pages = await test.call('documents:export:preview', { ...ask, format: 'docx' });
    expect(pages).toMatchObject({ kind: 'pages' });
    expect(pages.titlePage).toContain('潮簿');
    expect(pages.chapter).toContain('第二章');
    expect(pages.chapter).toContain('第2盏灯亮着。');
    const text = await test.call('documents:export:preview', { ...ask, format: 'platform' });
    expect(text).toEqual({
      kind: 'text',
      titlePage: '',
      chapter: '第二章　灯2\n\n　　第2盏灯亮着。\n',
    });
  });
});

describe('an export for the page to save', () => {
  it('comes with its name and kind, and leaves nothing on the disk', async () => {
    const made = await test.call('documents:export:download', { projectId, format: 'epub' });
    expect(made).toMatchObject({ fileName: '潮簿.epub', mediaType: 'application/epub+zip' });
    const bytes = Buffer.from(made.base64, 'base64');
    expect(bytes.byteLength).toBe(made.bytes);
    expect(await wordsOfEpub(bytes)).toContain('第1盏灯亮着。');
    expect(readdirSync(join(test.folder, 'data', 'spool'))).toEqual([]);
  });

  it('comes as set pages where the browser is to print them', async () => {
    const { css, body, chapters } = await test.call('documents:export:print', {
      projectId,
      layout: { paper: 'a5' },
    });
    expect(css).toContain('size: A5');
    expect(body).toContain('第3盏灯亮着。');
    expect(chapters).toBe(3);
  });

  it('is shown in a file browser only where the host has one', async () => {
    await exportTxt('a.txt');
    expect(await test.fail('documents:export:reveal', { projectId })).toBe('CAPABILITY_MISSING');
  });
});

import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { ElectronApplication, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { launchElectron, runElectron } from '#tests/helpers/electron-runtime.ts';
import { namesIn } from '#tests/helpers/sitting.ts';
import { mountSmallDisk } from '#tests/helpers/small-disk.ts';
import { deskModels, soon } from './pages/desk.ts';
import { hasFocus } from './pages/settled.ts';

let base: string;
let data: string;
let app: ElectronApplication;
let page: Page;

beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'fabula-desk-end-'));
  data = path.join(base, 'data');
});
afterEach(() => rm(base, { recursive: true, force: true, maxRetries: 3 }));

const Listed = z.object({
  value: z.object({ items: z.array(z.object({ projectId: z.string() })) }),
});

const chapter = (): string => path.join(base, '渡口', '01.md');

const launch = async (): Promise<void> => {
  app = await launchElectron({
    args: [`--data-dir=${data}`, `--project=${path.dirname(chapter())}`],
  });
  page = await app.firstWindow();
};

/** The window on a chapter, with one constraint that was acknowledged. */
const begin = async (): Promise<void> => {
  await mkdir(path.dirname(chapter()), { recursive: true });
  await writeFile(chapter(), '# 雪夜\n\n雪落在渡口。\n');
  await launch();
  await page.getByText('雪落在渡口。').waitFor();
  const listed = await page.evaluate(() => window.host?.call('projects:list', {}));
  const projectId = Listed.parse(listed).value.items[0]?.projectId ?? '';
  const added = await page.evaluate(
    (id) =>
      window.host?.call('constraints:create', { projectId: id, type: 'plot', text: '不可丢失' }),
    projectId,
  );
  expect(added).toMatchObject({ ok: true });
};

/** Constraints in the newest backup, once nothing runs any more. */
const backedUp = (): unknown[] => {
  const backup = new BetterSqlite3(path.join(data, 'fabula.backup.sqlite'), { readonly: true });
  try {
    return backup.prepare('SELECT text FROM constraints').pluck().all();
  } finally {
    backup.close();
  }
};

const Found = z.object({ dismissed: z.array(z.string()), found: z.number() });
const Written = z.object({
  text: z.string(),
  origins: z.array(z.tuple([z.number(), z.string()])),
});

/** Has the rules find one contradiction, in their worker, and sets it aside; its id. */
const dismissAll = async (): Promise<string[]> => {
  const told = await page.evaluate(async () => {
    const { host } = window;
    if (!host) throw new Error('this is no desktop');
    const read = (reply: unknown) => (reply as { value: never }).value as Record<string, never>;
    const { items } = read(await host.call('projects:list', {})) as unknown as {
      items: { projectId: string }[];
    };
    const projectId = items[0]?.projectId ?? '';
    const person = { projectId, kind: 'character', name: '沈砚', summary: '眼睛蓝色，眼睛褐色。' };
    await host.call('knowledge:entities:create', person as never);
    const { found } = read(await host.call('contradictions:check', { projectId }));
    const list = read(await host.call('contradictions:list', { projectId })) as unknown as {
      items: { findingId: string }[];
    };
    const findingIds = list.items.map(({ findingId }) => findingId);
    await host.call('contradictions:dismiss', { projectId, findingIds });
    return { found, dismissed: findingIds };
  });
  const { dismissed, found } = Found.parse(told);
  expect([found, dismissed.length]).toEqual([1, 1]);
  return dismissed;
};

describe('the end of the desktop', () => {
  it('after an error nobody caught comes once what was typed is saved and the data is backed up', async () => {
    await begin();
    const { text } = deskModels(page, 'zh-CN');
    await text.caretAfter('雪落在渡口。');
    await page.keyboard.type('锣没有响。');
    const child = app.process();
    const ended = once(child, 'exit');
    await app.evaluate(() => {
      void Promise.reject(new Error('words of the manuscript'));
    });
    expect((await ended)[0]).toBe(1);
    expect(await readFile(chapter(), 'utf8')).toContain('锣没有响。');
    expect(backedUp()).toEqual(['不可丢失']);
    expect(await namesIn(data, /^fabula\.sqlite-wal$/)).toEqual([]);
    const log = await readFile(path.join(data, 'logs', 'electron.log'), 'utf8');
    expect(log).toContain('an error nobody caught ends the program');
    expect(log).not.toContain('words of the manuscript');
  });

  it('after SIGTERM is in order: what was typed is saved and the data is backed up', async () => {
    await begin();
    const { text } = deskModels(page, 'zh-CN');
    await text.caretAfter('雪落在渡口。');
    await page.keyboard.type('锣没有响。');
    const child = app.process();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
    expect(await readFile(chapter(), 'utf8')).toContain('锣没有响。');
    expect(backedUp()).toEqual(['不可丢失']);
    expect(await namesIn(data, /^fabula\.sqlite-wal$/)).toEqual([]);
  });

  it('by its window waits for a page that takes its time to save [F17 W10]', async () => {
    await begin();
    await page.evaluate(() => {
      const { host } = window;
      host?.onClosing(async () => {
        await new Promise((resolve) => setTimeout(resolve, 4000));
        const { value } = (await host.call('projects:list', {})) as {
          value: { items: { projectId: string }[] };
        } & Awaited<ReturnType<typeof host.call>>;
        const projectId = value.items[0]?.projectId ?? '';
        await host.call('constraints:create', { projectId, type: 'plot', text: '最后一句' });
      });
    });
    const ended = once(app.process(), 'exit');
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    expect((await ended)[0]).toBe(0);
    expect(backedUp()).toEqual(['不可丢失', '最后一句']);
  });

  it('of its page alone is told, and loads it again with what was typed, which goes on being saved [W10]', async () => {
    await begin();
    const { text } = deskModels(page, 'zh-CN');
    await text.caretAfter('雪落在渡口。');
    await page.keyboard.type('锣没有响。');
    await expect.poll(() => readFile(chapter(), 'utf8'), soon).toContain('锣没有响。');
    const dismissed = await dismissAll();
    // Told well before the end; a save comes a second after the last key.
    await page.keyboard.type('鼓也没有。');
    await page.keyboard.press('Shift', { delay: 700 });
    // Nothing but the main process can be asked: the driver takes the window for lost.
    const loaded = app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      return new Promise<void>((resolve) => {
        contents?.once('did-finish-load', () => resolve());
        contents?.forcefullyCrashRenderer();
      });
    });
    await loaded;
    const inPage = (script: string): Promise<unknown> =>
      app.evaluate(
        ({ BrowserWindow }, wanted) =>
          BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(wanted),
        script,
      );
    expect(await inPage("window.host.call('host:capabilities', {})")).toMatchObject({
      value: { notices: [{ code: 'PAGE_RELOADED' }] },
    });
    const shown = () =>
      inPage(
        "document.activeElement?.matches('.cm-content') ? document.activeElement.textContent : ''",
      );
    await expect.poll(shown, soon).toContain('雪落在渡口。锣没有响。鼓也没有。');
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.insertText('又下雪了。'),
    );
    await expect.poll(() => readFile(chapter(), 'utf8'), soon).toContain('又下雪了。');
    expect(await readFile(chapter(), 'utf8')).toContain('雪落在渡口。锣没有响。');
    // What was typed before and after is known as such, and nothing else is; what was dismissed lies in the book's folder.
    const { text: whole, origins } = Written.parse(
      await inPage(`(async () => {
        const { value } = await host.call('projects:list', {});
        const [{ projectId }] = value.items;
        const { documents } = (await host.call('documents:list', { projectId })).value;
        const [{ documentId }] = documents;
        return (await host.call('documents:read', { projectId, documentId })).value;
      })()`),
    );
    let at = 0;
    const typed = origins.flatMap(([length, code]) => {
      at += length;
      return code === 'typed' ? [whole.slice(at - length, at)] : [];
    });
    // The caret comes back to where it was remembered last, which may be before what was not saved.
    expect(typed.join('').replace('又下雪了。', '')).toBe('锣没有响。鼓也没有。');
    expect(whole).toContain('又下雪了。');
    const records = path.join(path.dirname(chapter()), '.fabula', 'dismissed');
    const files = async (): Promise<string[]> =>
      (await readdir(records)).filter((name) => name.endsWith('.yaml'));
    await expect.poll(files, soon).toEqual(dismissed.map((id) => `${id}.yaml`));
    // Another crash on another day is not the second of a row.
    await app.evaluate(({ BrowserWindow }) => {
      const now = performance.now() + 86_400_000;
      performance.now = () => now;
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      return new Promise<void>((resolve) => {
        contents?.once('did-finish-load', () => resolve());
        contents?.forcefullyCrashRenderer();
      });
    });
    await expect.poll(shown, soon).toContain('又下雪了。');
    await app.close();
  });

  it('by its window is asked about where text cannot be saved, which comes back [F17 W10]', async () => {
    const disk = mountSmallDisk(path.dirname(chapter()), 4);
    try {
      await begin();
      const { text, word } = deskModels(page, 'en');
      const close = () =>
        app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
      const dialog = page.getByRole('dialog', { name: word('editor:leave.title') });
      await text.caretAfter('雪落在渡口。');
      disk.fill();
      await page.keyboard.type('锣没有响。');
      await close();
      await dialog.waitFor();
      // What has the focus stays, and says why in the page.
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await page.getByText(word('errors:DISK_FULL.what')).first().waitFor();
      await text.text.focus();
      await page.keyboard.type('鼓也没有。');
      await close();
      await dialog.getByText(word('editor:leave.kept')).waitFor();
      const ended = app.waitForEvent('close');
      await dialog.getByRole('button', { name: word('editor:leave.close') }).click();
      await ended;
      expect(await readFile(chapter(), 'utf8')).not.toContain('锣');
      disk.free();
      await launch();
      // So does the caret.
      await page.getByText('雪落在渡口。锣没有响。鼓也没有。').waitFor();
      await hasFocus(deskModels(page, 'en').text.text);
      await page.keyboard.type('灯灭了。');
      const closed = app.waitForEvent('close');
      await close();
      await closed;
      expect(await readFile(chapter(), 'utf8')).toContain('锣没有响。鼓也没有。灯灭了。');
    } finally {
      disk.remove();
    }
  });

  it('before its beginning says in words that the data folder cannot be written', async () => {
    const disk = mountSmallDisk(path.join(base, 'disk'), 8);
    try {
      disk.setReadOnly(true);
      for (const folder of [disk.path, path.join(disk.path, 'data')]) {
        const { code, stderr } = await runElectron([`--data-dir=${folder}`]);
        expect(code).toBe(1);
        expect(stderr).toContain(
          `DATA_FOLDER_UNWRITABLE: The data folder cannot be written: ${folder}`,
        );
        expect(stderr).not.toMatch(/^ {4}at |EROFS/m);
      }
    } finally {
      disk.remove();
    }
  });
});

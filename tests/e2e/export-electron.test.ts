import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchElectron } from '#tests/helpers/electron-runtime.ts';
import { Reply } from '#tests/helpers/contract-clients.ts';

let data: string;
let app: Awaited<ReturnType<typeof launchElectron>>;

beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'fabula-export-'));
  app = await launchElectron({ args: [`--data-dir=${data}`] });
});
afterAll(async () => {
  await app.close();
  await rm(data, { recursive: true, force: true, maxRetries: 3 });
});

/** Entries of the menu in both languages, and what the dialogs that they open say. */
const doors: [string[], RegExp][] = [
  [['Import…', '导入…'], /Choose a file, several, or a folder|选一个或多个文件/],
  [['Open a .fabula File…', '打开 .fabula 文件…'], /Choose a \.fabula file|选一个 \.fabula 文件/],
];

const Opened = z.object({ projectId: z.string() });

describe('a PDF made by the desktop', () => {
  it('has a page for title and chapters each, of the size that was chosen, and replaces nothing unasked [B10 F21]', async () => {
    const folder = path.join(data, 'documents', '潮簿');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, '1.md'), '# 第一章 雪夜\n\n雪落了*一夜*。\n');
    await writeFile(path.join(folder, '2.md'), '# 第二章 天明\n\n雪停了。\n');
    const page = await app.firstWindow();
    await page.waitForLoadState('load');
    const call = async (channel: string, input: object) =>
      Reply.parse(
        await page.evaluate(
          ([name, given]) => window.host?.call(String(name), given ?? {}),
          [channel, JSON.parse(JSON.stringify(input))],
        ),
      );
    const opened = await call('projects:open', { path: folder, language: 'zh-CN' });
    if (!opened.ok) throw new Error(opened.error.code);
    const { projectId } = Opened.parse(opened.value);
    const target = path.join(data, 'documents', '潮簿.pdf');
    const request = { projectId, format: 'pdf', path: target, layout: { paper: 'a5' } };
    const made = await call('documents:export', request);
    expect(made).toMatchObject({ ok: true, value: { path: target, chapters: 2 } });
    const pdf = await readFile(target, 'latin1');
    expect(pdf.startsWith('%PDF-')).toBe(true);
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(3);
    expect(pdf).toMatch(/\/MediaBox \[0 0 (?:419|420)[.\d]* (?:594|595|596)/);
    expect(await call('documents:export', request)).toMatchObject({
      ok: false,
      error: { code: 'EXPORT_FILE_EXISTS' },
    });
    const left = await readdir(path.dirname(target));
    expect(left.filter((name) => name.includes('fabula-export'))).toEqual([]);
  });
});

describe('the desktop window’s doors to files', () => {
  it('opens from the menu, and a file dropped on the window is read [B10]', async () => {
    const page = await app.firstWindow();
    const dialog = page.getByRole('dialog');
    const choose = (labels: string[]) =>
      app.evaluate(({ Menu }, wanted) => {
        const menus = Menu.getApplicationMenu()?.items ?? [];
        const items = menus.flatMap(({ submenu }) => submenu?.items ?? []);
        const item = items.find(({ label }) => wanted.includes(label));
        if (!item) throw new Error('not in the menu');
        item.click();
      }, labels);
    for (const [inMenu, inDialog] of doors) {
      await choose(inMenu);
      await dialog.getByText(inDialog).first().waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'old.txt'));
      const event = { dataTransfer: data, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new DragEvent('drop', event));
    }, '第一章 雪夜\n\n雪落了一夜。\n\n第二章 天明\n\n雪停了。\n');
    await dialog.getByText('第二章 天明').first().waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(page.url()).toBe('app://fabula/');
  });
});

describe('the system’s dialogs', () => {
  it('know the file type of an export, give a bare name its ending, and replace nothing unasked [B10]', async () => {
    const page = await app.firstWindow();
    const folder = path.join(data, 'documents');
    const typed = path.join(folder, 'noext');
    const asked = await app.evaluate(({ dialog }, filePath) => {
      const shown: unknown[] = [];
      Object.assign(dialog, {
        showSaveDialog: (...given: unknown[]) => {
          shown.push(given.at(-1));
          return Promise.resolve({ canceled: false, filePath });
        },
      });
      Object.assign(globalThis, { shown });
      return shown.length;
    }, typed);
    expect(asked).toBe(0);
    const suggested = path.join(folder, '潮簿.docx');
    const reply = await page.evaluate((given) => window.host?.call('host:pickSaveFile', given), {
      suggested,
    });
    expect(reply).toMatchObject({ ok: true, value: { path: `${typed}.docx` } });
    const shown = await app.evaluate((): unknown => Reflect.get(globalThis, 'shown'));
    expect(shown).toMatchObject([{ defaultPath: suggested, filters: [{ extensions: ['docx'] }] }]);
  });

  it('a folder to import is picked in the program’s own words, and read where it lies [B10]', async () => {
    const folder = path.join(data, 'documents', '旧稿');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, '1.md'), '# 第一章 晴\n\n天晴了。\n');
    await writeFile(path.join(folder, '2.md'), '# 第二章 雨\n\n下雨了。\n');
    const page = await app.firstWindow();
    await app.evaluate(({ dialog }, picked) => {
      Object.assign(dialog, {
        showOpenDialog: () => Promise.resolve({ canceled: false, filePaths: [picked] }),
      });
    }, folder);
    await app.evaluate(({ Menu }, wanted) => {
      const menus = Menu.getApplicationMenu()?.items ?? [];
      const items = menus.flatMap(({ submenu }) => submenu?.items ?? []);
      items.find(({ label }) => wanted.includes(label))?.click();
    }, doors[0]?.[0] ?? []);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /Choose a folder|选文件夹|选一个文件夹/ }).click();
    await dialog.getByText('第二章 雨').first().waitFor();
    expect(await dialog.getByText('旧稿').count()).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ElectronApplication, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Language } from '#shared/domain/identifiers.ts';
import { launchElectron } from '#tests/helpers/electron-runtime.ts';
import { deskModels, soon } from './pages/desk.ts';
import { hasFocus } from './pages/settled.ts';
import { word } from './pages/words.ts';

let data: string;
let app: ElectronApplication;
let page: Page;

beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'fabula-menu-'));
  app = await launchElectron({ args: [`--data-dir=${data}`] });
  page = await app.firstWindow();
  await page.waitForLoadState('load');
  await speak('zh-CN');
});
afterAll(async () => {
  await app.close();
  await rm(data, { recursive: true, force: true, maxRetries: 3 });
});

const speak = (language: Language): Promise<unknown> =>
  page.evaluate((wanted) => window.host?.call('settings:update', { language: wanted }), language);

const models = () => deskModels(page, 'zh-CN');

/** The entries of the menu that the page carries out, by their words; of those that can be chosen, or of the others. */
const entries = (enabled: boolean): Promise<string[]> =>
  app.evaluate(({ Menu }, wanted) => {
    const menus = Menu.getApplicationMenu()?.items ?? [];
    const items = menus.flatMap(({ submenu }) => submenu?.items ?? []);
    return items
      .filter(({ id, enabled: can }) => id?.includes('.') && can === wanted)
      .map(({ label }) => label);
  }, enabled);

const inMenu = (key: string, language: Language = 'zh-CN'): string =>
  word(language, `hosts:desktop.${key}`);

/** Chooses an entry as a click does. */
const choose = (label: string): Promise<void> =>
  app.evaluate(({ Menu }, wanted) => {
    const menus = Menu.getApplicationMenu()?.items ?? [];
    const item = menus
      .flatMap(({ submenu }) => submenu?.items ?? [])
      .find((one) => one.label === wanted);
    if (!item?.enabled) throw new Error(`${wanted} cannot be chosen`);
    item.click();
  }, label);

/** As the menu would, had its entry been disabled too late. */
const chooseLate = (choice: string): Promise<void> =>
  app.evaluate(({ BrowserWindow }, command) => {
    BrowserWindow.getAllWindows()[0]?.webContents.send('bridge:command', command);
  }, choice);

/** A key as the system hands it over: the menu gets what the page leaves. */
const press = (keyCode: string, ...modifiers: ('control' | 'shift')[]): Promise<void> =>
  app.evaluate(
    ({ BrowserWindow }, key) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      contents?.sendInputEvent({ type: 'keyDown', ...key });
      contents?.sendInputEvent({ type: 'keyUp', ...key });
    },
    { keyCode, modifiers },
  );

type WindowState = { isFull: boolean; hasMenu: boolean };
const windowState = (): Promise<WindowState | null> =>
  app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    return window ? { isFull: window.isFullScreen(), hasMenu: window.isMenuBarVisible() } : null;
  });
const inWindow: WindowState = { isFull: false, hasMenu: true };
const inFullScreen: WindowState = { isFull: true, hasMenu: false };
const isWindow = (wanted: WindowState): Promise<void> =>
  expect.poll(windowState, soon).toEqual(wanted);

const drop = (name: string, text: string): Promise<void> =>
  page.evaluate(
    (file) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([file.text], file.name));
      const event = { dataTransfer: dropped, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new DragEvent('drop', event));
    },
    { name, text },
  );

const Opened = z.object({ value: z.object({ projectId: z.string() }) });
const chapters = {
  '01.md': '# 第一章 雪夜\n\n雪落了一夜。\n',
  '02.md': '# 第二章 天明\n\n雪停了。\n',
};

/** Tells the window of a book that was opened from outside, as a second start does. */
const openBook = async (name: string): Promise<string> => {
  const folder = path.join(data, name);
  await mkdir(folder);
  for (const [file, text] of Object.entries(chapters))
    await writeFile(path.join(folder, file), text);
  const opened = await page.evaluate(
    (place) => window.host?.call('projects:open', { path: place, language: 'zh-CN' }),
    folder,
  );
  const payload = { projectId: Opened.parse(opened).value.projectId };
  await app.evaluate(({ BrowserWindow }, told) => {
    BrowserWindow.getAllWindows()[0]?.webContents.send('host:projectOpened', told);
  }, payload);
  await expect.poll(() => page.title(), soon).toContain(name);
  await models().text.ready();
  return folder;
};

const dialog = () => page.getByRole('dialog');
const leaveDialog = async (): Promise<void> => {
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
};

/** In this order: the first begins without a book. */
describe('the native menu', () => {
  it('without a book disables what needs one, and opens settings and commands there, in both languages [F24]', async () => {
    const free = ['openBundle', 'importText', 'palette', 'settings', 'fullScreen'];
    for (const language of ['en', 'zh-CN'] as const) {
      await speak(language);
      await expect
        .poll(() => entries(true), soon)
        .toEqual(free.map((key) => inMenu(key, language)));
      expect(await entries(false)).toEqual([
        inMenu('openBook', language),
        inMenu('exportBook', language),
      ]);
    }
    await choose(inMenu('settings'));
    for (const tab of await dialog().getByRole('tab').all()) {
      await tab.click();
      await expect.poll(() => tab.getAttribute('aria-selected'), soon).toBe('true');
      await dialog().getByRole('tabpanel').waitFor();
    }
    await dialog().getByText(word('zh-CN', 'settings:shortcuts.noProject')).waitFor();
    await leaveDialog();
    await page.keyboard.press('Control+,');
    await dialog().waitFor();
    await leaveDialog();
    await choose(inMenu('palette'));
    await dialog()
      .getByRole('option', { name: word('zh-CN', 'app:commands.fullScreen') })
      .waitFor();
    await leaveDialog();
    await chooseLate('project.export');
    await openBook('渡口');
    await expect.poll(() => entries(false), soon).toEqual([]);
    expect(await dialog().count()).toBe(0);
  });

  it('under a dialog reaches no more than the keys do, and neither does a dropped file [B10 F24]', async () => {
    await drop('旧稿.txt', '第一章 渡口\n\n船来了。\n\n第二章 对岸\n\n船走了。\n');
    await dialog().getByText('第二章 对岸').first().waitFor();
    await expect.poll(() => entries(true), soon).toEqual([]);
    for (const choice of ['dialog.settings', 'project.open', 'project.import', 'view.fullScreen']) {
      await chooseLate(choice);
    }
    await drop('新稿.txt', '第一章 别的\n\n没有船。\n');
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    await dialog().getByText('第二章 对岸').first().waitFor();
    expect(await dialog().getByText('没有船。').count()).toBe(0);
    expect(await page.title()).toContain('渡口');
    await isWindow(inWindow);
    // What was changed in it waits, and comes first when another file is dropped.
    await dialog().getByRole('checkbox').last().locator('xpath=ancestor::label[1]').click();
    await leaveDialog();
    await drop('新稿.txt', '第一章 别的\n\n没有船。\n');
    await dialog().getByText('第二章 对岸').first().waitFor();
    expect(await dialog().getByText('没有船。').count()).toBe(0);
    await dialog()
      .getByRole('button', { name: word('zh-CN', 'app:actions.cancel') })
      .click();
    await dialog().waitFor({ state: 'detached' });
    await drop('新稿.txt', '第一章 别的\n\n没有船。\n');
    await dialog().getByText('别的').first().waitFor();
    await leaveDialog();
  });

  it('closes a dialog with the book it was opened over [F24]', async () => {
    await choose(inMenu('exportBook'));
    await dialog().waitFor();
    await openBook('归途');
    await dialog().waitFor({ state: 'detached' });
    await choose(inMenu('openBook'));
    await page.getByRole('heading', { name: word('zh-CN', 'welcome:title') }).waitFor();
    await openBook('长夜');
    expect(await dialog().count()).toBe(0);
  });

  it('undoes and redoes what the keys do: in the page, in a field, in the book [W1]', async () => {
    const { text, binder, palette } = models();
    const onPage = (wanted: boolean) =>
      expect
        .poll(async () => (await text.visibleLines()).join('').includes('船来了'), soon)
        .toBe(wanted);
    await text.caretAfter('雪落了一夜。');
    await page.keyboard.type('船来了');
    await onPage(true);
    await choose(inMenu('undo'));
    await onPage(false);
    await choose(inMenu('redo'));
    await onPage(true);

    await page.keyboard.press('F2');
    await hasFocus(binder.renameField);
    const before = await binder.renameField.inputValue();
    await page.keyboard.press('End');
    await page.keyboard.type('又');
    await choose(inMenu('undo'));
    await expect.poll(() => binder.renameField.inputValue(), soon).toBe(before);
    await choose(inMenu('redo'));
    await expect.poll(() => binder.renameField.inputValue(), soon).toBe(`${before}又`);
    await page.keyboard.press('Escape');
    await onPage(true);

    await palette.run(word('zh-CN', 'binder:commands.delete'));
    await binder.chapter('雪夜').waitFor({ state: 'detached' });
    await choose(inMenu('undo'));
    await binder.chapter('雪夜').waitFor();
  });

  it('fills the screen by the key it shows, and gives it back by that key or from the palette, with its bar [F24]', async () => {
    const { text, palette } = models();
    const shown = await app.evaluate(({ Menu }, label) => {
      const menus = Menu.getApplicationMenu()?.items ?? [];
      const items = menus.flatMap(({ submenu }) => submenu?.items ?? []);
      return items.find((item) => item.label === label)?.accelerator;
    }, inMenu('fullScreen'));
    expect(shown).toBe('Shift+F11');
    await text.text.focus();
    await press('F11', 'shift');
    await isWindow(inFullScreen);
    await press('F11', 'shift');
    await isWindow(inWindow);
    await choose(inMenu('fullScreen'));
    await isWindow(inFullScreen);
    await palette.run(word('zh-CN', 'app:commands.fullScreen'));
    await isWindow(inWindow);
  });

  it('lets nobody out of the lock-in, and is there afterwards as it was before [W3]', async () => {
    const { text, palette } = models();
    const strip = page.locator('.lock-in-strip');
    const enter = async () => {
      await palette.run(word('zh-CN', 'lock-in:commands.open'));
      await dialog().getByRole('textbox').press('Enter');
      await strip.waitFor();
      await isWindow(inFullScreen);
    };
    const leave = async () => {
      await text.text.focus();
      await page.keyboard.down('Escape');
      await expect.poll(() => strip.count(), soon).toBe(0);
      await page.keyboard.up('Escape');
    };
    await enter();
    await expect.poll(() => entries(true), soon).toEqual([]);
    await press('F11');
    await press('F11', 'shift');
    await chooseLate('view.fullScreen');
    await chooseLate('project.open');
    await drop('旧稿.txt', '第一章 渡口\n\n船来了。\n');
    await page.keyboard.insertText('雪');
    await expect.poll(() => strip.textContent(), soon).toContain('499');
    expect(await dialog().count()).toBe(0);
    expect(await windowState()).toEqual(inFullScreen);
    // What the system's own window manager can always do.
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setFullScreen(false),
    );
    await isWindow(inWindow);
    expect(await entries(true)).toEqual([]);
    await leave();
    await isWindow(inWindow);
    await expect.poll(() => entries(false), soon).toEqual([]);

    await choose(inMenu('fullScreen'));
    await isWindow(inFullScreen);
    await enter();
    await leave();
    await expect.poll(() => entries(false), soon).toEqual([]);
    await isWindow(inFullScreen);
    await choose(inMenu('fullScreen'));
    await isWindow(inWindow);
    expect(await readFile(path.join(data, '长夜', '01.md'), 'utf8')).toContain('雪落了一夜。');
  });

  it('makes the page larger by the plus of either part of the keyboard [F24]', async () => {
    const zoom = () =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.getZoomLevel(),
      );
    await press('=', 'control');
    await expect.poll(zoom, soon).toBe(0.5);
    await press('numadd', 'control');
    await expect.poll(zoom, soon).toBe(1);
    await press('-', 'control');
    await expect.poll(zoom, soon).toBe(0.5);
    await press('0', 'control');
    await expect.poll(zoom, soon).toBe(0);
  });

  it('stands in a window whose frame and background are dark or light as the writer chose [F24]', async () => {
    const shown = () =>
      app.evaluate(({ nativeTheme, BrowserWindow }) => {
        const background = BrowserWindow.getAllWindows()[0]?.getBackgroundColor().toLowerCase();
        return [nativeTheme.themeSource, background];
      });
    const colours = { dark: '#1b1a18', light: '#f6f3ec' };
    for (const theme of ['dark', 'light'] as const) {
      await page.evaluate(
        (wanted) => window.host?.call('settings:update', { theme: wanted }),
        theme,
      );
      await expect.poll(shown, soon).toEqual([theme, colours[theme]]);
    }
    await page.evaluate(() => window.host?.call('settings:update', { theme: 'system' }));
    await expect.poll(async () => (await shown())[0], soon).toBe('system');
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ElectronApplication, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/bootstrap/paths.mjs';
import { launchElectron } from '#tests/helpers/electron-runtime.ts';

let data: string;
let app: ElectronApplication;
let page: Page;

const launch = async (...more: string[]): Promise<void> => {
  app = await launchElectron({ args: [`--data-dir=${data}`, ...more] });
  page = await app.firstWindow();
  await page.waitForLoadState('load');
};

beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'fabula-electron-'));
  await launch();
});
afterAll(async () => {
  await app.close();
  await rm(data, { recursive: true, force: true, maxRetries: 3 });
});

const capabilities = (): Promise<unknown> =>
  page.evaluate(() => window.host?.call('host:capabilities', {}));

describe('the desktop window', () => {
  it('gives its page the bridge and nothing of Node', async () => {
    expect(page.url()).toBe('app://fabula/');
    const seen = await page.evaluate(() => ({
      bridge: Object.keys(window.host ?? {}).toSorted(),
      node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window),
      secure: window.isSecureContext,
    }));
    expect(seen).toEqual({
      bridge: [
        'call',
        'cancel',
        'offer',
        'on',
        'onClosing',
        'onCommand',
        'paste',
        'toggleFullScreen',
      ],
      node: [],
      secure: true,
    });
    const preferences = await app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      if (!window) throw new Error('no window');
      // Present at run time, absent from Electron's types.
      const contents = window.webContents as unknown as {
        getLastWebPreferences(): Electron.WebPreferences;
      };
      const { contextIsolation, sandbox, nodeIntegration, webSecurity, webviewTag } =
        contents.getLastWebPreferences();
      return { contextIsolation, sandbox, nodeIntegration, webSecurity, webviewTag };
    });
    expect(preferences).toEqual({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    });
  });

  it('answers its page, and refuses names that are not agreed', async () => {
    expect(await capabilities()).toMatchObject({
      ok: true,
      value: { host: 'electron', pickFolder: true },
    });
    const refused = await page.evaluate(async () => {
      const called = await window.host?.call('fs:read', { path: '/etc/passwd' });
      let heard = 'subscribed';
      try {
        window.host?.on('ipc-message', () => {});
      } catch (error) {
        heard = String(error);
      }
      return { called, heard };
    });
    expect(refused.called).toMatchObject({ ok: false, error: { code: 'UNKNOWN_CHANNEL' } });
    expect(refused.heard).toContain('There is no event');
  });

  it('S3-45 refuses every frame but its own page', async () => {
    const answer = await app.evaluate(async ({ BrowserWindow }) => {
      const stranger = new BrowserWindow({
        show: false,
        webPreferences: { nodeIntegration: true, contextIsolation: false },
      });
      await stranger.loadURL('data:text/html,<p>stranger</p>');
      const reply: unknown = await stranger.webContents.executeJavaScript(
        "require('electron').ipcRenderer.invoke('settings:get', {})",
      );
      stranger.destroy();
      return reply;
    });
    expect(answer).toMatchObject({ ok: false, error: { code: 'UNAUTHORISED' } });
  });

  it('lets its page go nowhere, open nothing and ask for nothing', async () => {
    const outcome = await page.evaluate(async () => {
      const opened = window.open('https://example.com/');
      window.location.assign('data:text/html,gone');
      window.location.assign('https://example.com/');
      const camera = await navigator.permissions.query({ name: 'geolocation' });
      const notification = await Notification.requestPermission();
      const fetched = await fetch('https://example.com/').then(
        () => 'fetched',
        () => 'blocked',
      );
      const script = document.createElement('script');
      script.textContent = 'window.injected = true';
      document.body.append(script);
      const frame = document.createElement('iframe');
      frame.src = 'app://fabula/';
      document.body.append(frame);
      return {
        opened,
        camera: camera.state,
        notification,
        fetched,
        injected: 'injected' in window,
      };
    });
    expect(outcome).toEqual({
      opened: null,
      camera: 'denied',
      notification: 'denied',
      fetched: 'blocked',
      injected: false,
    });
    expect(page.url()).toBe('app://fabula/');
    expect(app.windows()).toHaveLength(1);
    // "Copy" must work all the same; reading what others copied must not.
    const clipboard = await page.evaluate(async () => {
      const state = async (name: string) =>
        (await navigator.permissions.query({ name: name as PermissionName })).state;
      return [await state('clipboard-write'), await state('clipboard-read')];
    });
    expect(clipboard).toEqual(['granted', 'denied']);
    // "Paste" of the page's menu is done by the window, into what has the focus.
    await app.evaluate((electron) => electron.clipboard.writeText('贴来的'));
    await page.evaluate(() => {
      const field = document.createElement('input');
      field.id = 'pasted';
      document.body.append(field);
      field.focus();
      window.host?.paste();
    });
    await expect.poll(() => page.locator('#pasted').inputValue()).toBe('贴来的');
    await page.evaluate(() => document.getElementById('pasted')?.remove());
  });

  it('serves the page with the headers it has in the browser', async () => {
    const headers = await page.evaluate(async () => {
      const response = await fetch('app://fabula/');
      const outside = await fetch('app://fabula/..%2f..%2fpackage.json').then(
        ({ status }) => status,
      );
      const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
      return { policy: response.headers.get('content-security-policy'), outside, nonce };
    });
    expect(headers.policy).toContain("default-src 'none'; script-src 'self'");
    expect(headers.policy).not.toContain('unsafe');
    expect(headers.outside).toBe(404);
    expect(headers.nonce).toMatch(/^[\w-]{20,}$/);
  });

  it('tells its page what happened', async () => {
    const heard = await page.evaluate(async () => {
      const { host } = window;
      if (!host) throw new Error('no bridge');
      return new Promise((resolve) => {
        host.on('settings:changed', resolve);
        void host.call('settings:update', { theme: 'dark' });
      });
    });
    expect(heard).toMatchObject({ settings: { theme: 'dark' } });
  });
});

/** In this order: each begins with the program as the one before it has left it. */
describe('a sitting at the desktop', () => {
  it('lets the page save before it closes, and comes back where it was', async () => {
    await page.evaluate(() => {
      window.host?.onClosing(async () => {
        await new Promise((resolve) => setTimeout(resolve, 200));
        await window.host?.call('settings:update', { layout: { saved: 'while closing' } });
      });
    });
    const placed = await app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.setBounds({ x: 20, y: 30, width: 950, height: 640 });
      return window?.getNormalBounds();
    });
    await app.close();
    const remembered: unknown = JSON.parse(await readFile(path.join(data, 'window.json'), 'utf8'));
    expect(remembered).toEqual({ ...placed, maximized: false });
    await launch();
    const settings = await page.evaluate(() => window.host?.call('settings:get', {}));
    expect(settings).toMatchObject({ value: { layout: { saved: 'while closing' } } });
  });

  it('closes although its page hangs, and opens what it is told to', async () => {
    await page.evaluate(() => window.host?.onClosing(() => new Promise(() => {})));
    await app.close();
    await launch('--sample=en');
    const known = await page.evaluate(() => window.host?.call('projects:list', {}));
    expect(known).toMatchObject({ ok: true, value: { items: [{ language: 'en' }] } });
  });

  it('is one per data folder: a second start shows the first', async () => {
    const executable = await app.evaluate(() => process.execPath);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const second = spawn(executable, [...sandbox, root, `--data-dir=${data}`], { stdio: 'ignore' });
    const [code] = await once(second, 'exit');
    expect(code).toBe(0);
    expect(await capabilities()).toMatchObject({ ok: true });
    const visible = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => window.isVisible()),
    );
    expect(visible).toEqual([true]);
  });

  it('opens what a second start names in the window there is, and says when it cannot', async () => {
    const executable = await app.evaluate(() => process.execPath);
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const startSecond = async (wish: string): Promise<void> => {
      const args = [...sandbox, root, `--data-dir=${data}`, `--project=${wish}`];
      // The folder is named as seen from where the second start is made.
      const second = spawn(executable, args, { stdio: 'ignore', cwd: data });
      expect((await once(second, 'exit'))[0]).toBe(0);
    };
    await mkdir(path.join(data, '渡口'));
    await writeFile(path.join(data, '渡口', '01.md'), '# 雪夜\n\n雪落在渡口。\n');
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
    await startSecond('渡口');
    await page.getByText('雪落在渡口。').waitFor();
    expect(await page.title()).toContain('渡口');
    expect(app.windows()).toHaveLength(1);
    // While it comes up again Electron may throw the answer of a look away.
    const shown = () =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => [window.isVisible(), window.isMinimized()]),
      );
    await expect.poll(shown).toEqual([[true, false]]);

    const told = page.evaluate(
      () => new Promise((resolve) => window.host?.on('host:notice', resolve)),
    );
    await startSecond('没有这个文件夹');
    expect(await told).toMatchObject({ code: 'PROJECT_FOLDER_MISSING' });
    await page.getByText('雪落在渡口。').waitFor();
  });
});

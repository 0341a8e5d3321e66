import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { app, type BrowserWindow, dialog, Menu, session } from 'electron';
import type { BridgeMessage } from '#shared/contract/bridge.ts';
import { Settings } from '#shared/domain/settings.ts';
import { type App, createApp } from '#main/app.ts';
import type { Logger, Platform } from '#main/platform.ts';
import { chooseFolders } from '../node/folders.ts';
import { findProgramFiles } from '../node/package-root.ts';
import { createHostLogger, thisHome } from '../node/platform.ts';
import { registerIpc } from './ipc.ts';
import { buildMenu, offerContextMenu } from './menu.ts';
import { pageAddress } from './own-page.ts';
import { declarePageScheme, servePage } from './page-protocol.ts';
import { createElectronPlatform } from './platform.ts';
import { readStartOptions, type StartOptions } from './start-options.ts';
import { createWindow, recoverFromCrash } from './window.ts';
import { guardSession } from './window-guards.ts';
import { type Words, wordsOf } from './words.ts';

const files = findProgramFiles(import.meta.url);

/** The desktop knows where documents are better than a path built from the home folder. */
const foldersOf = (options: StartOptions): { data: string; documents: string } => {
  const where = thisHome();
  const folders = chooseFolders(options.dataDir, where);
  const own =
    options.dataDir ?? where.environment.FABULA_DATA_DIR ?? where.environment.FABULA_DOCUMENTS_DIR;
  return own ? folders : { ...folders, documents: app.getPath('documents') };
};

const openAtStart = async (running: App, start: StartOptions['start']): Promise<void> => {
  if (!start) return;
  const call = { signal: new AbortController().signal };
  const reply =
    'project' in start
      ? await running.dispatch('projects:open', { path: path.resolve(start.project) }, call)
      : await running.dispatch('projects:openSample', { language: start.sample }, call);
  // The window still opens, and says what is wrong where it can be mended.
  if (!reply.ok) running.notices.push({ code: reply.error.code, message: reply.error.message });
};

/** The desktop's words in the language of the interface, now and after every change of it. */
const followLanguage = async (running: App, platform: Platform): Promise<() => Words> => {
  const { signal } = new AbortController();
  const reply = await running.dispatch('settings:get', {}, { signal });
  let chosen = reply.ok ? Settings.parse(reply.value).language : 'system';
  running.events.on((name, payload) => {
    if (name !== 'settings:changed' || !('settings' in payload)) return;
    chosen = payload.settings.language;
  });
  return () => wordsOf[chosen === 'system' ? platform.systemLanguage : chosen];
};

const start = async (
  options: StartOptions,
  folders: { data: string; documents: string },
  logger: Logger,
): Promise<BrowserWindow> => {
  const platform = createElectronPlatform(files, folders, logger);
  const own = options.rendererUrl ?? pageAddress;
  servePage(session.defaultSession, files.renderer);
  guardSession(session.defaultSession, own, logger);
  const running = await createApp(platform, { checkOutputs: !app.isPackaged });
  closeBeforeQuit(running);
  await openAtStart(running, options.start);
  const words = await followLanguage(running, platform);

  const ipc = registerIpc(running.dispatch, logger, own);
  const memory = path.join(folders.data, 'window.json');
  const window = createWindow({ own, preload: files.preload, memory, logger });
  const send = (name: string, payload: unknown): void => {
    if (!window.isDestroyed()) window.webContents.send(name, payload);
  };
  ipc.watch(window.webContents);
  const showMenu = (): void => {
    const menuOptions = { mac: process.platform === 'darwin', developer: !app.isPackaged };
    Menu.setApplicationMenu(
      buildMenu(words(), menuOptions, (command) => {
        send('bridge:command' satisfies BridgeMessage, command);
      }),
    );
  };
  running.events.on((name, payload) => {
    send(name, payload);
    if (name === 'settings:changed') showMenu();
  });
  showMenu();
  offerContextMenu(window.webContents, words);
  recoverFromCrash(window, (again) => {
    logger.log('error', 'the page crashed', { again });
    if (again) dialog.showErrorBox('Fabula', words().pageFailedTwice);
    else running.notices.push({ code: 'PAGE_RELOADED', message: words().pageFailed });
  });
  await window.loadURL(own);
  return window;
};

/** The database is closed before the process ends, whichever way it was told to. */
const closeBeforeQuit = (running: App): void => {
  let closing = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (closing) return;
    closing = true;
    running.close().then(
      () => app.exit(0),
      () => app.exit(1),
    );
  });
};

const fail = (logger: Logger | null, error: unknown): void => {
  const described = error instanceof Error ? error : new Error(String(error));
  const stack = (described.stack ?? '').split('\n').slice(1).join('\n');
  logger?.log('error', 'the desktop could not go on', { name: described.name, stack });
  process.stderr.write(`${described.message}\n`);
  const words = wordsOf[app.getLocale().startsWith('zh') ? 'zh-CN' : 'en'];
  dialog.showErrorBox(words.cannotStart, described.message);
  app.exit(1);
};

const options = readStartOptions(process.argv.slice(1), process.env, app.isPackaged);
const folders = foldersOf(options);
let logger: Logger | null = null;
try {
  // Chromium's own files, and with them the single-instance lock: one window per data folder.
  const chromium = path.join(folders.data, 'electron');
  mkdirSync(chromium, { recursive: true });
  app.setPath('userData', chromium);
  declarePageScheme();
  if (app.requestSingleInstanceLock()) {
    const log = createHostLogger(folders.data, 'electron', ['warn', 'error', 'security']);
    logger = log;
    process.on('uncaughtException', (error) => fail(log, error));
    process.on('unhandledRejection', (error) => fail(log, error));
    app.on('window-all-closed', () => app.quit());
    const window = app.whenReady().then(() => start(options, folders, log));
    app.on('second-instance', () => {
      void window.then((opened) => {
        if (opened.isDestroyed()) return;
        if (opened.isMinimized()) opened.restore();
        opened.show();
        opened.focus();
      });
    });
    window.catch((error: unknown) => fail(log, error));
  } else {
    app.exit(0);
  }
} catch (error) {
  fail(logger, error);
}

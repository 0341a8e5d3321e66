/** The entry of the desktop program. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { app, type BrowserWindow, dialog, nativeTheme, session } from 'electron';
import { z } from 'zod';
import type { BridgeMessage } from '#shared/contract/bridge.ts';
import { defaultSettings, Settings } from '#shared/domain/settings.ts';
import { type App, createApp } from '#main/app.ts';
import { reportError } from '#main/base/failures/error-report.ts';
import type { Logger, Platform } from '#main/platform.ts';
import { prepareDataFolder } from '../node/data-folder.ts';
import { chooseFolders } from '../node/folders.ts';
import { findProgramFiles } from '../node/package-root.ts';
import { createHostLogger, thisHome } from '../node/platform.ts';
import { createDeskEnd } from './desk-end.ts';
import { registerIpc } from './ipc.ts';
import { createMenuBar, offerContextMenu } from './menu.ts';
import { pageAddress } from './own-page.ts';
import { declarePageScheme, servePage } from './page-protocol.ts';
import { createElectronPlatform } from './platform.ts';
import {
  HandedOver,
  readStartOptions,
  type StartOptions,
  type StartWish,
} from './start-options.ts';
import { createWindow, recoverFromCrash } from './window.ts';
import { guardSession } from './window-guards.ts';
import { type DesktopWords, wordsOf } from '../node/words.ts';

const files = findProgramFiles(import.meta.url);

/** The desktop knows where documents are better than a path built from the home folder. */
const foldersOf = (options: StartOptions): { data: string; documents: string } => {
  const where = thisHome();
  const folders = chooseFolders(options.dataDir, where);
  const own =
    options.dataDir ?? where.environment.FABULA_DATA_DIR ?? where.environment.FABULA_DOCUMENTS_DIR;
  return own ? folders : { ...folders, documents: app.getPath('documents') };
};

const openWish = (running: App, wish: StartWish): ReturnType<App['dispatch']> => {
  const call = { signal: new AbortController().signal };
  return 'project' in wish
    ? running.dispatch('projects:open', { path: wish.project }, call)
    : running.dispatch('projects:openSample', { language: wish.sample }, call);
};

const openAtStart = async (running: App, start: StartWish | null): Promise<void> => {
  if (!start) return;
  const reply = await openWish(running, start);
  // The window still opens, and says what is wrong where it can be mended.
  if (!reply.ok) running.notices.push({ code: reply.error.code, message: reply.error.message });
};

const Opened = z.object({ projectId: z.string() });

/** What a second start was to open comes into the window there is. */
const openMeanwhile = async (running: App, wish: StartWish): Promise<void> => {
  const reply = await openWish(running, wish);
  if (reply.ok) running.events.emit('host:projectOpened', Opened.parse(reply.value));
  else running.events.emit('host:notice', { code: reply.error.code, message: reply.error.message });
};

/** What of the settings the desktop itself shows: its words, the keys in its menu, its theme; now and after every change. */
const followSettings = async (
  running: App,
  platform: Platform,
): Promise<{ words: () => DesktopWords; shortcuts: () => Settings['shortcuts'] }> => {
  const { signal } = new AbortController();
  const reply = await running.dispatch('settings:get', {}, { signal });
  let { language, shortcuts, theme } = reply.ok ? Settings.parse(reply.value) : defaultSettings;
  nativeTheme.themeSource = theme;
  running.events.on((name, payload) => {
    if (name !== 'settings:changed') return;
    ({ language, shortcuts, theme } = payload.settings);
    nativeTheme.themeSource = theme;
  });
  return {
    words: () => wordsOf[language === 'system' ? platform.systemLanguage : language].desktop,
    shortcuts: () => shortcuts,
  };
};

const start = async (
  options: StartOptions,
  folders: { data: string; documents: string },
  logger: Logger,
): Promise<{ window: BrowserWindow; running: App }> => {
  const platform = createElectronPlatform(files, folders, logger);
  const own = options.rendererUrl ?? pageAddress;
  servePage(session.defaultSession, files.renderer);
  guardSession(session.defaultSession, own, logger);
  const running = await createApp(platform, { checkOutputs: !app.isPackaged });
  desk.protect(running, logger);
  await openAtStart(running, options.start);
  const { words, shortcuts } = await followSettings(running, platform);

  const bar = createMenuBar((choice) => send('bridge:command' satisfies BridgeMessage, choice));
  const ipc = registerIpc(running.dispatch, logger, own, bar.offer);
  const memory = path.join(folders.data, 'window.json');
  const window = createWindow({ own, preload: files.preload, memory, logger });
  const send = (name: string, payload: unknown): void => {
    if (!window.isDestroyed()) window.webContents.send(name, payload);
  };
  ipc.watch(window.webContents);
  const showMenu = (): void => {
    const mac = process.platform === 'darwin';
    bar.show(words(), { mac, developer: !app.isPackaged, shortcuts: shortcuts() });
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
  return { window, running };
};

/** Relative to where this start was made: another process may be the one that opens it. */
const absolute = (wish: StartWish | null): StartWish | null =>
  wish && 'project' in wish ? { project: path.resolve(wish.project) } : wish;

const given = readStartOptions(process.argv.slice(1), process.env, app.isPackaged);
const options = { ...given, start: absolute(given.start) };
const folders = foldersOf(options);
const desk = createDeskEnd();
try {
  prepareDataFolder(folders.data);
  // Chromium's own files, and with them the single-instance lock: one window per data folder.
  const chromium = path.join(folders.data, 'electron');
  mkdirSync(chromium, { recursive: true });
  app.setPath('userData', chromium);
  declarePageScheme();
  if (app.requestSingleInstanceLock({ start: options.start })) {
    const log = createHostLogger(folders.data, 'electron', ['warn', 'error', 'security']);
    app.on('window-all-closed', () => app.quit());
    const first = app.whenReady().then(() => start(options, folders, log));
    app.on('second-instance', (_event, _argv, _folder, handed) => {
      const wish = HandedOver.safeParse(handed).data?.start ?? null;
      void first.then(async ({ window, running }) => {
        if (window.isDestroyed()) return;
        if (window.isMinimized()) window.restore();
        window.show();
        window.focus();
        if (wish) await openMeanwhile(running, wish);
      });
    });
    first.catch((error: unknown) => {
      log.log('error', 'the desktop could not start', reportError(error));
      return desk.refuse(error);
    });
  } else {
    app.exit(0);
  }
} catch (error) {
  void desk.refuse(error);
}

/** Makes the desktop's window. */
import { BrowserWindow, nativeTheme, screen } from 'electron';
import { errorKind } from '#main/base/failures/error-report.ts';
import type { Logger } from '#main/platform.ts';
import { letPageSaveBeforeClose } from './save-before-close.ts';
import { placeWindow, readWindow, smallestWindow, writeWindow } from './window-bounds.ts';
import { guardContents } from './window-guards.ts';

export type WindowOptions = {
  /** The address to load, and the only one it may show. */
  own: string;
  preload: string;
  /** Where its place is remembered. */
  memory: string;
  logger: Logger;
};

const background = (): string => (nativeTheme.shouldUseDarkColors ? '#1b1a18' : '#f6f3ec');

/** Makes the window; it appears when it has something to show. The caller loads the page. */
export const createWindow = ({ own, preload, memory, logger }: WindowOptions): BrowserWindow => {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  const remembered = readWindow(memory);
  const window = new BrowserWindow({
    ...placeWindow(remembered, [primary.workArea, ...others.map(({ workArea }) => workArea)]),
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    title: 'Fabula',
    show: false,
    backgroundColor: background(),
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      // Chromium would fetch its dictionaries from the network.
      spellcheck: false,
    },
  });
  guardContents(window.webContents, own, logger);
  letPageSaveBeforeClose(window);
  keepMenuBar(window);
  nativeTheme.on('updated', () => {
    if (!window.isDestroyed()) window.setBackgroundColor(background());
  });
  if (remembered?.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  // Only while it still has a place; by `closed` it has none.
  window.on('close', () => {
    try {
      writeWindow(memory, { ...window.getNormalBounds(), maximized: window.isMaximized() });
    } catch (error) {
      // A full disk must not keep the window open.
      logger.log('warn', 'the place of the window is not remembered', errorKind(error));
    }
  });
  return window;
};

/**
 * Electron hides the menu bar in full screen and shows it afterwards as it was before; where the window and its page left
 * full screen one after the other (a lock-in, W3) it takes the hidden one for that.
 */
const keepMenuBar = (window: BrowserWindow): void => {
  // Electron does its own part after it has told of the end.
  const show = (): void => {
    setImmediate(() => {
      if (!window.isDestroyed()) window.setMenuBarVisibility(!window.isFullScreen());
    });
  };
  window.on('leave-full-screen', show);
  window.on('leave-html-full-screen', show);
};

/** How long a page that was loaded again has to last for the next crash to be another matter, ms. */
const lastsMs = 60_000;

/**
 * A page that crashed is loaded again; if that does not last, its window is closed.
 * @param onFailure told before either happens
 */
export const recoverFromCrash = (
  window: BrowserWindow,
  onFailure: (again: boolean) => void,
): void => {
  let crashedAt = Number.NEGATIVE_INFINITY;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    const again = performance.now() - crashedAt < lastsMs;
    crashedAt = performance.now();
    onFailure(again);
    if (again) window.destroy();
    else window.webContents.reload();
  });
};

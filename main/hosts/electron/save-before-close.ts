/** Lets a page save what was typed before its window closes. */
import { type BrowserWindow, ipcMain, type IpcMainEvent } from 'electron';
import type { BridgeMessage } from '#shared/contract/bridge.ts';

/** How long the page may take to save what was typed, ms. */
const timeoutMs = 2000;

/** Lets the page save before its window closes. A page that hangs or has crashed does not keep the window open. */
export const letPageSaveBeforeClose = (window: BrowserWindow): void => {
  let state: 'open' | 'asked' | 'answered' = 'open';
  window.on('close', (event) => {
    if (state === 'answered') return;
    event.preventDefault();
    if (state === 'asked') return;
    state = 'asked';
    const { webContents } = window;
    const finish = (): void => {
      clearTimeout(timer);
      ipcMain.off('bridge:closed' satisfies BridgeMessage, answered);
      if (state === 'answered' || window.isDestroyed()) return;
      state = 'answered';
      window.close();
    };
    const answered = (message: IpcMainEvent): void => {
      if (message.sender === webContents) finish();
    };
    const timer = setTimeout(finish, timeoutMs);
    ipcMain.on('bridge:closed' satisfies BridgeMessage, answered);
    webContents.once('render-process-gone', finish);
    if (webContents.isCrashed()) finish();
    else webContents.send('bridge:closing' satisfies BridgeMessage);
  });
};

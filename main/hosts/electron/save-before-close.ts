/** Lets a page save what was typed before its window closes. */
import { type BrowserWindow, ipcMain, type IpcMainEvent } from 'electron';
import type { BridgeMessage } from '#shared/contract/bridge.ts';

/** How soon the page must say that it is there, ms: one that hangs saves nothing. */
const hearingMs = 2000;
/** How long one that is there may take to save what was typed, ms: a disk, or a folder on the network, may be slow. */
const savingMs = 30_000;

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
      ipcMain.off('bridge:heard' satisfies BridgeMessage, heard);
      ipcMain.off('bridge:closed' satisfies BridgeMessage, answered);
      if (state === 'answered' || window.isDestroyed()) return;
      state = 'answered';
      window.close();
    };
    const heard = (message: IpcMainEvent): void => {
      if (message.sender !== webContents) return;
      clearTimeout(timer);
      timer = setTimeout(finish, savingMs);
    };
    const answered = (message: IpcMainEvent): void => {
      if (message.sender === webContents) finish();
    };
    let timer = setTimeout(finish, hearingMs);
    ipcMain.on('bridge:heard' satisfies BridgeMessage, heard);
    ipcMain.on('bridge:closed' satisfies BridgeMessage, answered);
    webContents.once('render-process-gone', finish);
    if (webContents.isCrashed()) finish();
    else webContents.send('bridge:closing' satisfies BridgeMessage);
  });
  // What could not be saved is asked about in the page; the next close begins anew.
  window.webContents.on('will-prevent-unload', () => {
    state = 'open';
  });
};

/** Answers the calls of windows. */
import { BrowserWindow, ipcMain, type WebContents } from 'electron';
import type { BridgeMessage } from '#shared/contract/bridge.ts';
import { channels } from '#shared/contract/index.ts';
import type { Json, Reply } from '#shared/errors.ts';
import type { Logger } from '#main/platform.ts';
import type { Dispatch } from '#main/rpc/dispatch.ts';
import { isFromOwnPage } from './own-page.ts';
import { createRunningCalls } from './running-calls.ts';

const refused: Reply<Json> = {
  ok: false,
  error: { code: 'UNAUTHORISED', message: 'Only the window’s own page may call.' },
};
const notJson: Reply<Json> = {
  ok: false,
  error: { code: 'INVALID_INPUT', message: 'The input is not JSON.' },
};

/** The input as it would have come over HTTP: a bridge also carries dates and maps, the contract does not. */
const asJson = (input: unknown): { value: unknown } | null => {
  try {
    return { value: JSON.parse(JSON.stringify(input ?? {})) };
  } catch (error) {
    // Circles and big integers, or nested more deeply than the stack is high.
    if (error instanceof TypeError || error instanceof RangeError) return null;
    throw error;
  }
};

/**
 * One handler for each channel of the contract.
 * @param own the address of the page that may call
 * @param offered told which commands of the menu the page can carry out, whenever that changes
 * @returns for a new window's contents: ends its calls when its page goes away
 */
export const registerIpc = (
  dispatch: Dispatch,
  logger: Logger,
  own: string,
  offered: (commands: readonly unknown[]) => void,
): { watch(contents: WebContents): void } => {
  const calls = createRunningCalls();

  for (const channel of channels) {
    ipcMain.handle(channel, async (event, input: unknown, callId: unknown) => {
      if (!isFromOwnPage(event, own)) {
        logger.log('security', 'call of a foreign frame refused', { channel });
        return refused;
      }
      const sent = asJson(input);
      if (!sent) return notJson;
      const call = calls.begin(event.sender.id, typeof callId === 'string' ? callId : null);
      try {
        return await dispatch(channel, sent.value, { signal: call.signal });
      } finally {
        call.end();
      }
    });
  }

  ipcMain.on('bridge:cancel' satisfies BridgeMessage, (event, callId: unknown) => {
    if (isFromOwnPage(event, own) && typeof callId === 'string') {
      calls.cancel(event.sender.id, callId);
    }
  });

  ipcMain.on('bridge:paste' satisfies BridgeMessage, (event) => {
    if (isFromOwnPage(event, own)) event.sender.paste();
  });

  ipcMain.on('bridge:offered' satisfies BridgeMessage, (event, commands: unknown) => {
    if (isFromOwnPage(event, own) && Array.isArray(commands)) offered(commands);
  });

  ipcMain.on('bridge:fullScreen' satisfies BridgeMessage, (event) => {
    const window = BrowserWindow.fromWebContents(event.sender);
    if (isFromOwnPage(event, own)) window?.setFullScreen(!window.isFullScreen());
  });

  return {
    watch(contents) {
      const page = contents.id;
      const cancelCallsOfPage = (): void => calls.cancelAll(page);
      contents.once('destroyed', cancelCallsOfPage);
      contents.on('render-process-gone', cancelCallsOfPage);
      contents.on('did-navigate', cancelCallsOfPage);
    },
  };
};

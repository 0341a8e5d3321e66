import type { HostBridge, MenuCommand } from '#shared/contract/bridge.ts';
import { createClient } from './client.ts';
import { createHttpTransport } from './transport-http.ts';
import { createIpcTransport } from './transport-ipc.ts';

declare global {
  interface Window {
    /** Present in the desktop window only. */
    readonly host?: HostBridge;
  }
}

/** Pastes into what has the focus; null where the page itself asks for the clipboard. */
export const pasteByHost: (() => void) | null = window.host ? () => window.host?.paste() : null;

/** Fills the screen with the window, or gives it back; null where the window is the browser's. */
export const toggleFullScreen: (() => void) | null = window.host
  ? () => window.host?.toggleFullScreen()
  : null;

/** Tells the native menu, where there is one, what can be done now. */
export const offerToMenu = (commands: readonly MenuCommand[]): void => window.host?.offer(commands);

const transport = window.host ? createIpcTransport(window.host) : createHttpTransport(window);

/**
 * The page's way to the program:
 *
 *     const { items } = await call('constraints:list', { projectId });
 *     useEffect(() => on('constraints:changed', ({ projectId }) => refresh(projectId)), []);
 *
 * `call` throws an error with `code` and `details` (see `failureOf` of i18n); the others return what ends them.
 */
export const { call, on, onAnswered, onConnection, onClosing, onCommand } = createClient(transport);

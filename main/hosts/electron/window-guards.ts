/** Keeps windows from other pages, permissions and downloads. */
import type { Session, WebContents } from 'electron';
import type { Logger } from '#main/platform.ts';
import { isOwnAddress, isOwnBlob } from './own-page.ts';

/**
 * What a page may ask for: to write the clipboard, when the writer presses "copy" (it never reads what others copied), and
 * to fill the screen, where Esc is its own, while the writer is locked in (W3).
 */
const permitted: ReadonlySet<string> = new Set([
  'clipboard-sanitized-write',
  'fullscreen',
  'keyboardLock',
]);

/** Denies a session everything but what is {@link permitted} to our own page: cameras, notifications, devices, and downloads
 * but those of files that our page made. */
export const guardSession = (session: Session, own: string, logger: Logger): void => {
  const isPermitted = (permission: string, address: string): boolean =>
    permitted.has(permission) && isOwnAddress(address, own);
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const granted = isPermitted(permission, details.requestingUrl);
    if (!granted) logger.log('security', 'permission refused', { permission });
    answer(granted);
  });
  session.setPermissionCheckHandler((_contents, permission, origin) =>
    isPermitted(permission, origin),
  );
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event, item) => {
    // What our page made itself is saved where the writer says; nothing is fetched for it.
    if (isOwnBlob(item.getURL(), own)) return;
    event.preventDefault();
    logger.log('security', 'download refused');
  });
};

/** Keeps a window on its own page: no navigation, no second window, no embedded page. */
export const guardContents = (contents: WebContents, own: string, logger: Logger): void => {
  const refuse = (what: string) => (event: { preventDefault(): void }) => {
    event.preventDefault();
    logger.log('security', `${what} refused`);
  };
  contents.setWindowOpenHandler(() => {
    logger.log('security', 'new window refused');
    return { action: 'deny' };
  });
  contents.on('will-attach-webview', refuse('webview'));
  contents.on('will-redirect', refuse('redirect'));
  contents.on('will-frame-navigate', (event) => {
    // Vite loads its own page anew under development, and a reload of ours is no navigation elsewhere.
    if (event.isMainFrame && isOwnAddress(event.url, own)) return;
    refuse('navigation')(event);
  });
};

/** The whole screen for the page, so that no other window shows; whoever leaves it writes on in the window. */
import { useSyncExternalStore } from 'react';

/** Where the browser knows it, Esc is the page's own while it fills the screen. */
type KeyboardLock = { lock?(keys: readonly string[]): Promise<void>; unlock?(): void };
const keyboardOf = (host: Navigator & { keyboard?: KeyboardLock }): KeyboardLock =>
  host.keyboard ?? {};

/** Resolves with whether the system gave the screen: it may refuse. */
export async function fillScreen(): Promise<boolean> {
  try {
    await document.documentElement.requestFullscreen({ navigationUI: 'hide' });
  } catch {
    return false;
  }
  // Without it Esc gives the screen back at once, and the lock holds all the same.
  await keyboardOf(navigator)
    .lock?.(['Escape'])
    .catch(() => undefined);
  return true;
}

export function giveScreenBack(): void {
  keyboardOf(navigator).unlock?.();
  if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
}

const onFullscreen = (listen: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', listen);
  return () => document.removeEventListener('fullscreenchange', listen);
};

export const useFillsScreen = (): boolean =>
  useSyncExternalStore(onFullscreen, () => document.fullscreenElement !== null);

import type { Json, Reply } from '../errors.ts';

/** Entries of the native menu that the interface carries out. */
export type MenuCommand =
  | 'project.open'
  | 'project.import'
  | 'project.openBundle'
  | 'project.export'
  | 'palette.open'
  | 'settings.open';

/**
 * What the preload puts into the window as `window.host`. Names are those of the contract and of its events;
 * others are refused before they leave the page.
 */
export type HostBridge = {
  /** @param callId names the call for `cancel`; unique within the page */
  call(channel: string, input: Json, callId?: string): Promise<Reply<Json>>;
  cancel(callId: string): void;
  /** Returns the function that ends the subscription. */
  on(event: string, listener: (payload: Json) => void): () => void;
  /** The window waits for `flush` before it closes: half a minute, and two seconds for a page that hangs. */
  onClosing(flush: () => Promise<void>): () => void;
  onCommand(listener: (command: MenuCommand) => void): () => void;
  /** Pastes into what has the focus, as the keys do: the page itself never reads the clipboard. */
  paste(): void;
};

/** Names of the messages beside the contract's channels and events; each crosses in one direction only. */
export type BridgeMessage =
  | 'bridge:cancel'
  | 'bridge:closing'
  | 'bridge:heard'
  | 'bridge:closed'
  | 'bridge:command'
  | 'bridge:paste';

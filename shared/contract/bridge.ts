import type { Json, Reply } from '../errors.ts';

/** Commands of the page that stand in the native menu, by their ids there. */
export const menuCommands = [
  'project.open',
  'project.import',
  'project.openBundle',
  'project.export',
  'dialog.palette',
  'dialog.settings',
  'view.fullScreen',
] as const;
export type MenuCommand = (typeof menuCommands)[number];

/** What is chosen in the native menu: a command, or what the keys of a text do. */
export type MenuChoice = MenuCommand | 'undo' | 'redo';

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
  onCommand(listener: (choice: MenuChoice) => void): () => void;
  /** Which commands can be carried out now; the menu shows the others as disabled. */
  offer(commands: readonly MenuCommand[]): void;
  /** Fills the screen with the window, or gives it back. */
  toggleFullScreen(): void;
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
  | 'bridge:offered'
  | 'bridge:fullScreen'
  | 'bridge:paste';

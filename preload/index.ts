import { contextBridge, ipcRenderer } from 'electron';
import type { BridgeMessage, HostBridge, MenuChoice } from '#shared/contract/bridge.ts';
import type { Json } from '#shared/errors.ts';

/** The contract's names, put here by the build: its schemas have no place in a preload. */
declare const __CHANNEL_NAMES__: readonly string[];
declare const __EVENT_NAMES__: readonly string[];
const channelNames: ReadonlySet<string> = new Set(__CHANNEL_NAMES__);
const eventNames: ReadonlySet<string> = new Set(__EVENT_NAMES__);

const listen = (name: string, listener: (payload: Json) => unknown): (() => void) => {
  const forward = (_event: unknown, payload: Json): unknown => listener(payload);
  ipcRenderer.on(name, forward);
  return () => {
    ipcRenderer.off(name, forward);
  };
};

const flushes = new Set<() => Promise<void>>();
listen('bridge:closing' satisfies BridgeMessage, async () => {
  ipcRenderer.send('bridge:heard' satisfies BridgeMessage);
  // A flush that failed has shown its failure; the window must still be able to close.
  await Promise.allSettled([...flushes].map((flush) => flush()));
  ipcRenderer.send('bridge:closed' satisfies BridgeMessage);
});

const bridge: HostBridge = {
  call(channel, input, callId) {
    if (!channelNames.has(channel)) {
      const message = `There is no channel "${String(channel).slice(0, 100)}".`;
      return Promise.resolve({ ok: false, error: { code: 'UNKNOWN_CHANNEL', message } });
    }
    return ipcRenderer.invoke(channel, input, callId);
  },
  cancel(callId) {
    ipcRenderer.send('bridge:cancel' satisfies BridgeMessage, callId);
  },
  on(event, listener) {
    if (!eventNames.has(event)) throw new Error(`There is no event "${event}".`);
    return listen(event, listener);
  },
  onClosing(flush) {
    flushes.add(flush);
    return () => {
      flushes.delete(flush);
    };
  },
  onCommand(listener) {
    return listen('bridge:command' satisfies BridgeMessage, (choice) => {
      listener(choice as MenuChoice);
    });
  },
  offer(commands) {
    ipcRenderer.send('bridge:offered' satisfies BridgeMessage, commands);
  },
  toggleFullScreen() {
    ipcRenderer.send('bridge:fullScreen' satisfies BridgeMessage);
  },
  paste() {
    ipcRenderer.send('bridge:paste' satisfies BridgeMessage);
  },
};

contextBridge.exposeInMainWorld('host', bridge);

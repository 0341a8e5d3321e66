import { contextBridge, ipcRenderer } from 'electron';
import type { BridgeMessage, HostBridge, MenuCommand } from '#shared/contract/bridge.ts';
import type { Json } from '#shared/errors.ts';
import { channelNames, eventNames } from './names.ts';

const listen = (name: string, listener: (payload: Json) => unknown): (() => void) => {
  const forward = (_event: unknown, payload: Json): unknown => listener(payload);
  ipcRenderer.on(name, forward);
  return () => {
    ipcRenderer.off(name, forward);
  };
};

const flushes = new Set<() => Promise<void>>();
listen('bridge:closing' satisfies BridgeMessage, async () => {
  // A flush that failed has shown its failure; the window must still be able to close.
  await Promise.allSettled([...flushes].map((flush) => flush()));
  ipcRenderer.send('bridge:closed' satisfies BridgeMessage);
});

const bridge: HostBridge = {
  call(channel, input, callId) {
    if (!Object.hasOwn(channelNames, channel)) {
      const message = `There is no channel "${String(channel).slice(0, 100)}".`;
      return Promise.resolve({ ok: false, error: { code: 'UNKNOWN_CHANNEL', message } });
    }
    return ipcRenderer.invoke(channel, input, callId);
  },
  cancel(callId) {
    ipcRenderer.send('bridge:cancel' satisfies BridgeMessage, callId);
  },
  on(event, listener) {
    if (!Object.hasOwn(eventNames, event)) throw new Error(`There is no event "${event}".`);
    return listen(event, listener);
  },
  onClosing(flush) {
    flushes.add(flush);
    return () => {
      flushes.delete(flush);
    };
  },
  onCommand(listener) {
    return listen('bridge:command' satisfies BridgeMessage, (command) => {
      listener(command as MenuCommand);
    });
  },
  paste() {
    ipcRenderer.send('bridge:paste' satisfies BridgeMessage);
  },
};

contextBridge.exposeInMainWorld('host', bridge);

import { create } from 'zustand';
import type { Output } from '#shared/contract/index.ts';
import type { McpServerState } from '#shared/domain/mcp-server.ts';
import { call } from '#renderer/rpc/index.ts';
import { readServer, type ServerDraft } from './tool-server-draft.ts';

type ToolServersState = {
  /** Null until read. */
  servers: readonly McpServerState[] | null;
  failure: unknown;
  /** The one being connected. */
  connecting: string | null;
  draft: ServerDraft | null;
  saving: boolean;
};

type ToolServersActions = {
  load(): Promise<void>;
  edit(draft: ServerDraft | null): void;
  /** Stores what stands in the form. */
  save(): Promise<void>;
  setEnabled(server: McpServerState, enabled: boolean): Promise<void>;
  /** False where that failed. */
  remove(name: string): Promise<boolean>;
  connect(name: string): Promise<void>;
};

export const useToolServers = create<ToolServersState & ToolServersActions>()((set, get) => {
  const attempt = async (ask: () => Promise<Output<'mcp:servers:list'>>): Promise<boolean> => {
    try {
      const { items } = await ask();
      set({ servers: items, failure: null });
      return true;
    } catch (failure) {
      set({ failure });
      return false;
    }
  };
  return {
    servers: null,
    failure: null,
    connecting: null,
    draft: null,
    saving: false,
    async load() {
      await attempt(() => call('mcp:servers:list', {}));
    },
    edit: (draft) => set({ draft, failure: null }),
    async save() {
      const { draft, servers, saving } = get();
      if (draft === null || saving) return;
      const { value } = readServer(
        draft,
        (servers ?? []).map(({ name }) => name),
      );
      if (value === null) return;
      set({ saving: true });
      const stored = await attempt(() => call('mcp:servers:save', value));
      set(stored ? { saving: false, draft: null } : { saving: false });
    },
    async setEnabled({ name, transport }, enabled) {
      await attempt(() => call('mcp:servers:save', { name, transport, enabled }));
    },
    remove: (name) => attempt(() => call('mcp:servers:remove', { name })),
    async connect(name) {
      if (get().connecting !== null) return;
      set({ connecting: name });
      await attempt(() => call('mcp:servers:connect', { name }));
      set({ connecting: null });
    },
  };
});

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
  changeDraft(change: Partial<ServerDraft>): void;
  /** Stores what stands in the form, which stays open where that was changed meanwhile. */
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
    changeDraft: (change) =>
      set(({ draft }) => ({ draft: draft === null ? null : { ...draft, ...change } })),
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
      set({ saving: false });
      const now = get().draft;
      if (!stored || now === null) return;
      if (now === draft) set({ draft: null });
      else if (now.name === draft.name) set({ draft: { ...now, isNew: false } });
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

import { create } from 'zustand';
import type { ConnectionResult, LocalServer } from '#shared/contract/ai.ts';
import type { Output } from '#shared/contract/index.ts';
import type { ModelProfile } from '#shared/domain/model-profile.ts';
import { call } from '#renderer/rpc/index.ts';
import { type ModelDraft, readDraft } from './draft.ts';

type ModelList = Output<'ai:models:list'>;

type ModelsState = {
  /** Null until read. */
  profiles: readonly ModelProfile[] | null;
  selectedId: string | null;
  keyStorage: ModelList['keyStorage'];
  /** Reading or the last change failed. */
  failure: unknown;
  /** Servers found on this machine; null until looked for. */
  servers: readonly LocalServer[] | null;
  searching: boolean;
  searchFailure: unknown;
  /** The model being tried, and what the last try of each showed. */
  testing: string | null;
  results: ReadonlyMap<string, ConnectionResult>;
  draft: ModelDraft | null;
  saving: boolean;
};

type ModelsActions = {
  load(): Promise<void>;
  discover(): Promise<void>;
  edit(draft: ModelDraft | null): void;
  changeDraft(change: Partial<ModelDraft>): void;
  /** Stores what stands in the form, selects it when nothing was selected, and tries it. */
  saveDraft(): Promise<void>;
  select(id: string): Promise<void>;
  /** With its key. False where that failed. */
  remove(id: string): Promise<boolean>;
  test(id: string): Promise<void>;
};

export const useModels = create<ModelsState & ModelsActions>()((set, get) => {
  const take = ({ items, selectedId, keyStorage }: ModelList): void =>
    set({ profiles: items, selectedId, keyStorage, failure: null });

  const attempt = async (change: () => Promise<ModelList>): Promise<boolean> => {
    try {
      take(await change());
      return true;
    } catch (failure) {
      set({ failure });
      return false;
    }
  };

  return {
    profiles: null,
    selectedId: null,
    keyStorage: 'file',
    failure: null,
    servers: null,
    searching: false,
    searchFailure: null,
    testing: null,
    results: new Map(),
    draft: null,
    saving: false,
    async load() {
      await attempt(() => call('ai:models:list', {}));
    },
    async discover() {
      if (get().searching) return;
      set({ searching: true, searchFailure: null });
      try {
        const { items } = await call('ai:models:discover', {});
        set({ servers: items, searching: false });
      } catch (searchFailure) {
        set({ searching: false, searchFailure });
      }
    },
    edit: (draft) => set({ draft, failure: null }),
    changeDraft: (change) =>
      set(({ draft }) => ({ draft: draft === null ? null : { ...draft, ...change } })),
    async saveDraft() {
      const { draft, profiles, saving } = get();
      if (draft === null || saving) return;
      const { value } = readDraft(draft, new Set((profiles ?? []).map(({ id }) => id)));
      if (value === null) return;
      set({ saving: true });
      const stored = await attempt(() => call('ai:models:save', value));
      set({ saving: false });
      if (!stored) return;
      const now = get().draft;
      if (now === draft) set({ draft: null });
      // What was typed meanwhile is a change of the stored one.
      else if (now?.id === draft.id) set({ draft: { ...now, id: value.id } });
      await get().test(value.id);
    },
    async select(id) {
      await attempt(() => call('ai:models:select', { id }));
    },
    remove: (id) => attempt(() => call('ai:models:remove', { id })),
    async test(id) {
      set({ testing: id });
      await attempt(async () => {
        const { result, ...list } = await call('ai:models:test', { id });
        set(({ results }) => ({ results: new Map(results).set(id, result) }));
        return list;
      });
      set({ testing: null });
    },
  };
});

export const selectedModel = ({ profiles, selectedId }: ModelsState): ModelProfile | null =>
  profiles?.find(({ id }) => id === selectedId) ?? null;

/** True once it is known that no model is chosen. */
export const hasNoModel = (state: ModelsState): boolean =>
  state.profiles !== null && selectedModel(state) === null;

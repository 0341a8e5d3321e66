import { create } from 'zustand';
import type { ConnectionResult, LocalServer } from '#shared/contract/ai.ts';
import type { Output } from '#shared/contract/index.ts';
import type { ModelProfile } from '#shared/domain/model-profile.ts';
import { call } from '#renderer/rpc/index.ts';
import { createInOrder } from '#renderer/app/last-asked.ts';
import { followEntry, isSame } from '#renderer/app/merge-drafts.ts';
import { draftOfProfile, type ModelDraft, readDraft } from './draft.ts';

type ModelList = Output<'ai:models:list'>;

type LeftForm = { draft: ModelDraft; begun: ModelDraft | null };

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
  /** The stored model as it was when its form was opened; null for a new one. */
  begun: ModelDraft | null;
  /** The form as it was opened, before anything was typed. */
  opened: ModelDraft | null;
  /** What stands in it was typed before, and the form was left. */
  isKept: boolean;
  /** What was typed into forms that were left, by form: on this page alone, for a key may be among it (F25). */
  left: ReadonlyMap<string, LeftForm>;
  saving: boolean;
};

type ModelsActions = {
  load(): Promise<void>;
  discover(): Promise<void>;
  /** Opens a form, with what was typed when it was last left; null lets go of what stands in the open one. */
  edit(draft: ModelDraft | null): void;
  /** Closes the form; what was typed is in it when it is opened again. */
  leave(): void;
  startOver(): void;
  changeDraft(change: Partial<ModelDraft>): void;
  /** Stores what stands in the form, selects it when nothing was selected, and tries it. */
  saveDraft(): Promise<void>;
  select(id: string): Promise<void>;
  /** With its key. False where that failed. */
  remove(id: string): Promise<boolean>;
  test(id: string): Promise<void>;
};

/** A new one is known by what it was begun with. */
const formOf = ({ id, baseUrl, model }: ModelDraft): string => id ?? `new ${baseUrl} ${model}`;

const without = <Value>(map: ReadonlyMap<string, Value>, key: string): Map<string, Value> => {
  const others = new Map(map);
  others.delete(key);
  return others;
};

/** What was changed in the form, over what another window made of the model since it was opened. */
function draftNow(state: ModelsState, draft: ModelDraft): ModelDraft {
  const profile = state.profiles?.find(({ id }) => id === draft.id);
  if (profile === undefined || state.begun === null) return draft;
  return followEntry(state.begun, draft, draftOfProfile(profile)).draft;
}

export const useModels = create<ModelsState & ModelsActions>()((set, get) => {
  const begin = createInOrder();
  const take = ({ items, selectedId, keyStorage }: ModelList): void =>
    set({ profiles: items, selectedId, keyStorage, failure: null });

  const attempt = async (change: () => Promise<ModelList>): Promise<boolean> => {
    const mayShow = begin();
    try {
      const list = await change();
      if (mayShow()) take(list);
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
    begun: null,
    opened: null,
    isKept: false,
    left: new Map(),
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
    edit(draft) {
      const { left } = get();
      const form = draft && formOf(draft);
      const kept = form === null ? undefined : left.get(form);
      set({
        ...{ draft, begun: draft?.id ? draft : null, ...kept, opened: draft },
        ...{ isKept: kept !== undefined, failure: null },
        ...(kept && form !== null ? { left: without(left, form) } : {}),
      });
    },
    leave() {
      const { draft, begun, opened, left } = get();
      if (draft !== null && opened !== null && !isSame(draft, opened)) {
        set({ left: new Map(left).set(formOf(opened), { draft, begun }) });
      }
      get().edit(null);
    },
    startOver: () => get().edit(get().opened),
    changeDraft: (change) =>
      set(({ draft }) => ({ draft: draft === null ? null : { ...draft, ...change } })),
    async saveDraft() {
      const { draft, opened, saving } = get();
      if (draft === null || saving) return;
      const read = () => {
        const state = get();
        const taken = new Set((state.profiles ?? []).map(({ id }) => id));
        return readDraft(draftNow(state, draft), taken).value;
      };
      if (read() === null) return;
      set({ saving: true });
      // Another window may have made or changed one: what it did is not written over.
      const isKnown = await attempt(() => call('ai:models:list', {}));
      const value = read();
      const stored =
        isKnown && value !== null && (await attempt(() => call('ai:models:save', value)));
      set({ saving: false });
      if (!stored) return;
      const { draft: now, profiles, left } = get();
      // The form may be left by the time it is known.
      const form = opened === null ? '' : formOf(opened);
      if (left.get(form)?.draft === draft) set({ left: without(left, form) });
      if (now === draft) set({ draft: null, begun: null });
      // What was typed meanwhile is a change of the stored one.
      else if (now?.id === draft.id) {
        const made = profiles?.find(({ id }) => id === value.id);
        const begun = made ? draftOfProfile(made) : null;
        set({ draft: { ...now, id: value.id }, begun, opened: begun });
      }
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

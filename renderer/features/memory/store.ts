import { create } from 'zustand';
import type { Episode, MemoryRule, WorkingNote } from '#shared/domain/memory.ts';
import { notify } from '#renderer/app/notices.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { call } from '#renderer/rpc/index.ts';

/** The contract's limit of a habit's text. */
export const longestRule = 2000;

export type Editing = {
  ruleId: string;
  text: string;
  version: number;
  saving: boolean;
  failure: unknown;
  theirs: MemoryRule | null;
};

type MemoryState = {
  projectId: string | null;
  /** Most confident first; null until read. */
  rules: readonly MemoryRule[] | null;
  /** Newest first. */
  episodes: readonly Episode[];
  notes: readonly WorkingNote[];
  failure: unknown;
  editing: Editing | null;
  adding: boolean;
};

type MemoryActions = {
  load(projectId: string): Promise<void>;
  edit(rule: MemoryRule): void;
  setText(text: string): void;
  stopEditing(): void;
  saveEdit(): Promise<boolean>;
  resolveConflict(choice: 'mine' | 'theirs'): Promise<void>;
  confirm(rule: MemoryRule): Promise<void>;
  add(text: string): Promise<boolean>;
  /** `said` is shown with the undo. */
  remove(ruleId: string, said: string): Promise<void>;
  removeEpisode(episode: Episode, said: string): Promise<void>;
};

const shownEpisodes = 200;

const fresh = {
  rules: null,
  episodes: [],
  notes: [],
  failure: null,
  editing: null,
  adding: false,
} as const satisfies Partial<MemoryState>;

export const isRuleText = (text: string): boolean =>
  text.trim() !== '' && text.trim().length <= longestRule;

export const useMemory = create<MemoryState & MemoryActions>()((set, get) => {
  const changeEditing = (change: Partial<Editing>): void =>
    set(({ editing }) => ({ editing: editing === null ? null : { ...editing, ...change } }));

  const change = async (write: (projectId: string) => Promise<unknown>): Promise<boolean> => {
    const { projectId } = get();
    if (projectId === null) return false;
    try {
      await write(projectId);
      await get().load(projectId);
      return true;
    } catch (failure) {
      await get().load(projectId);
      set({ failure });
      return false;
    }
  };

  return {
    projectId: null,
    ...fresh,
    async load(projectId) {
      if (get().projectId !== projectId) set({ ...fresh, projectId });
      try {
        const [rules, episodes, working] = await Promise.all([
          call('memory:rules:list', { projectId }),
          call('memory:episodes:list', { projectId, limit: shownEpisodes }),
          call('memory:working:list', { projectId }),
        ]);
        if (get().projectId !== projectId) return;
        set({
          rules: rules.items,
          episodes: episodes.items.toSorted((left, right) => right.createdAt - left.createdAt),
          notes: working.items,
          failure: null,
        });
      } catch (failure) {
        if (get().projectId === projectId) set({ failure });
      }
    },
    edit: ({ ruleId, text, version }) =>
      set({ editing: { ruleId, text, version, saving: false, failure: null, theirs: null } }),
    setText: (text) => changeEditing({ text, failure: null }),
    stopEditing: () => set({ editing: null }),
    async saveEdit() {
      const { editing, projectId } = get();
      if (editing === null || projectId === null || editing.saving) return false;
      if (!isRuleText(editing.text)) return false;
      const { ruleId, text, version } = editing;
      changeEditing({ saving: true, failure: null });
      try {
        const input = { projectId, ruleId, expectedVersion: version, text };
        await call('memory:rules:update', input);
        set({ editing: null });
        await get().load(projectId);
        return true;
      } catch (failure) {
        if (failureOf(failure).code !== 'MEMORY_RULE_CONFLICT') {
          changeEditing({ saving: false, failure });
          return false;
        }
        await get().load(projectId);
        const theirs = get().rules?.find((rule) => rule.ruleId === ruleId) ?? null;
        changeEditing({ saving: false, theirs, failure: theirs === null ? failure : null });
        return false;
      }
    },
    async resolveConflict(choice) {
      const theirs = get().editing?.theirs ?? null;
      if (theirs === null) return;
      if (choice === 'theirs') {
        set({ editing: null });
        return;
      }
      changeEditing({ version: theirs.version, theirs: null });
      await get().saveEdit();
    },
    async confirm({ ruleId }) {
      set(({ rules }) => ({
        rules:
          rules?.map((rule) => (rule.ruleId === ruleId ? { ...rule, confirmed: true } : rule)) ??
          null,
      }));
      await change((projectId) => call('memory:rules:confirm', { projectId, ruleId }));
    },
    async add(text) {
      if (!isRuleText(text) || get().adding) return false;
      set({ adding: true });
      // What the writer says of themselves needs no confirming.
      const added = await change((projectId) =>
        call('memory:rules:create', { projectId, text, confidence: 1, confirmed: true }),
      );
      set({ adding: false });
      return added;
    },
    async remove(ruleId, said) {
      if (get().editing?.ruleId === ruleId) set({ editing: null });
      const removed = await change((projectId) =>
        call('memory:rules:delete', { projectId, ruleId }),
      );
      if (!removed) return;
      const undo = () =>
        void change((projectId) => call('memory:rules:restore', { projectId, ruleId }));
      notify({ place: 'dock', text: said, undo });
    },
    async removeEpisode({ episodeId, text, documentId }, said) {
      const removed = await change((projectId) =>
        call('memory:episodes:delete', { projectId, episodeId }),
      );
      if (!removed) return;
      const undo = () =>
        void change((projectId) => call('memory:episodes:create', { projectId, text, documentId }));
      notify({ place: 'dock', text: said, undo });
    },
  };
});

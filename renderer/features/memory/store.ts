import { create } from 'zustand';
import type { Episode, MemoryRule, WorkingNote } from '#shared/domain/memory.ts';
import { formDrafts } from '#renderer/app/kept-forms.ts';
import { createProjectList } from '#renderer/app/project-list.ts';
import type { Editing, ProjectList } from '#renderer/app/project-list-types.ts';
import { call } from '#renderer/rpc/index.ts';
import { createUnsave } from './unsave.ts';

/** The contract's limit of a habit's text. */
export const longestRule = 2000;

type Draft = { text: string };

export type RuleEditing = Editing<MemoryRule, Draft>;

type Remembered = {
  /** Most confident first; null until read. */
  rules: readonly MemoryRule[] | null;
  /** The latest of them, newest first. */
  episodes: readonly Episode[];
  /** How many there are in all. */
  episodesTotal: number;
  notes: readonly WorkingNote[];
};

type MemoryActions = {
  /** `said` is shown with the undo, here and below. */
  confirm(rule: MemoryRule, said: string): Promise<void>;
  add(text: string, said: string): Promise<boolean>;
  remove(ruleId: string, said: string): Promise<void>;
  removeEpisode(episodeId: string, said: string): Promise<void>;
};

type MemoryState = ProjectList<MemoryRule, Draft> & Remembered & MemoryActions;

const shownEpisodes = 200;

const fresh: Remembered = { rules: null, episodes: [], episodesTotal: 0, notes: [] };

export const isRuleText = (text: string): boolean =>
  text.trim() !== '' && text.trim().length <= longestRule;

const unsave = createUnsave(call);

export const useMemory = create<MemoryState>()((set, get) => {
  const { list, step, add, remove } = createProjectList<MemoryRule, Draft, Remembered>({
    get,
    set,
    fresh,
    async read(projectId) {
      const [rules, episodes, working] = await Promise.all([
        call('memory:rules:list', { projectId }),
        call('memory:episodes:list', { projectId, limit: shownEpisodes }),
        call('memory:working:list', { projectId }),
      ]);
      return {
        rules: rules.items,
        episodes: episodes.items.toSorted((left, right) => right.createdAt - left.createdAt),
        episodesTotal: episodes.total,
        notes: working.items,
      };
    },
    forms: formDrafts,
    isFormInRow: true,
    kind: 'habit',
    panel: 'memory',
    entries: () => get().rules,
    restore: (projectId, ruleId) => call('memory:rules:restore', { projectId, ruleId }),
    idOf: ({ ruleId }) => ruleId,
    draftOf: ({ text }) => ({ text }),
    save({ id, draft: { text }, version }) {
      if (id === null || !isRuleText(text)) return null;
      return (projectId) =>
        call('memory:rules:update', { projectId, ruleId: id, expectedVersion: version, text });
    },
    unsave,
    conflict: 'MEMORY_RULE_CONFLICT',
  });

  return {
    ...list,
    ...fresh,
    // With its version: what is confirmed goes with requests, and is what was read here.
    async confirm({ ruleId, version: expectedVersion }, said) {
      set(({ rules }) => ({
        rules:
          rules?.map((rule) => (rule.ruleId === ruleId ? { ...rule, confirmed: true } : rule)) ??
          null,
      }));
      await step(said, async (projectId) => {
        const stored = await call('memory:rules:confirm', { projectId, ruleId, expectedVersion });
        return (id) => unsave(id, stored, { ...stored, confirmed: false });
      });
    },
    async add(text, said) {
      if (!isRuleText(text)) return false;
      // What the writer says of themselves needs no confirming.
      const rule = { text, confidence: 1, confirmed: true };
      return add(said, async (projectId) => {
        const stored = await call('memory:rules:create', { projectId, ...rule });
        return (id) => unsave(id, stored, null);
      });
    },
    remove: (ruleId, said) =>
      remove(
        said,
        (projectId) => call('memory:rules:delete', { projectId, ruleId }),
        (projectId) => call('memory:rules:restore', { projectId, ruleId }),
        ruleId,
      ),
    removeEpisode: (episodeId, said) =>
      remove(
        said,
        (projectId) => call('memory:episodes:delete', { projectId, episodeId }),
        (projectId) => call('memory:episodes:restore', { projectId, episodeId }),
      ),
  };
});

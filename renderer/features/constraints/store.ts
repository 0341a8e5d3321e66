import { create } from 'zustand';
import type { Constraint, ConstraintType } from '#shared/domain/constraint.ts';
import { notify } from '#renderer/app/notices.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { call } from '#renderer/rpc/index.ts';
import { type Draft, draftOf, readDraft } from './draft.ts';
import { inOrder, type KindFilter, movedBefore } from './order.ts';

export type Editing = {
  constraintId: string;
  draft: Draft;
  /** Version the draft began from. */
  version: number;
  saving: boolean;
  failure: unknown;
  /** What someone else made of it meanwhile; the writer chooses. */
  theirs: Constraint | null;
};

type ConstraintsState = {
  projectId: string | null;
  /** In the order in which they are sent; null until read. */
  items: readonly Constraint[] | null;
  /** Names of codex entries, for fences; characters first. */
  people: readonly { id: string; name: string }[];
  /** Reading failed, or the last change could not be made and was taken back. */
  failure: unknown;
  kind: KindFilter;
  query: string;
  editing: Editing | null;
  adding: boolean;
};

type ConstraintsActions = {
  /** Reads the project's constraints; with another project everything begins anew. */
  load(projectId: string): Promise<void>;
  loadPeople(projectId: string): Promise<void>;
  setKind(kind: KindFilter): void;
  setQuery(query: string): void;
  edit(constraint: Constraint): void;
  changeDraft(change: Partial<Draft>): void;
  stopEditing(): void;
  /** True when the draft is stored. */
  saveEdit(): Promise<boolean>;
  /** After a conflict: `mine` writes the draft over the other version, `theirs` lets go of it. */
  resolveConflict(choice: 'mine' | 'theirs'): Promise<void>;
  setEnabled(constraintId: string, enabled: boolean): Promise<void>;
  add(type: ConstraintType, text: string): Promise<Constraint | null>;
  /** `said` is shown with the undo. */
  remove(constraintId: string, said: string): Promise<void>;
  move(constraintId: string, beforeId: string | null): Promise<void>;
  dismissFailure(): void;
};

const fresh = {
  items: null,
  people: [],
  failure: null,
  kind: 'all',
  query: '',
  editing: null,
  adding: false,
} as const satisfies Partial<ConstraintsState>;

export const useConstraints = create<ConstraintsState & ConstraintsActions>()((set, get) => {
  const replace = (changed: Constraint): void =>
    set(({ items }) => ({
      items:
        items?.map((item) => (item.constraintId === changed.constraintId ? changed : item)) ?? null,
    }));

  const find = (constraintId: string): Constraint | undefined =>
    get().items?.find((item) => item.constraintId === constraintId);

  const changeEditing = (change: Partial<Editing>): void =>
    set(({ editing }) => ({ editing: editing === null ? null : { ...editing, ...change } }));

  /** Does something to the list at once and takes it back when the program refuses. */
  const optimistically = async (
    change: (items: readonly Constraint[]) => readonly Constraint[],
    write: (projectId: string) => Promise<unknown>,
  ): Promise<boolean> => {
    const { projectId, items } = get();
    if (projectId === null || items === null) return false;
    set({ items: change(items), failure: null });
    try {
      await write(projectId);
      return true;
    } catch (failure) {
      if (get().projectId === projectId) {
        set({ items, failure });
        await get().load(projectId);
        set({ failure });
      }
      return false;
    }
  };

  return {
    projectId: null,
    ...fresh,
    async load(projectId) {
      if (get().projectId !== projectId) set({ ...fresh, projectId });
      try {
        const { items } = await call('constraints:list', { projectId });
        if (get().projectId === projectId) set({ items, failure: null });
      } catch (failure) {
        if (get().projectId === projectId) set({ failure });
      }
    },
    async loadPeople(projectId) {
      try {
        const { items } = await call('knowledge:entities:list', { projectId });
        const people = items
          .filter(({ kind }) => kind === 'character')
          .map(({ entityId, name }) => ({ id: entityId, name }));
        if (get().projectId === projectId) set({ people });
      } catch (failure) {
        if (get().projectId === projectId) set({ failure });
      }
    },
    setKind: (kind) => set({ kind }),
    setQuery: (query) => set({ query }),
    edit: (constraint) =>
      set({
        editing: {
          constraintId: constraint.constraintId,
          draft: draftOf(constraint),
          version: constraint.version,
          saving: false,
          failure: null,
          theirs: null,
        },
      }),
    changeDraft: (change) =>
      set(({ editing }) => ({
        editing:
          editing === null
            ? null
            : { ...editing, failure: null, draft: { ...editing.draft, ...change } },
      })),
    stopEditing: () => set({ editing: null }),
    async saveEdit() {
      const { editing, projectId } = get();
      if (editing === null || projectId === null || editing.saving) return false;
      const { constraintId, version, draft } = editing;
      const { value } = readDraft(draft);
      if (value === null) return false;
      changeEditing({ saving: true, failure: null });
      try {
        const input = { projectId, constraintId, expectedVersion: version, ...value };
        replace(await call('constraints:update', input));
        set({ editing: null });
        return true;
      } catch (failure) {
        if (failureOf(failure).code !== 'CONSTRAINT_CONFLICT') {
          changeEditing({ saving: false, failure });
          return false;
        }
        await get().load(projectId);
        const theirs = find(constraintId);
        changeEditing({
          saving: false,
          theirs: theirs ?? null,
          failure: theirs === undefined ? failure : null,
        });
        return false;
      }
    },
    async resolveConflict(choice) {
      const { editing } = get();
      if (editing === null || editing.theirs === null) return;
      if (choice === 'theirs') {
        set({ editing: null });
        return;
      }
      changeEditing({ version: editing.theirs.version, theirs: null });
      await get().saveEdit();
    },
    async setEnabled(constraintId, enabled) {
      await optimistically(
        (items) =>
          items.map((item) => (item.constraintId === constraintId ? { ...item, enabled } : item)),
        async (projectId) => {
          const write = async (): Promise<Constraint> =>
            call('constraints:update', {
              projectId,
              constraintId,
              expectedVersion: find(constraintId)?.version ?? 0,
              enabled,
            });
          try {
            replace(await write());
          } catch (error) {
            // Someone changed its words meanwhile; that does not touch whether it is on.
            if (failureOf(error).code !== 'CONSTRAINT_CONFLICT') throw error;
            await get().load(projectId);
            replace(await write());
          }
        },
      );
    },
    async add(type, text) {
      const { projectId, adding } = get();
      if (projectId === null || adding) return null;
      set({ adding: true, failure: null });
      try {
        const created = await call('constraints:create', { projectId, type, text });
        await get().load(projectId);
        set({ adding: false });
        return created;
      } catch (failure) {
        set({ adding: false, failure });
        return null;
      }
    },
    async remove(constraintId, said) {
      if (get().editing?.constraintId === constraintId) set({ editing: null });
      const removed = await optimistically(
        (items) => items.filter((item) => item.constraintId !== constraintId),
        (projectId) => call('constraints:delete', { projectId, constraintId }),
      );
      const { projectId } = get();
      if (!removed || projectId === null) return;
      const undo = async (): Promise<void> => {
        try {
          await call('constraints:restore', { projectId, constraintId });
          await get().load(projectId);
        } catch (failure) {
          set({ failure });
        }
      };
      notify({ place: 'dock', text: said, undo: () => void undo() });
    },
    async move(constraintId, beforeId) {
      const ids = get().items?.map((item) => item.constraintId) ?? [];
      const constraintIds = movedBefore(ids, constraintId, beforeId);
      if (constraintIds.every((id, index) => id === ids[index])) return;
      await optimistically(
        (items) => inOrder(items, constraintIds),
        async (projectId) => {
          const { items } = await call('constraints:reorder', { projectId, constraintIds });
          if (get().projectId === projectId) set({ items });
        },
      );
    },
    dismissFailure: () => set({ failure: null }),
  };
});

import { create } from 'zustand';
import type { Constraint, ConstraintType } from '#shared/domain/constraint.ts';
import { formDrafts } from '#renderer/app/kept-forms.ts';
import { isSame } from '#renderer/app/merge-drafts.ts';
import { createProjectList, type Editing, type ProjectList } from '#renderer/app/project-list.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { call } from '#renderer/rpc/index.ts';
import { type Draft, draftOf, readDraft } from './draft.ts';
import { inOrder, type KindFilter, movedBefore } from './order.ts';

export type ConstraintEditing = Editing<Constraint, Draft>;

type Shown = {
  /** In the order in which they are sent; null until read. */
  items: readonly Constraint[] | null;
  /** Names of codex entries, for fences; characters first. */
  people: readonly { id: string; name: string }[];
  kind: KindFilter;
  query: string;
};

type ConstraintsActions = {
  loadPeople(projectId: string): Promise<void>;
  setKind(kind: KindFilter): void;
  setQuery(query: string): void;
  setEnabled(constraintId: string, enabled: boolean): Promise<void>;
  add(type: ConstraintType, text: string): Promise<boolean>;
  /** `said` is shown with the undo. */
  remove(constraintId: string, said: string): Promise<void>;
  move(constraintId: string, beforeId: string | null): Promise<void>;
};

type ConstraintsState = ProjectList<Constraint, Draft> & Shown & ConstraintsActions;

const fresh: Shown = { items: null, people: [], kind: 'all', query: '' };

export const useConstraints = create<ConstraintsState>()((set, get) => {
  const find = (id: string): Constraint | undefined =>
    get().items?.find(({ constraintId }) => constraintId === id);

  /** By book: the order asked for last, as long as it is not stored. */
  const asked = new Map<string, string[]>();

  const { list, change, add, remove } = createProjectList<Constraint, Draft, Shown>({
    get,
    set,
    fresh,
    async read(projectId) {
      const { items } = await call('constraints:list', { projectId });
      const ids = asked.get(projectId);
      return { items: ids === undefined ? items : inOrder(items, ids) };
    },
    forms: formDrafts,
    isFormInRow: true,
    kind: 'constraint',
    panel: 'constraints',
    entries: () => get().items,
    restore: (projectId, constraintId) => call('constraints:restore', { projectId, constraintId }),
    idOf: ({ constraintId }) => constraintId,
    draftOf,
    save({ id, draft, version, begun }) {
      const { value } = readDraft(draft);
      if (id === null || value === null) return null;
      const { fence, ...words } = value;
      // A number nobody changed may be another chapter's by now, and the fence would go there (B3).
      const fenced = isSame(draft.fence, begun?.fence) ? {} : { fence };
      const input = { constraintId: id, expectedVersion: version, ...words, ...fenced };
      return (projectId) => call('constraints:update', { projectId, ...input });
    },
    conflict: 'CONSTRAINT_CONFLICT',
  });

  /** Shows a change before it is made; it is taken back when the program refuses. */
  const show = (items: readonly Constraint[], write: (projectId: string) => Promise<unknown>) => {
    const before = get().items;
    set({ items, failure: null });
    return async (projectId: string): Promise<void> => {
      try {
        await write(projectId);
      } catch (error) {
        if (get().projectId === projectId) set({ items: before });
        throw error;
      }
    };
  };

  /** The newest order behind the one under way: an older one that comes late would be the one that stays. */
  const storeOrder = async (projectId: string): Promise<void> => {
    try {
      for (let sent: string[] | null = null; ; ) {
        const ids = asked.get(projectId);
        if (ids === undefined || ids === sent) return;
        sent = ids;
        await call('constraints:reorder', { projectId, constraintIds: ids });
      }
    } finally {
      asked.delete(projectId);
    }
  };

  return {
    ...list,
    ...fresh,
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
    async setEnabled(constraintId, enabled) {
      const items = get().items ?? [];
      const switched = items.map((item) =>
        item.constraintId === constraintId ? { ...item, enabled } : item,
      );
      const write = show(switched, async (projectId) => {
        const update = () =>
          call('constraints:update', {
            projectId,
            constraintId,
            expectedVersion: find(constraintId)?.version ?? 0,
            enabled,
          });
        try {
          await update();
        } catch (error) {
          // Someone changed its words meanwhile; that does not touch whether it is on.
          if (failureOf(error).code !== 'CONSTRAINT_CONFLICT') throw error;
          await get().load(projectId);
          await update();
        }
      });
      await change(write);
    },
    add: (type, text) => add((projectId) => call('constraints:create', { projectId, type, text })),
    async remove(constraintId, said) {
      const items = get().items ?? [];
      const others = items.filter((item) => item.constraintId !== constraintId);
      await remove(
        said,
        show(others, (projectId) => call('constraints:delete', { projectId, constraintId })),
        (projectId) => call('constraints:restore', { projectId, constraintId }),
        constraintId,
      );
    },
    async move(constraintId, beforeId) {
      const items = get().items ?? [];
      const ids = items.map((item) => item.constraintId);
      const constraintIds = movedBefore(ids, constraintId, beforeId);
      if (constraintIds.every((id, index) => id === ids[index])) return;
      const { projectId } = get();
      if (projectId === null) return;
      const isUnderWay = asked.has(projectId);
      asked.set(projectId, constraintIds);
      const moved = inOrder(items, constraintIds);
      if (isUnderWay) set({ items: moved, failure: null });
      else await change(show(moved, storeOrder));
    },
  };
});

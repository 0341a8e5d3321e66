import { create } from 'zustand';
import type { Constraint, ConstraintType, WrittenConstraint } from '#shared/domain/constraint.ts';
import { formDrafts } from '#renderer/app/kept-forms.ts';
import { isSame } from '#renderer/app/merge-drafts.ts';
import { createProjectList } from '#renderer/app/project-list.ts';
import type { Editing, ProjectList } from '#renderer/app/project-list-types.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { call } from '#renderer/rpc/index.ts';
import { createAsked } from './asked.ts';
import { type Draft, draftOf, readDraft } from './draft.ts';
import { createWayBack } from './way-back.ts';
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
  /** `said` is shown with the undo, here and below. */
  setEnabled(constraintId: string, enabled: boolean, said: string): Promise<void>;
  add(type: ConstraintType, text: string, said: string): Promise<boolean>;
  remove(constraintId: string, said: string): Promise<void>;
  move(constraintId: string, beforeId: string | null, said: string): Promise<void>;
};

type ConstraintsState = ProjectList<Constraint, Draft> & Shown & ConstraintsActions;

const fresh: Shown = { items: null, people: [], kind: 'all', query: '' };

const wayBack = createWayBack(call);

export const useConstraints = create<ConstraintsState>()((set, get) => {
  const find = (id: string): Constraint | undefined =>
    get().items?.find(({ constraintId }) => constraintId === id);

  const asked = createAsked<Constraint>();
  /** As they were read last. */
  let stored: { projectId: string; items: readonly Constraint[] } | null = null;

  const { list, step, add, remove } = createProjectList<
    Constraint,
    Draft,
    Shown,
    WrittenConstraint
  >({
    get,
    set,
    fresh,
    async read(projectId) {
      const { items } = await call('constraints:list', { projectId });
      stored = { projectId, items };
      return { items: asked.over(projectId, items) };
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
    unsave: async (projectId, saved) => (await wayBack(saved)?.(projectId)) ?? false,
    conflict: 'CONSTRAINT_CONFLICT',
  });

  const show = (): void => {
    const { projectId } = get();
    if (projectId === null || stored?.projectId !== projectId) return;
    set({ items: asked.over(projectId, stored.items), failure: null });
  };

  /** Shows a change before it is made; it is shown no more when the program refuses. */
  const shown = <Result>(
    change: (items: readonly Constraint[]) => Constraint[],
    write: (projectId: string) => Promise<Result>,
  ) => {
    const done = asked.ask(get().projectId ?? '', change);
    show();
    return async (projectId: string): Promise<Result> => {
      try {
        return await write(projectId).finally(done);
      } catch (error) {
        show();
        throw error;
      }
    };
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
    async setEnabled(constraintId, enabled, said) {
      const switched = (items: readonly Constraint[]) =>
        items.map((item) => (item.constraintId === constraintId ? { ...item, enabled } : item));
      const write = shown(switched, async (projectId) => {
        const update = () =>
          call('constraints:update', {
            projectId,
            constraintId,
            expectedVersion: find(constraintId)?.version ?? 0,
            enabled,
          });
        try {
          return wayBack(await update());
        } catch (error) {
          // Someone changed its words meanwhile; that does not touch whether it is on.
          if (failureOf(error).code !== 'CONSTRAINT_CONFLICT') throw error;
          await get().load(projectId);
          return wayBack(await update());
        }
      });
      await step(said, write);
    },
    add: (type, text, said) =>
      add(said, async (projectId) =>
        wayBack(await call('constraints:create', { projectId, type, text })),
      ),
    remove: (constraintId, said) =>
      remove(
        said,
        shown(
          (items) => items.filter((item) => item.constraintId !== constraintId),
          (projectId) => call('constraints:delete', { projectId, constraintId }),
        ),
        (projectId) => call('constraints:restore', { projectId, constraintId }),
        constraintId,
      ),
    async move(constraintId, beforeId, said) {
      const ids = (get().items ?? []).map((item) => item.constraintId);
      const constraintIds = movedBefore(ids, constraintId, beforeId);
      if (constraintIds.every((id, index) => id === ids[index])) return;
      const write = shown(
        (items) => inOrder(items, constraintIds),
        async (projectId) =>
          wayBack(await call('constraints:reorder', { projectId, constraintIds })),
      );
      await step(said, write);
    },
  };
});

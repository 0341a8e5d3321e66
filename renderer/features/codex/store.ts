import { create } from 'zustand';
import type { WrittenEntity } from '#shared/domain/entity-change.ts';
import type { Entity, EntityKind, Relation } from '#shared/domain/knowledge.ts';
import { formDrafts } from '#renderer/app/kept-forms.ts';
import { createProjectList } from '#renderer/app/project-list.ts';
import type { Editing, ProjectList } from '#renderer/app/project-list-types.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { call } from '#renderer/rpc/index.ts';
import { changedFields, type Draft, draftOf, emptyDraft, entityOver, readDraft } from './draft.ts';
import { createLastAsked } from '#renderer/app/last-asked.ts';
import { createUnsave } from './unsave.ts';

export type EntityEditing = Editing<Entity, Draft>;

type Shown = {
  /** Null until read. */
  entities: readonly Entity[] | null;
  relations: readonly Relation[];
  query: string;
  /** Ids of the entries that the saved text of the open chapter names. */
  mentioned: ReadonlySet<string>;
};

type CodexActions = {
  readChapter(projectId: string, documentId: string): Promise<void>;
  setQuery(query: string): void;
  begin(kind: EntityKind): void;
  beginNamed(kind: EntityKind, name: string): void;
  remove(entityId: string, said: string): Promise<void>;
  addRelation(relation: Pick<Relation, 'subjectId' | 'predicate' | 'objectId'>): Promise<boolean>;
  removeRelation(relation: Relation, said: string): Promise<void>;
};

type CodexState = ProjectList<Entity, Draft> & Shown & CodexActions;

const fresh: Shown = { entities: null, relations: [], query: '', mentioned: new Set() };

export const useCodex = create<CodexState>()((set, get) => {
  const { list, begin, beginWith, change, remove } = createProjectList<
    Entity,
    Draft,
    Shown,
    WrittenEntity
  >({
    get,
    set,
    fresh,
    async read(projectId) {
      const [entities, relations] = await Promise.all([
        call('knowledge:entities:list', { projectId }),
        call('knowledge:relations:list', { projectId }),
      ]);
      return { entities: entities.items, relations: relations.items };
    },
    forms: formDrafts,
    isFormInRow: false,
    kind: 'entity',
    panel: 'codex',
    entries: () => get().entities,
    restore: (projectId, entityId) => call('knowledge:entities:restore', { projectId, entityId }),
    idOf: ({ entityId }) => entityId,
    draftOf,
    draftOver: entityOver,
    save({ id, draft, version, begun }) {
      const { fields } = readDraft(draft);
      if (fields === null) return null;
      if (id === null) {
        return (projectId) => call('knowledge:entities:create', { projectId, ...fields });
      }
      const change = { entityId: id, expectedVersion: version };
      const given = changedFields(fields, { draft, begun });
      return (projectId) => call('knowledge:entities:update', { projectId, ...change, ...given });
    },
    unsave: createUnsave(call),
    conflict: 'ENTITY_CONFLICT',
  });

  /** Of chapters: only what was asked for last is what stands on the page. */
  const askForChapter = createLastAsked();

  return {
    ...list,
    ...fresh,
    async readChapter(projectId, documentId) {
      const isLast = askForChapter();
      try {
        const { text } = await call('documents:read', { projectId, documentId });
        if (!isLast()) return;
        // As requests find them: the part of a longer name or word is no mention, and is not sent for it.
        const { items } = await call('knowledge:names:find', { projectId, text });
        if (!isLast() || get().projectId !== projectId) return;
        set({ mentioned: new Set(items.map(({ entityId }) => entityId)) });
      } catch (error) {
        // The page itself says what is wrong with the chapter; here it only means that nothing is known of it.
        if (failureOf(error).code === 'INTERNAL') throw error;
        if (isLast()) set({ mentioned: new Set() });
      }
    },
    setQuery: (query) => set({ query }),
    begin: (kind) => begin(null, emptyDraft(kind), 0),
    beginNamed(kind, name) {
      beginWith({ ...emptyDraft(kind), name });
    },
    async resolveConflict(choice, said) {
      const theirs = get().editing?.theirs ?? null;
      await list.resolveConflict(choice, said);
      if (choice === 'theirs' && theirs !== null) get().edit(theirs);
    },
    remove: (entityId, said) =>
      remove(
        said,
        (projectId) => call('knowledge:entities:delete', { projectId, entityId }),
        (projectId) => call('knowledge:entities:restore', { projectId, entityId }),
        entityId,
      ),
    addRelation: (relation) =>
      change((projectId) => call('knowledge:relations:create', { projectId, ...relation })),
    removeRelation: ({ relationId }, said) =>
      remove(
        said,
        (projectId) => call('knowledge:relations:delete', { projectId, relationId }),
        (projectId) => call('knowledge:relations:restore', { projectId, relationId }),
      ),
  };
});

import { create } from 'zustand';
import type { Entity, EntityKind, Relation } from '#shared/domain/knowledge.ts';
import { notify } from '#renderer/app/notices.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { call } from '#renderer/rpc/index.ts';
import { type Draft, draftOf, emptyDraft, readDraft } from './draft.ts';
import { mentionedIn } from './listing.ts';

export type Editing = {
  /** Null for an entry that is not stored yet. */
  entityId: string | null;
  draft: Draft;
  version: number;
  saving: boolean;
  failure: unknown;
  /** What someone else made of it meanwhile. */
  theirs: Entity | null;
};

type CodexState = {
  projectId: string | null;
  /** Null until read. */
  entities: readonly Entity[] | null;
  relations: readonly Relation[];
  failure: unknown;
  query: string;
  editing: Editing | null;
  /** Saved text of the open chapter, for what it mentions. */
  chapter: { documentId: string; text: string } | null;
  mentioned: ReadonlySet<string>;
};

type CodexActions = {
  load(projectId: string): Promise<void>;
  readChapter(projectId: string, documentId: string): Promise<void>;
  setQuery(query: string): void;
  edit(entity: Entity): void;
  begin(kind: EntityKind): void;
  changeDraft(change: Partial<Draft>): void;
  stopEditing(): void;
  saveEdit(): Promise<boolean>;
  resolveConflict(choice: 'mine' | 'theirs'): Promise<void>;
  remove(entityId: string, said: string): Promise<void>;
  addRelation(relation: Pick<Relation, 'subjectId' | 'predicate' | 'objectId'>): Promise<boolean>;
  removeRelation(relation: Relation, said: string): Promise<void>;
};

const fresh = {
  entities: null,
  relations: [],
  failure: null,
  query: '',
  editing: null,
  chapter: null,
  mentioned: new Set<string>(),
} satisfies Partial<CodexState>;

export const useCodex = create<CodexState & CodexActions>()((set, get) => {
  const changeEditing = (change: Partial<Editing>): void =>
    set(({ editing }) => ({ editing: editing === null ? null : { ...editing, ...change } }));

  const findMentions = (): void =>
    set(({ chapter, entities }) => ({
      mentioned: chapter === null ? new Set() : mentionedIn(chapter.text, entities ?? []),
    }));

  /** Makes a change and reads everything again; a failure is shown where the list is. */
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
        const [entities, relations] = await Promise.all([
          call('knowledge:entities:list', { projectId }),
          call('knowledge:relations:list', { projectId }),
        ]);
        if (get().projectId !== projectId) return;
        set({ entities: entities.items, relations: relations.items, failure: null });
        findMentions();
      } catch (failure) {
        if (get().projectId === projectId) set({ failure });
      }
    },
    async readChapter(projectId, documentId) {
      try {
        const { text } = await call('documents:read', { projectId, documentId });
        if (get().projectId !== projectId) return;
        set({ chapter: { documentId, text } });
      } catch (error) {
        // The page itself says what is wrong with the chapter; here it only means that nothing is known of it.
        if (failureOf(error).code === 'INTERNAL') throw error;
        set({ chapter: null });
      }
      findMentions();
    },
    setQuery: (query) => set({ query }),
    edit: (entity) =>
      set({
        editing: {
          entityId: entity.entityId,
          draft: draftOf(entity),
          version: entity.version,
          saving: false,
          failure: null,
          theirs: null,
        },
      }),
    begin: (kind) =>
      set({
        editing: {
          entityId: null,
          draft: emptyDraft(kind),
          version: 0,
          saving: false,
          failure: null,
          theirs: null,
        },
      }),
    changeDraft: (part) =>
      set(({ editing }) => ({
        editing:
          editing === null
            ? null
            : { ...editing, failure: null, draft: { ...editing.draft, ...part } },
      })),
    stopEditing: () => set({ editing: null }),
    async saveEdit() {
      const { editing, projectId } = get();
      if (editing === null || projectId === null || editing.saving) return false;
      const { entityId, version, draft } = editing;
      const { fields } = readDraft(draft);
      if (fields === null) return false;
      changeEditing({ saving: true, failure: null });
      try {
        const scope = { projectId, ...fields };
        if (entityId === null) await call('knowledge:entities:create', scope);
        else {
          await call('knowledge:entities:update', { ...scope, entityId, expectedVersion: version });
        }
        set({ editing: null });
        await get().load(projectId);
        return true;
      } catch (failure) {
        if (failureOf(failure).code !== 'ENTITY_CONFLICT') {
          changeEditing({ saving: false, failure });
          return false;
        }
        await get().load(projectId);
        const theirs = get().entities?.find((entity) => entity.entityId === entityId) ?? null;
        changeEditing({ saving: false, theirs, failure: theirs === null ? failure : null });
        return false;
      }
    },
    async resolveConflict(choice) {
      const theirs = get().editing?.theirs ?? null;
      if (theirs === null) return;
      if (choice === 'theirs') {
        get().edit(theirs);
        return;
      }
      changeEditing({ version: theirs.version, theirs: null });
      await get().saveEdit();
    },
    async remove(entityId, said) {
      set({ editing: null });
      const removed = await change((projectId) =>
        call('knowledge:entities:delete', { projectId, entityId }),
      );
      if (!removed) return;
      const undo = () =>
        void change((projectId) => call('knowledge:entities:restore', { projectId, entityId }));
      notify({ place: 'dock', text: said, undo });
    },
    addRelation: (relation) =>
      change((projectId) => call('knowledge:relations:create', { projectId, ...relation })),
    async removeRelation(relation, said) {
      const { relationId, version: _version, ...stored } = relation;
      const removed = await change((projectId) =>
        call('knowledge:relations:delete', { projectId, relationId }),
      );
      if (!removed) return;
      const undo = () =>
        void change((projectId) => call('knowledge:relations:create', { projectId, ...stored }));
      notify({ place: 'dock', text: said, undo });
    },
  };
});

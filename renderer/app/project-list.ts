import type { ErrorCode } from '#shared/errors.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { inTurn, offerUndo } from './steps.ts';

/** An entry being written. */
export type Editing<Entry, Draft> = {
  /** Null for an entry that is not stored yet. */
  id: string | null;
  draft: Draft;
  /** Version the draft began from. */
  version: number;
  saving: boolean;
  failure: unknown;
  /** What someone else made of it meanwhile; the writer chooses. */
  theirs: Entry | null;
};

type ListState<Entry, Draft> = {
  projectId: string | null;
  /** Reading failed, or the last change could not be made. */
  failure: unknown;
  editing: Editing<Entry, Draft> | null;
  adding: boolean;
};

type ListActions<Entry, Draft> = {
  /** Reads the project's list; with another project everything begins anew. */
  load(projectId: string): Promise<void>;
  /** Reads the list that is shown again. */
  reload(): Promise<void>;
  edit(entry: Entry): void;
  changeDraft(change: Partial<Draft>): void;
  stopEditing(): void;
  /** True when the draft is stored. */
  saveEdit(): Promise<boolean>;
  /** After a conflict: `mine` writes the draft over the other version, `theirs` lets go of it. */
  resolveConflict(choice: 'mine' | 'theirs'): Promise<void>;
};

/** What a store has of a list it shows. */
export type ProjectList<Entry, Draft> = ListState<Entry, Draft> & ListActions<Entry, Draft>;

/** A call that changes the project. */
type Write = (projectId: string) => Promise<unknown>;

type ProjectListNeeds<Entry, Draft, Shown> = {
  get(): ListState<Entry, Draft>;
  set(change: Partial<ListState<Entry, Draft>> | Partial<Shown>): void;
  /** The store's own part before anything is read. */
  fresh: Shown;
  read(projectId: string): Promise<Partial<Shown>>;
  /** A stored entry as it was read last. */
  find(id: string): Entry | undefined;
  idOf(entry: Entry): string;
  draftOf(entry: Entry): Draft;
  /** The call that stores a draft; null while the draft is not valid. */
  save(editing: Editing<Entry, Draft>): Write | null;
  /** Code of the error that says that someone else changed the entry. */
  conflict: ErrorCode;
};

const nothing = { failure: null, editing: null, adding: false };

/**
 * What the stores of lists of a project have in common: to read them, to change one entry over a version and settle a
 * conflict, to add, to remove with an undo. After every change the list is read again; what failed is shown with it.
 */
export const createProjectList = <Entry extends { version: number }, Draft, Shown>({
  get,
  set,
  fresh,
  read,
  find,
  idOf,
  draftOf,
  save,
  conflict,
}: ProjectListNeeds<Entry, Draft, Shown>) => {
  const load = async (projectId: string): Promise<void> => {
    if (get().projectId !== projectId) set({ ...fresh, ...nothing, projectId });
    try {
      const shown = await read(projectId);
      if (get().projectId === projectId) set({ ...shown, failure: null });
    } catch (failure) {
      if (get().projectId === projectId) set({ failure });
    }
  };

  /** Reads again what is still shown. */
  const reload = async (projectId = get().projectId): Promise<void> => {
    if (projectId !== null && get().projectId === projectId) await load(projectId);
  };

  const attempt = async (projectId: string, write: Write): Promise<boolean> => {
    try {
      await write(projectId);
    } catch (failure) {
      await reload(projectId);
      if (get().projectId === projectId) set({ failure });
      return false;
    }
    await reload(projectId);
    return true;
  };

  /** True when the change is made. */
  const change = async (write: Write): Promise<boolean> => {
    const { projectId } = get();
    return projectId !== null && attempt(projectId, write);
  };

  const add = async (write: Write): Promise<boolean> => {
    if (get().adding) return false;
    set({ adding: true });
    const added = await change(write);
    set({ adding: false });
    return added;
  };

  /** `said` is shown with the undo. */
  const remove = (said: string, write: Write, restore: Write): Promise<void> =>
    inTurn(async () => {
      const { projectId } = get();
      if (projectId === null || !(await attempt(projectId, write))) return;
      const undo = () => attempt(projectId, restore);
      offerUndo({ projectId, place: 'dock', text: said, undo });
    });

  /** Closes the editor if it is this entry that is being written. */
  const letGo = (id: string | null): void => {
    if (get().editing?.id === id) set({ editing: null });
  };

  const begin = (id: string | null, draft: Draft, version: number): void =>
    set({ editing: { id, draft, version, saving: false, failure: null, theirs: null } });

  const changeEditing = (part: Partial<Editing<Entry, Draft>>): void => {
    const { editing } = get();
    if (editing !== null) set({ editing: { ...editing, ...part } });
  };

  const saveEdit = async (): Promise<boolean> => {
    const { editing, projectId } = get();
    if (editing === null || projectId === null || editing.saving) return false;
    const write = save(editing);
    if (write === null) return false;
    changeEditing({ saving: true, failure: null });
    try {
      await write(projectId);
    } catch (failure) {
      const conflicts = failureOf(failure).code === conflict;
      if (conflicts) await reload(projectId);
      const theirs = conflicts && editing.id !== null ? (find(editing.id) ?? null) : null;
      changeEditing({ saving: false, theirs, failure: theirs === null ? failure : null });
      return false;
    }
    // Read first: the row must not show for a moment what it said before.
    await reload(projectId);
    letGo(editing.id);
    return true;
  };

  const list: ProjectList<Entry, Draft> = {
    projectId: null,
    ...nothing,
    load,
    reload,
    edit: (entry) => begin(idOf(entry), draftOf(entry), entry.version),
    changeDraft(part) {
      const { editing } = get();
      if (editing !== null) changeEditing({ failure: null, draft: { ...editing.draft, ...part } });
    },
    stopEditing: () => set({ editing: null }),
    saveEdit,
    async resolveConflict(choice) {
      const theirs = get().editing?.theirs ?? null;
      if (theirs === null) return;
      if (choice === 'theirs') {
        set({ editing: null });
        return;
      }
      changeEditing({ version: theirs.version, theirs: null });
      await saveEdit();
    },
  };
  return { list, begin, letGo, change, add, remove };
};

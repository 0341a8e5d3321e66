/** What a list of a project is made of, and what it does. */
import type { ErrorCode } from '#shared/errors.ts';
import type { Begun, KeptEditsNeeds } from './kept-edits.ts';

/** An entry being written. */
export type Editing<Entry, Draft> = Begun<Draft> & {
  /** Null for an entry that is not stored yet. */
  id: string | null;
  saving: boolean;
  failure: unknown;
  /** What someone else made of it meanwhile; the writer chooses. */
  theirs: Entry | null;
  /** It stood in the form before, and was not saved. */
  isKept: boolean;
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
  /** Lets go of what stands in the form; `said` is shown with the undo where something was written. */
  stopEditing(said: string): void;
  /** Lets go of it as well, and shows the entry as it is stored. */
  startOver(said: string): void;
  /** Brings an entry back that was deleted elsewhere, with what was written in its form. */
  restoreKept(form: string): Promise<void>;
  /** True when the draft is stored; `said` is shown with the undo, where the list has one. */
  saveEdit(said?: string): Promise<boolean>;
  /** After a conflict: `mine` writes the draft over the other version, `theirs` lets go of it. */
  resolveConflict(choice: 'mine' | 'theirs', said?: string): Promise<void>;
};

/** What a store has of a list it shows. */
export type ProjectList<Entry, Draft> = ListState<Entry, Draft> & ListActions<Entry, Draft>;

/** A call that changes the project; one that takes something back resolves with false where that is so already. */
export type Write = (projectId: string) => Promise<unknown>;

/** A change that can be taken back: resolves with how, null where nothing became another. */
export type Step = (projectId: string) => Promise<Write | null>;

export type ProjectListNeeds<Entry, Draft, Shown, Stored extends Entry = Entry> = Omit<
  KeptEditsNeeds<Entry, Draft>,
  'get'
> & {
  get(): ListState<Entry, Draft>;
  set(change: Partial<ListState<Entry, Draft>> | Partial<Shown>): void;
  /** The store's own part before anything is read. */
  fresh: Shown;
  read(projectId: string): Promise<Partial<Shown>>;
  /** {@link draftOver}, where a form has more parts than its fields. */
  draftOver?(written: Begun<Draft>, theirs: Draft): Draft;
  /** The panel that shows it. */
  panel: string;
  idOf(entry: Entry): string;
  /** The call that stores a draft, with the entry as it is then; null while the draft is not valid. */
  save(editing: Editing<Entry, Draft>): ((projectId: string) => Promise<Stored>) | null;
  /**
   * Undoes that: `before` is the entry as it stood, null where there was none. Resolves with false where it is so already, and
   * rejects where somebody changed what was `stored` since. Left out: it cannot be taken back.
   */
  unsave?(projectId: string, stored: Stored, before: Entry | null): Promise<unknown>;
  /** The form stands in the row of its entry, and goes with it where that is deleted elsewhere. */
  isFormInRow: boolean;
  /** Undoes a delete. */
  restore(projectId: string, id: string): Promise<Entry>;
  /** Code of the error that says that someone else changed the entry. */
  conflict: ErrorCode;
};

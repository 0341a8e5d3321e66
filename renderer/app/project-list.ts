import { failureOf } from '#renderer/i18n/failure.ts';
import { entryOf, formOf } from './form-kind.ts';
import { type Begun, createKeptEdits, draftOver as fieldsOver } from './kept-edits.ts';
import { useLayout } from './layout.ts';
import { createInOrder } from './last-asked.ts';
import { createListSteps } from './list-steps.ts';
import { isSame, mergeDrafts } from './merge-drafts.ts';
import type { Editing, ProjectList, ProjectListNeeds, Write } from './project-list-types.ts';
import { inTurn, offerUndo } from './steps.ts';

const nothing = { failure: null, editing: null, adding: false };

/**
 * What the stores of lists of a project have in common: to read them, to change one entry over a version and settle a
 * conflict, to add, to remove with an undo. After every change the list is read again; what failed is shown with it.
 */
export const createProjectList = <
  Entry extends { version: number },
  Draft extends object,
  Shown,
  Stored extends Entry = Entry,
>(
  needs: ProjectListNeeds<Entry, Draft, Shown, Stored>,
) => {
  const { get, set, fresh, read, forms, kind, panel, entries, idOf, draftOf } = needs;
  const { draftOver = fieldsOver, save, unsave, isFormInRow, restore, conflict } = needs;
  const { scopeOf, takeUp, leave } = createKeptEdits({ get, forms, kind, entries, draftOf });
  /** Forms that were opened: by its number one is told from the next, be it of the same entry. */
  let opened = 0;
  const beginReading = createInOrder();
  const find = (id: string): Entry | undefined => entries()?.find((one) => idOf(one) === id);

  const load = async (projectId: string): Promise<void> => {
    if (get().projectId !== projectId) {
      leave();
      set({ ...fresh, ...nothing, projectId });
    }
    const mayShow = beginReading();
    try {
      const shown = await read(projectId);
      if (get().projectId !== projectId || !mayShow()) return;
      set({ ...shown, failure: null });
      followEntry();
      const id = get().editing?.id ?? null;
      if (!isFormInRow || id === null || find(id) !== undefined) return;
      leave();
      set({ editing: null });
    } catch (failure) {
      if (get().projectId === projectId && mayShow()) set({ failure });
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

  const { step, add } = createListSteps({ get, set, attempt, reload });

  /** Closes the editor if it is this entry that is being written. */
  const letGo = (id: string | null): void => {
    if (get().editing?.id !== id) return;
    forms.drop(scopeOf(id));
    set({ editing: null });
  };

  const show = (id: string | null, shown: Begun<Draft>, isKept = false): void => {
    opened += 1;
    set({ editing: { id, ...shown, isKept, saving: false, failure: null, theirs: null } });
  };

  /** What stood in the form before and was not saved is in it again. */
  const begin = (id: string | null, draft: Draft, version: number): void => {
    leave();
    const stored = { draft, version, begun: draft };
    const kept = takeUp(id, stored);
    show(id, kept ?? stored, kept !== null);
    followEntry();
  };

  /** An entry that is not stored yet, of which something is known: what stood in the form before goes on waiting. */
  const beginWith = (draft: Draft): void => {
    leave();
    const begun = { draft, version: 0, begun: draft };
    show(null, begun);
    // It has a place of its own among what is kept: what waits is not let go of with it.
    forms.tell(scopeOf(null), begun);
  };

  const changeEditing = (part: Partial<Editing<Entry, Draft>>): void => {
    const { editing } = get();
    if (editing !== null) set({ editing: { ...editing, ...part } });
  };

  /** Whether what someone else made of the entry stands in its form too, without a loss. `isMineMeant`: what is written here stands over it. */
  const takeTheirs = (theirs: Entry, isMineMeant = false): boolean => {
    const { editing } = get();
    if (editing === null) return false;
    const { id, draft, begun } = editing;
    const there = draftOf(theirs);
    const merged = begun && mergeDrafts(begun, draft, there);
    if (merged === null && !isMineMeant) return false;
    const now = {
      draft: merged ?? draftOver(editing, there),
      version: theirs.version,
      begun: there,
    };
    changeEditing(now);
    if (!isSame(draft, begun)) forms.tell(scopeOf(id), now);
    return true;
  };

  const followEntry = (): void => {
    // A name that was changed in the whole book must not come back with the form that was open meanwhile; nor the number
    // a chapter had, which is another one's since (B3): that is nobody's change, and nothing to choose about.
    const { editing } = get();
    if (editing === null || editing.id === null || editing.saving) return;
    const entry = find(editing.id);
    if (entry === undefined) return;
    const { begun, version } = editing;
    if (entry.version !== version) takeTheirs(entry);
    else if (begun !== null && !isSame(begun, draftOf(entry))) takeTheirs(entry, true);
  };

  /** What was let go of stands in its form again. */
  const reopen = (projectId: string, { id, draft, version, begun }: Editing<Entry, Draft>) => {
    if (get().projectId !== projectId) return false;
    if (isFormInRow && id !== null && find(id) === undefined) return false;
    leave();
    show(id, { draft, version, begun }, true);
    forms.tell(scopeOf(id), { draft, version, begun });
    followEntry();
    useLayout.getState().showPanel(panel);
    return true;
  };

  /** Closes the form of what is deleted; what was written there and is not saved, or null. */
  const close = (id: string): Editing<Entry, Draft> | null => {
    const { editing } = get();
    if (editing?.id !== id) return null;
    letGo(id);
    return isSame(editing.draft, editing.begun) ? null : editing;
  };

  /** `said` is shown with the undo. `entry`: what of this list goes, and its form with it; what was written there is in it again after the undo. */
  const remove = async (said: string, write: Write, restore: Write, entry?: string) => {
    await step(said, async (projectId) => {
      await write(projectId);
      const written = entry === undefined ? null : close(entry);
      return async () => {
        await restore(projectId);
        if (written === null) return;
        await reload(projectId);
        reopen(projectId, written);
      };
    });
  };

  /** An entry that was deleted elsewhere comes back with what is written in its form. */
  const comeBack = async (projectId: string, id: string | null): Promise<Entry | null> => {
    if (id === null || entries() === null || find(id) !== undefined) return null;
    return restore(projectId, id);
  };

  /** It is stored: its form closes, or holds on what was typed meanwhile, as a change of what is stored now. */
  const settleSaved = (saved: Draft, stored: Entry): void => {
    const { editing } = get();
    if (editing === null) return;
    if (isSame(editing.draft, saved)) {
      letGo(editing.id);
      return;
    }
    forms.drop(scopeOf(editing.id));
    const [id, now] = [idOf(stored), { version: stored.version, begun: draftOf(stored) }];
    changeEditing({ id, ...now, saving: false });
    forms.tell(scopeOf(id), { draft: editing.draft, ...now });
  };

  /** True where it is to be tried once more, with what someone else made of it in it. */
  const settleRefused = (id: string | null, failure: unknown): boolean => {
    const conflicts = failureOf(failure).code === conflict;
    const theirs = conflicts && id !== null ? (find(id) ?? null) : null;
    const isMerged = theirs !== null && takeTheirs(theirs);
    if (isMerged) changeEditing({ saving: false });
    else changeEditing({ saving: false, theirs, failure: theirs === null ? failure : null });
    return isMerged;
  };

  const beginSaving = (said: string | undefined): (() => Promise<boolean>) | null => {
    // Takes what stands in the form now; what is returned stores it. Null where there is nothing to store.
    const { editing, projectId } = get();
    if (editing === null || projectId === null || editing.saving) return null;
    const write = save(editing);
    if (write === null) return null;
    const own = opened;
    // The writer may be at another form, or in another book, before the answer.
    const isShown = (): boolean =>
      opened === own && get().editing !== null && get().projectId === projectId;
    changeEditing({ saving: true, failure: null });
    const known = (editing.id === null ? undefined : find(editing.id)) ?? null;
    return async () => {
      let stored: Stored;
      let back: Entry | null = null;
      try {
        back = await comeBack(projectId, editing.id);
        if (back !== null && isShown()) changeEditing({ version: back.version });
        const again = back && { draft: draftOver(editing, draftOf(back)), version: back.version };
        stored = await ((again && save({ ...editing, ...again })) ?? write)(projectId);
      } catch (failure) {
        if (!isShown() || failureOf(failure).code === conflict) await reload(projectId);
        if (isShown())
          return settleRefused(editing.id, failure) && ((await beginSaving(said)?.()) ?? false);
        // What was written waits in its form.
        if (get().projectId === projectId) set({ failure });
        return false;
      }
      // Read first: the row must not show for a moment what it said before.
      await reload(projectId);
      if (isShown()) settleSaved(editing.draft, stored);
      else if (get().projectId !== projectId || get().editing?.id !== editing.id) {
        forms.drop({ projectId, form: formOf(kind, editing.id) });
      }
      const before = back ?? known;
      const isOther = before === null || !isSame(draftOf(before), draftOf(stored));
      if (said === undefined || unsave === undefined || !isOther) return true;
      const undo = async () => {
        const isBack = await unsave(projectId, stored, before);
        await reload(projectId);
        return isBack;
      };
      offerUndo({ projectId, place: 'dock', text: said, undo });
      return true;
    };
  };

  const list: ProjectList<Entry, Draft> = {
    projectId: null,
    ...nothing,
    load,
    reload,
    edit: (entry) => begin(idOf(entry), draftOf(entry), entry.version),
    changeDraft(part) {
      const { editing } = get();
      if (editing === null) return;
      const { id, version, begun } = editing;
      const draft = { ...editing.draft, ...part };
      changeEditing({ failure: null, draft });
      forms.tell(scopeOf(id), { draft, version, begun });
    },
    stopEditing(said) {
      const { editing, projectId } = get();
      if (editing === null) return;
      letGo(editing.id);
      if (projectId === null || isSame(editing.draft, editing.begun)) return;
      const undo = async () => reopen(projectId, editing);
      void inTurn(async () => offerUndo({ projectId, place: 'dock', text: said, undo }));
    },
    startOver(said) {
      const id = get().editing?.id ?? null;
      list.stopEditing(said);
      const entry = id === null ? undefined : find(id);
      if (entry !== undefined) list.edit(entry);
    },
    async restoreKept(form) {
      const id = entryOf(kind, form);
      if (id === null || !(await change((projectId) => restore(projectId, id)))) return;
      const entry = find(id);
      if (entry === undefined) return;
      list.edit(entry);
      // It is a change of what came back, whatever it was begun from.
      takeTheirs(entry, true);
    },
    async saveEdit(said) {
      const store = beginSaving(said);
      return store !== null && inTurn(store);
    },
    async resolveConflict(choice, said) {
      const theirs = get().editing?.theirs ?? null;
      if (theirs === null) return;
      if (choice === 'theirs') {
        letGo(get().editing?.id ?? null);
        return;
      }
      takeTheirs(theirs, true);
      changeEditing({ theirs: null });
      await list.saveEdit(said);
    },
  };
  return { list, begin, beginWith, change, step, add, remove };
};

/**
 * What stands in forms of this page: told to the program soon after it was typed, had back when the form is opened again, gone
 * when it is saved or the writer lets go of it (W4, W10). Telling needs no order: the program knows what comes late or twice.
 */
import { type FormDraft, type KeptFormDraft, maxDraftsInCall } from '#shared/domain/form-draft.ts';
import { createAlarm } from './alarm.ts';

/** From the first key that is not told to the telling, ms. */
const tellMs = 1000;
/** Until what could not be told is told again, ms. */
const retryMs = 5000;
/** Of one call, UTF-16 code units: more than a browser lets outlive a page that closes with it. */
const maxUnits = 15_000;

export type FormScope = { projectId: string; form: string };

type Entry = FormDraft &
  FormScope & {
    /** The form is filled in on this page now; else it waits to be opened. */
    isOpen: boolean;
    /** It was filled in on this page, be it that it was left since. */
    isOwn: boolean;
    isTold: boolean;
  };

export type WaitingForm = { form: string; fields: unknown };

export type FormDraftsDependencies = {
  /** Resolves to the drafts that are not this page's any more. */
  keep(projectId: string, drafts: FormDraft[]): Promise<readonly string[]>;
  drop(projectId: string, draftIds: string[]): Promise<unknown>;
  makeId(): string;
  /** Once, until something could be kept again. */
  onFailure(error: unknown): void;
  /** The forms that wait to be opened may be others. */
  onWaiting(): void;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** What the program is told of a draft. */
export const toldOf = ({ form, draftId, step, fields }: FormDraft): FormDraft => ({
  ...{ form, draftId, step, fields },
});

/** In calls of a size that each can be carried by. */
export function inCalls<D extends { fields: string }>(drafts: readonly D[]): D[][] {
  const calls: D[][] = [];
  let units = 0;
  for (const draft of drafts) {
    const last = calls.at(-1);
    units += draft.fields.length;
    if (last === undefined || units > maxUnits || last.length === maxDraftsInCall) {
      calls.push([draft]);
      units = draft.fields.length;
    } else last.push(draft);
  }
  return calls;
}

export function createFormDrafts({
  keep,
  drop,
  makeId,
  onFailure,
  onWaiting,
}: FormDraftsDependencies) {
  /** In the order in which they wait for their form. */
  const entries = new Map<string, Entry>();
  /** Which the program may still have. */
  const dropped = new Map<string, string>();
  /** Which another page has now. */
  const lost = new Set<string>();
  const underWay = new Set<Promise<void>>();
  let isFailing = false;
  const alarm = createAlarm(() => send());

  const openOne = ({ projectId, form }: FormScope): Entry | undefined =>
    [...entries.values()].find(
      (one) => one.isOpen && one.projectId === projectId && one.form === form,
    );

  const follow = (call: Promise<unknown>, onFailed: () => void): void => {
    const done = call
      .then(
        () => {
          isFailing = false;
        },
        (error: unknown) => {
          onFailed();
          if (!alarm.isSet()) alarm.set(retryMs);
          if (!isFailing) onFailure(error);
          isFailing = true;
        },
      )
      .finally(() => underWay.delete(done));
    underWay.add(done);
  };

  const sendDropped = (projectId: string, draftIds: string[]): void => {
    for (const draftId of draftIds) dropped.delete(draftId);
    follow(drop(projectId, draftIds), () => {
      for (const draftId of draftIds) dropped.set(draftId, projectId);
    });
  };

  /** Another page took what is filled in here for left behind: from now on each has a draft of its own. */
  const beginAnew = (draftId: string): void => {
    lost.add(draftId);
    const entry = entries.get(draftId);
    if (entry === undefined) return;
    entries.delete(draftId);
    Object.assign(entry, { draftId: makeId(), step: 0, isTold: false });
    entries.set(entry.draftId, entry);
    send();
  };

  const sendKept = (projectId: string): void => {
    const untold = [...entries.values()].filter(
      (one) => !one.isTold && one.projectId === projectId,
    );
    for (const drafts of inCalls(untold)) {
      for (const draft of drafts) {
        draft.isTold = true;
        draft.step += 1;
      }
      const told = keep(projectId, drafts.map(toldOf)).then((others) => others.forEach(beginAnew));
      follow(told, () => {
        for (const draft of drafts) draft.isTold = false;
      });
    }
  };

  function send(): void {
    alarm.clear();
    for (const projectId of new Set([...entries.values()].map((one) => one.projectId))) {
      sendKept(projectId);
    }
    for (const projectId of new Set(dropped.values())) {
      sendDropped(
        projectId,
        [...dropped].flatMap(([draftId, of]) => (of === projectId ? [draftId] : [])),
      );
    }
  }

  const release = (isMeant: (entry: Entry) => boolean): void => {
    for (const entry of entries.values()) if (entry.isOpen && isMeant(entry)) entry.isOpen = false;
    onWaiting();
  };

  const remove = (entry: Entry): void => {
    entries.delete(entry.draftId);
    // What was never told is not there.
    if (entry.step > 0) sendDropped(entry.projectId, [entry.draftId]);
  };

  const waitingIn = (projectId: string): Entry[] =>
    [...entries.values()].filter((one) => !one.isOpen && one.projectId === projectId);

  return {
    /** What stands in a form now. */
    tell({ projectId, form }: FormScope, fields: unknown): void {
      const text = JSON.stringify(fields);
      const known = openOne({ projectId, form });
      if (known?.fields === text) return;
      if (known) Object.assign(known, { fields: text, isTold: false });
      else {
        const draftId = makeId();
        const entry = { projectId, form, draftId, step: 0, fields: text };
        entries.set(draftId, { ...entry, isOpen: true, isOwn: true, isTold: false });
      }
      if (!alarm.isSet()) alarm.set(tellMs);
    },
    /** The form was saved, or the writer let go of what stood in it; it may be left by the time that is known. */
    drop(scope: FormScope): void {
      const left = waitingIn(scope.projectId).filter((one) => one.isOwn && one.form === scope.form);
      const entry = openOne(scope) ?? left.at(-1);
      if (entry) remove(entry);
      onWaiting();
    },
    /** What was in the form when it was last left unsaved, which is in it again from now on; null for nothing. */
    takeUp({ projectId, form }: FormScope): unknown {
      const entry = waitingIn(projectId).find((one) => one.form === form);
      if (entry === undefined || openOne({ projectId, form })) return null;
      const fields = parsed(entry.fields);
      if (fields === null) return null;
      entry.isOpen = true;
      entry.isOwn = true;
      onWaiting();
      return fields;
    },
    /** Lets go of what waits for a form that is not to be opened any more. */
    discard({ projectId, form }: FormScope): void {
      const entry = waitingIn(projectId).find((one) => one.form === form);
      if (entry) remove(entry);
      onWaiting();
    },
    /** The form is left as it is: it is taken up when it is opened again. */
    leave: ({ projectId, form }: FormScope): void =>
      release((one) => one.projectId === projectId && one.form === form),
    leaveBook: (projectId: string): void => release((one) => one.projectId === projectId),
    /** Drafts of pages that are gone, which are this page's by now. */
    put(projectId: string, drafts: readonly KeptFormDraft[]): void {
      for (const draft of drafts) {
        if (entries.has(draft.draftId)) continue;
        const state = { isOpen: false, isOwn: false, isTold: true };
        entries.set(draft.draftId, { projectId, ...toldOf(draft), ...state });
      }
      onWaiting();
    },
    waiting: (projectId: string): WaitingForm[] =>
      waitingIn(projectId).map(({ form, fields }) => ({ form, fields: parsed(fields) })),
    has: (draftId: string): boolean =>
      entries.has(draftId) || dropped.has(draftId) || lost.has(draftId),
    /** Tells what is not told yet; resolves when all that was said is answered. */
    async flush(): Promise<void> {
      send();
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

export type FormDrafts = ReturnType<typeof createFormDrafts>;

/** What is typed into the fields of threads and is not kept yet (N13). It outlives the fields and the book being closed. */
import { create } from 'zustand';
import { z } from 'zod';
import { isTooLong } from '#renderer/ui/too-long.ts';
import { maxThreadNote, maxThreadTitle, Thread } from '#shared/domain/thread.ts';

export type DraftField = 'title' | 'note';
export type Kept = Pick<Thread, 'threadId' | 'version' | DraftField>;

/** A field as it is kept while it is not saved. */
export const FieldForm = z.object({
  text: z.string(),
  from: Thread.pick({ threadId: true, version: true, title: true, note: true }),
});
export type FieldScope = { projectId: string; field: DraftField; threadId: string };

/**
 * `from`: the thread it is to become a change of.
 * `isUnkept`: keeping it failed, and the writer has not typed since: another window may have written there.
 */
export type FieldDraft = FieldScope & { text: string; from: Kept; isUnkept: boolean };

type Dependencies = {
  /** Null where it failed, with `onFailure`. */
  update(
    draft: Pick<FieldDraft, 'projectId' | 'from'>,
    given: Partial<Pick<Kept, DraftField>>,
    onFailure: (failure: unknown) => void,
  ): Promise<Kept | null>;
  /** It is not kept, and will not be of itself: its field may be gone. */
  onUnkept(draft: FieldDraft, failure: unknown): void;
  /** As it was read last. */
  current(threadId: string): Kept | undefined;
};

const longest: Record<DraftField, number> = { title: maxThreadTitle, note: maxThreadNote };

const keyOf = ({ field, threadId }: FieldScope): string => `${field} ${threadId}`;

export function createFieldDrafts({ update, onUnkept, current }: Dependencies) {
  const store = create<Readonly<Record<string, FieldDraft>>>()(() => ({}));
  const turns = new Map<string, Promise<void>>();

  const put = (draft: FieldDraft): void => store.setState({ [keyOf(draft)]: draft });
  const drop = (scope: FieldScope): void => {
    const { [keyOf(scope)]: _left, ...others } = store.getState();
    store.setState(others, true);
  };

  const settle = (asked: FieldDraft, kept: Kept | null): void => {
    const now = store.getState()[keyOf(asked)];
    if (now === undefined) return;
    if (kept !== null) {
      // What was typed meanwhile changes what was kept now.
      if (now === asked) drop(asked);
      else put({ ...now, from: kept });
      return;
    }
    put({ ...now, from: current(asked.threadId) ?? now.from, isUnkept: true });
  };

  const keepNow = async (scope: FieldScope, isMeant: boolean): Promise<void> => {
    const draft = store.getState()[keyOf(scope)];
    if (draft === undefined || (draft.isUnkept && !isMeant)) return;
    const { field, from, threadId } = draft;
    const text = draft.text.trim();
    if (text === from[field] || (field === 'title' && text === '')) return drop(draft);
    // It stays in its field, which says so, until it is shorter.
    if (isTooLong(text, longest[field])) return;
    let failure: unknown = null;
    const updateFrom = (now: Kept): Promise<Kept | null> =>
      update({ ...draft, from: now }, { [field]: text }, (error) => {
        failure = error;
      });
    const kept = await updateFrom(from);
    const there = current(threadId);
    // Another window changed something else of it: no reason to ask.
    const isElse = kept === null && there?.[field] === from[field] && there.version > from.version;
    const settled = isElse ? await updateFrom(there) : kept;
    settle(draft, settled);
    if (settled === null) onUnkept(draft, failure);
  };

  /** One after the other: a field may be left, and be gone, before the answer. */
  const keep = (scope: FieldScope, isMeant = false): Promise<void> => {
    const turn = (turns.get(keyOf(scope)) ?? Promise.resolve()).then(() => keepNow(scope, isMeant));
    turns.set(keyOf(scope), turn);
    return turn;
  };

  return {
    store,
    of: (scope: FieldScope, drafts = store.getState()): FieldDraft | undefined =>
      drafts[keyOf(scope)],
    type(
      { thread, ...scope }: Omit<FieldScope, 'threadId'> & { thread: Kept },
      text: string,
    ): void {
      const { threadId, version, title, note } = thread;
      const begun = store.getState()[keyOf({ ...scope, threadId })];
      const from = begun?.from ?? { threadId, version, title, note };
      put({ ...scope, threadId, text, from, isUnkept: false });
    },
    /** What stood in the field before and was not saved. */
    putBack(scope: FieldScope, { text, from }: z.infer<typeof FieldForm>): void {
      if (store.getState()[keyOf(scope)] === undefined) {
        put({ ...scope, text, from, isUnkept: false });
      }
    },
    /** Keeps it as a change of the thread as it is now: it was deleted elsewhere and came back. */
    async keepIn(scope: FieldScope, from: Kept): Promise<void> {
      const draft = store.getState()[keyOf(scope)];
      if (draft === undefined) return;
      put({ ...draft, from, isUnkept: false });
      await keep(scope);
    },
    /** Keeps it where it is another text than before; what was refused before is only kept by {@link keepMine}. */
    keep: (scope: FieldScope): Promise<void> => keep(scope),
    /** Over what another window wrote. */
    keepMine: (scope: FieldScope): Promise<void> => keep(scope, true),
    drop,
    async keepAll(): Promise<void> {
      await Promise.all(Object.values(store.getState()).map((draft) => keep(draft)));
    },
  };
}

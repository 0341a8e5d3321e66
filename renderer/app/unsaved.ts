/** Chapters that could not be saved, whichever is on the page: what no disk took stays in sight until one does (F17). */
import { create } from 'zustand';
import { type SaveState, useSession } from './session.ts';

type Unsaved = {
  /** What stands in the way, by the chapter's id; in the order in which it came up. */
  failures: ReadonlyMap<string, unknown>;
};

export const useUnsaved = create<Unsaved>()(() => ({ failures: new Map() }));

/** @param failure null once the chapter is on disk, or asks for something else */
export function setUnsaved(documentId: string, failure: unknown): void {
  const { failures } = useUnsaved.getState();
  if (failure === null && !failures.has(documentId)) return;
  const next = new Map(failures);
  if (failure === null) next.delete(documentId);
  else next.set(documentId, failure);
  useUnsaved.setState({ failures: next });
}

/** How the book stands: the chapter on the page may be saved where another one is not. */
export function useSaveState(): SaveState {
  const saveState = useSession((session) => session.saveState);
  const failing = useUnsaved(({ failures }) => failures.size);
  return saveState === 'saved' && failing > 0 ? 'failed' : saveState;
}

import { create } from 'zustand';

type FlushState = { flush: () => Promise<void> };

/** Filled by the editor while a chapter is open. */
export const useFlush = create<FlushState>()(() => ({ flush: () => Promise.resolve() }));

/** Resolves when everything typed so far is on disk; rejects with the failure when it could not be saved. */
export const flushEdits = (): Promise<void> => useFlush.getState().flush();

type Telling = () => Promise<void>;

/** What the program is told of before its book is closed. */
const useTellings = create<{ tellings: readonly Telling[] }>()(() => ({ tellings: [] }));

/** Has something told while the book is still open, until the returned function is called. `tell` does not reject. */
export function onClosingBook(tell: Telling): () => void {
  useTellings.setState(({ tellings }) => ({ tellings: [...tellings, tell] }));
  return () =>
    useTellings.setState(({ tellings }) => ({ tellings: tellings.filter((one) => one !== tell) }));
}

/** Resolves when the program knows all that it was to be told later. */
export const tellBeforeClosing = async (): Promise<void> => {
  await Promise.all(useTellings.getState().tellings.map((tell) => tell()));
};

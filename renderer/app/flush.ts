import { create } from 'zustand';

type FlushState = { flush: () => Promise<void> };

/** Filled by the editor while a chapter is open. */
export const useFlush = create<FlushState>()(() => ({ flush: () => Promise.resolve() }));

/** Resolves when everything typed so far is on disk; rejects with the failure when it could not be saved. */
export const flushEdits = (): Promise<void> => useFlush.getState().flush();

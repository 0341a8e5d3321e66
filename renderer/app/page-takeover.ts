import { create } from 'zustand';
import type { OriginRuns } from '#shared/domain/origins.ts';

/** Text of a chapter as the program has just written it, and where it comes from. */
export type Written = {
  text: string;
  version: string;
  origins: OriginRuns;
  /** Words that were counted as accepted: undo gives them back. */
  accepted?: number;
};

type Takeover = {
  takeOver: (documentId: string, write: () => Promise<Written>) => Promise<void>;
};

/** Filled by the editor. */
export const usePageTakeover = create<Takeover>()(() => ({
  takeOver: async (_documentId, write) => {
    await write();
  },
}));

/**
 * Lets the program write a chapter that may be open here. What was typed before is saved first; what is typed
 * meanwhile stays; what was written comes into the page as one step of its undo history.
 * @throws whatever `write` throws, and the failure of saving
 */
export const takeOver = (documentId: string, write: () => Promise<Written>): Promise<void> =>
  usePageTakeover.getState().takeOver(documentId, write);

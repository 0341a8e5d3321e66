/** Whether the page shows where its words come from, and of what the caret stands behind (N14). */
import { create } from 'zustand';
import type { OriginKind } from '#shared/domain/origins.ts';

type OriginsState = {
  isTinted: boolean;
  /** Null where nothing stands before the caret. */
  atCaret: OriginKind | null;
};

/** Quiet until asked for; a sitting later it is quiet again. */
export const useOrigins = create<OriginsState>()(() => ({ isTinted: false, atCaret: null }));

export const toggleTint = (): void =>
  useOrigins.setState(({ isTinted }) => ({ isTinted: !isTinted }));

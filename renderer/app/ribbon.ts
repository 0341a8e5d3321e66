import { create } from 'zustand';
import type { LayerTokens } from '#renderer/ui/index.ts';

export type Ribbon = {
  tokens: LayerTokens;
  used: number;
  limit: number;
};

/** The small bar of the four layers in the status bar. Inspect sets it, null hides it. */
export const ribbonStore = create<{ ribbon: Ribbon | null }>()(() => ({ ribbon: null }));

export const setRibbon = (ribbon: Ribbon | null): void => ribbonStore.setState({ ribbon });

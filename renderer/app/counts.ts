import { create } from 'zustand';

/** Words as a Chinese writer counts them: Han one each, other scripts by word. The editor keeps them up to date. */
type CountsState = {
  words: number;
  selected: number;
  /** Written since midnight, in this sitting; 0 hides it. */
  today: number;
};

export const useCounts = create<CountsState>()(() => ({ words: 0, selected: 0, today: 0 }));

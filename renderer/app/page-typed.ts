/** When something was last written on the page itself, for those who ask what is newer. */
import { create } from 'zustand';

/** By the page's own clock, ms; 0 before anything was. */
export const usePageTyped = create<{ at: number }>()(() => ({ at: 0 }));

export const notePageTyped = (): void => usePageTyped.setState({ at: performance.now() });

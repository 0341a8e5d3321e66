import { create } from 'zustand';

/** Chapters of the open project; null when nothing is being indexed. */
export type Indexing = { done: number; total: number };

export const indexingStore = create<{ indexing: Indexing | null }>()(() => ({ indexing: null }));

export const useIndexing = (): Indexing | null => indexingStore((state) => state.indexing);

/** Lists whose members show numbers of chapters: made anew when the list changes, or the place of any chapter. */
import type { Chapters } from './chapters.ts';

export type ResolvedCache<T> = { get(projectId: string): T };

/** `read` and `chapters` answer the same object until something changes. */
export const createResolvedCache = <S extends object, T>(
  chaptersOf: (projectId: string) => Chapters,
  read: (projectId: string) => S,
  resolve: (stored: S, chapters: Chapters, projectId: string) => T,
): ResolvedCache<T> => {
  const values = new Map<string, { stored: S; chapters: Chapters; value: T }>();
  return {
    get(projectId) {
      const stored = read(projectId);
      const chapters = chaptersOf(projectId);
      const known = values.get(projectId);
      if (known?.stored === stored && known.chapters === chapters) return known.value;
      const value = resolve(stored, chapters, projectId);
      values.set(projectId, { stored, chapters, value });
      return value;
    },
  };
};

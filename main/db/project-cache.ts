/** Keeps rows of a project in memory until somebody writes. */
import type { Database } from 'better-sqlite3';
import { createForeignWrites } from './foreign-writes.ts';

/** One value per project, read when first asked for and again after a write, by whoever. */
export type ProjectCache<T> = {
  get(projectId: string): T;
  drop(projectId: string): void;
};

export const createProjectCache = <T>(
  database: Database,
  read: (projectId: string) => T,
): ProjectCache<T> => {
  const values = new Map<string, { value: T }>();
  const writtenElsewhere = createForeignWrites(database);
  return {
    get: (projectId) => {
      if (writtenElsewhere()) values.clear();
      const cached = values.get(projectId);
      if (cached) return cached.value;
      const value = read(projectId);
      values.set(projectId, { value });
      return value;
    },
    drop: (projectId) => {
      values.delete(projectId);
    },
  };
};

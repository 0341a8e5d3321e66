/** One value per project, read when first asked for and again after a write. */
export type ProjectCache<T> = {
  get(projectId: string): T;
  drop(projectId: string): void;
};

export const createProjectCache = <T>(read: (projectId: string) => T): ProjectCache<T> => {
  const values = new Map<string, { value: T }>();
  return {
    get: (projectId) => {
      const known = values.get(projectId);
      if (known) return known.value;
      const value = read(projectId);
      values.set(projectId, { value });
      return value;
    },
    drop: (projectId) => {
      values.delete(projectId);
    },
  };
};

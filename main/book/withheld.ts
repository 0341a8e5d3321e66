/** Records whose fences nobody can tell now: they are withheld, whatever was known of them (B2). */
import type { ChapterFence } from '#shared/domain/fence.ts';

export type Withheld = {
  /** Whether that changed anything. */
  set(projectId: string, ids: ReadonlySet<string>): boolean;
  /** The record as callers see it. */
  apply<T extends { fence: ChapterFence | null }>(projectId: string, id: string, shown: T): T;
};

export const createWithheld = (): Withheld => {
  const byProject = new Map<string, ReadonlySet<string>>();
  return {
    set(projectId, ids) {
      const before = byProject.get(projectId) ?? new Set();
      if (before.size === ids.size && [...ids].every((id) => before.has(id))) return false;
      byProject.set(projectId, ids);
      return true;
    },
    apply(projectId, id, shown) {
      const isWithheld = byProject.get(projectId)?.has(id) === true;
      return isWithheld
        ? { ...shown, fence: { ...shown.fence, neverSend: true, unknown: true } }
        : shown;
    },
  };
};

/** Entries of the last request of a project and model: they stay while they may, so that the prefix does (S3-17). */
import type { Assembly } from './assembly.ts';
import type { History } from './history.ts';

export type StickyEntries = {
  /** Their ids; after a restart those of the last kept request. */
  of(projectId: string, model: string): ReadonlySet<string>;
  remember(projectId: string, model: string, assembly: Pick<Assembly, 'chosen'>): void;
  forget(projectId: string): void;
};

export const createStickyEntries = (history: Pick<History, 'last'>): StickyEntries => {
  const byModel = new Map<string, ReadonlySet<string>>();
  const keyOf = (projectId: string, model: string): string => `${projectId}\n${model}`;
  const readLast = (projectId: string, model: string): ReadonlySet<string> => {
    const items = history.last(projectId, model)?.items ?? [];
    const kept = items.filter(
      ({ group, decision }) => group === 'entities' && decision !== 'dropped',
    );
    return new Set(kept.map(({ id }) => id));
  };
  return {
    of(projectId, model) {
      const key = keyOf(projectId, model);
      const ids = byModel.get(key) ?? readLast(projectId, model);
      byModel.set(key, ids);
      return ids;
    },
    remember(projectId, model, { chosen }) {
      const ids = new Set<string>();
      for (const { candidate, decision } of chosen) {
        if (candidate.group === 'entities' && decision !== 'dropped') ids.add(candidate.id);
      }
      byModel.set(keyOf(projectId, model), ids);
    },
    forget(projectId) {
      for (const key of byModel.keys()) if (key.startsWith(`${projectId}\n`)) byModel.delete(key);
    },
  };
};

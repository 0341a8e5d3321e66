/** What the last request of a project and model had, and what stays while it may, so that the prefix does (S3-17, E2). */
import type { Assembly } from './assembly.ts';
import type { AssemblyInput } from './assembly-input.ts';
import type { GroupName } from './candidate.ts';
import type { History } from './history.ts';

export type Sticky = Pick<AssemblyInput, 'stickyEntityIds' | 'stickyChapterStart'>;

export type StickyEntries = {
  /** After a restart those of the last kept request. */
  of(projectId: string, model: string): Sticky;
  remember(projectId: string, model: string, assembly: Pick<Assembly, 'selected'>): void;
  forget(projectId: string): void;
};

type Sent = { id: string; group: GroupName };

const stickyOf = (sent: readonly Sent[]): Sticky => ({
  stickyEntityIds: new Set(sent.flatMap(({ id, group }) => (group === 'entities' ? [id] : []))),
  stickyChapterStart: sent.find(({ group }) => group === 'chapters')?.id ?? null,
});

export const createStickyEntries = (history: Pick<History, 'last'>): StickyEntries => {
  const byModel = new Map<string, Sticky>();
  const keyOf = (projectId: string, model: string): string => `${projectId}\n${model}`;
  const readLast = (projectId: string, model: string): Sticky => {
    const items = history.last(projectId, model)?.items ?? [];
    return stickyOf(items.filter(({ decision }) => decision !== 'dropped'));
  };
  return {
    of(projectId, model) {
      const key = keyOf(projectId, model);
      const sticky = byModel.get(key) ?? readLast(projectId, model);
      byModel.set(key, sticky);
      return sticky;
    },
    remember(projectId, model, { selected }) {
      const sent: Sent[] = [];
      for (const { candidate, decision } of selected)
        if (decision !== 'dropped') sent.push(candidate);
      byModel.set(keyOf(projectId, model), stickyOf(sent));
    },
    forget(projectId) {
      for (const key of byModel.keys()) if (key.startsWith(`${projectId}\n`)) byModel.delete(key);
    },
  };
};

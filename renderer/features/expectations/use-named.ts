import { useEffect } from 'react';
import { create } from 'zustand';
import { useProjectReading } from '#renderer/app/project-reading.ts';
import { createReading } from '#renderer/app/reading.ts';
import { useSession } from '#renderer/app/session.ts';
import { call } from '#renderer/rpc/index.ts';
import type { Named } from './names.ts';

type Records = Pick<Named, 'entities' | 'constraints'>;

const none: Records = { entities: new Map(), constraints: new Map() };

const useNames = create<{ records: Records | null }>()(() => ({ records: null }));

const readNames = createReading({
  async ask(projectId): Promise<Records> {
    const [entities, constraints] = await Promise.all([
      call('knowledge:entities:list', { projectId }),
      call('constraints:list', { projectId }),
    ]);
    return {
      entities: new Map(entities.items.map(({ entityId, name }) => [entityId, name])),
      constraints: new Map(constraints.items.map(({ constraintId, text }) => [constraintId, text])),
    };
  },
  show: (records) => useNames.setState({ records }),
  fail: () => useNames.setState(({ records }) => ({ records: records ?? none })),
});

const events = ['knowledge:changed', 'constraints:changed'] as const;

/** Null until the names are read; what cannot be read is named as gone, and its own panel says why. */
export function useNamed(projectId: string): Named | null {
  const documents = useSession((session) => session.project?.documents);
  const records = useNames((state) => state.records);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another book has other names
  useEffect(() => () => useNames.setState({ records: null }), [projectId]);
  useProjectReading(readNames, events);
  if (records === null || documents === undefined) return null;
  const chapters = new Map(documents.map(({ documentId, title }) => [documentId, title]));
  return { ...records, chapters };
}

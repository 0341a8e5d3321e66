import { useEffect, useState } from 'react';
import { useSession } from '#renderer/app/session.ts';
import { call } from '#renderer/rpc/index.ts';
import type { Named } from './names.ts';

type Records = Pick<Named, 'entities' | 'constraints'>;

const none: Records = { entities: new Map(), constraints: new Map() };

/** Null until the names are read; what cannot be read is named as gone, and its own panel says why. */
export function useNamed(projectId: string): Named | null {
  const documents = useSession((session) => session.project?.documents);
  const [records, setRecords] = useState<Records | null>(null);
  useEffect(() => {
    let wanted = true;
    const read = async (): Promise<Records> => {
      const [entities, constraints] = await Promise.all([
        call('knowledge:entities:list', { projectId }),
        call('constraints:list', { projectId }),
      ]);
      return {
        entities: new Map(entities.items.map(({ entityId, name }) => [entityId, name])),
        constraints: new Map(
          constraints.items.map(({ constraintId, text }) => [constraintId, text]),
        ),
      };
    };
    void read()
      .catch(() => none)
      .then((found) => {
        if (wanted) setRecords(found);
      });
    return () => {
      wanted = false;
    };
  }, [projectId]);
  if (records === null || documents === undefined) return null;
  const chapters = new Map(documents.map(({ documentId, title }) => [documentId, title]));
  return { ...records, chapters };
}

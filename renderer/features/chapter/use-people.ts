import { useEffect, useState } from 'react';
import { call } from '#renderer/rpc/index.ts';
import type { Person } from '#renderer/ui/fence-fields.tsx';

export type People =
  | { state: 'reading' }
  | { state: 'read'; people: readonly Person[] }
  | { state: 'failed'; error: unknown };

/** The characters of the codex, as the codex orders them. */
export function usePeople(projectId: string): People {
  const [people, setPeople] = useState<People>({ state: 'reading' });
  useEffect(() => {
    let wanted = true;
    call('knowledge:entities:list', { projectId })
      .then(({ items }) => {
        const characters = items.filter(({ kind }) => kind === 'character');
        const named = characters.map(({ entityId, name }) => ({ id: entityId, name }));
        if (wanted) setPeople({ state: 'read', people: named });
      })
      .catch((error: unknown) => {
        if (wanted) setPeople({ state: 'failed', error });
      });
    return () => {
      wanted = false;
    };
  }, [projectId]);
  return people;
}

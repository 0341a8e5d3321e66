import { useEffect, useState } from 'react';
import { useConnection } from '#renderer/app/connection.ts';
import { call, on } from '#renderer/rpc/index.ts';
import { EntityKind } from '#shared/domain/knowledge.ts';

export type KindCount = { kind: EntityKind; count: number };

const none: readonly KindCount[] = [];

/** How many people, places and so on the codex holds; kinds without any are left out. */
export function useKindCounts(projectId: string): readonly KindCount[] {
  const [counts, setCounts] = useState(none);
  useEffect(() => {
    let current = true;
    const refresh = () => {
      call('knowledge:entities:list', { projectId }).then(
        ({ items }) => {
          const counted = EntityKind.options.map((kind) => ({
            kind,
            count: items.filter((item) => item.kind === kind).length,
          }));
          if (current) setCounts(counted.filter(({ count }) => count > 0));
        },
        // The codex panel says what is wrong; the binder only leaves its lines out.
        () => {
          if (current) setCounts(none);
        },
      );
    };
    refresh();
    const stop = on('knowledge:changed', (event) => {
      if (event.projectId === projectId) refresh();
    });
    const stopWatching = useConnection.subscribe((now, before) => {
      if (now.returns !== before.returns) refresh();
    });
    return () => {
      current = false;
      stop();
      stopWatching();
    };
  }, [projectId]);
  return counts;
}

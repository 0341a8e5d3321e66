import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { showCodexKind } from '#renderer/app/codex-kind.ts';
import { useConnection } from '#renderer/app/connection.ts';
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call, on } from '#renderer/rpc/index.ts';
import { EntityKind } from '#shared/domain/knowledge.ts';
import { BinderFold } from './binder-fold.tsx';

type KindCounts = Partial<Record<EntityKind, number>>;

function useKindCounts(projectId: string): KindCounts | 'failed' | null {
  const [counts, setCounts] = useState<KindCounts | 'failed' | null>(null);
  useEffect(() => {
    let current = true;
    const refresh = () => {
      call('knowledge:entities:list', { projectId })
        .then(({ items }) => {
          const next: KindCounts = {};
          for (const { kind } of items) next[kind] = (next[kind] ?? 0) + 1;
          if (current) setCounts(next);
        })
        .catch(() => {
          if (current) setCounts('failed');
        });
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

/** How many people, places and so on the codex holds; a line leads to its panel. */
export function CodexSection({ projectId }: { projectId: string }) {
  const { t, language } = useWords();
  const counts = useKindCounts(projectId);
  if (counts === null || counts === 'failed') return null;
  const kinds = EntityKind.options.filter((kind) => (counts[kind] ?? 0) > 0);
  if (kinds.length === 0) return null;
  return (
    <BinderFold id="codex" title={t('binder:codex')}>
      <ul className="binder-list">
        {kinds.map((kind) => (
          <li key={kind}>
            <Button className="ui-row binder-link" onPress={() => showCodexKind(kind)}>
              <span className="ui-row-title">{t(`binder:kinds.${kind}`)}</span>
              <span className="ui-row-count">{formatCount(counts[kind] ?? 0, language)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </BinderFold>
  );
}

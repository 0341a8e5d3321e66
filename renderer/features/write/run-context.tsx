import { useEffect, useState } from 'react';
import type { AssemblySummary } from '#shared/domain/assembly.ts';
import { useSession } from '#renderer/app/session.ts';
import { showRequest } from '#renderer/features/inspect/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { LayerBar, LinkButton } from '#renderer/ui/index.ts';

/** What of a run's request is kept; undefined until known, null when nothing was kept. */
function useSummary(assemblyId: string): AssemblySummary | null | undefined {
  const projectId = useSession((session) => session.project?.projectId);
  const [summary, setSummary] = useState<AssemblySummary | null>();
  useEffect(() => {
    if (projectId === undefined) return;
    call('context:history:list', { projectId })
      .then(({ items }) => setSummary(items.find((item) => item.assemblyId === assemblyId) ?? null))
      // The run itself goes on; only this line stays without its number.
      .catch(() => setSummary(null));
  }, [projectId, assemblyId]);
  return summary;
}

/** The run's context in one sentence, and the way to all of it. */
export function RunContext({ assemblyId }: { assemblyId: string }) {
  const { t } = useWords();
  const summary = useSummary(assemblyId);
  if (summary === null) return <p className="run-context ui-quiet">{t('write:context.gone')}</p>;
  if (summary === undefined) return <p className="run-context ui-quiet" />;
  const { layers, tokenCount, budget } = summary;
  return (
    <p className="run-context ui-quiet">
      <LayerBar
        size="ribbon"
        tokens={layers}
        limit={budget}
        label={t('write:context.layers', layers)}
      />
      <span>{t('write:context.sent', { count: tokenCount })}</span>
      <LinkButton onPress={() => showRequest(assemblyId)}>{t('write:context.inspect')}</LinkButton>
    </p>
  );
}

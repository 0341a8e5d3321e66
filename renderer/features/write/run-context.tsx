import type { KeptItem } from '#shared/domain/assembly.ts';
import {
  canMute,
  ItemTitle,
  keptSentence,
  LookUpLines,
  showRequest,
} from '#renderer/features/inspect/index.ts';
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { LayerBadge, LayerBar, LinkButton } from '#renderer/ui/index.ts';
import { useKeptRequest } from './kept-request.ts';
import type { RunView } from './run-view.ts';
import { useWrite } from './store.ts';

function Item({ run, item }: { run: RunView; item: KeptItem }) {
  const { t, language } = useWords();
  const starting = useWrite((state) => state.starting);
  const { rerun } = useWrite.getState();
  return (
    <li className="run-item">
      <LayerBadge layer={item.layer} label={t(`inspect:layers.${item.layer}`)} />
      <ItemTitle title={item.title} />
      <span className="ui-quiet">{formatCount(item.tokenCount, language)}</span>
      <LinkButton
        aria-label={t('write:rerun.withoutLabel', { title: item.title })}
        isDisabled={starting}
        onPress={() => void rerun(run.runId, item.id)}
      >
        {t('write:rerun.without')}
      </LinkButton>
    </li>
  );
}

/** What went into a run, each item with the way to see what it was good for (N6). */
function Items({ run, items }: { run: RunView; items: readonly KeptItem[] }) {
  const { t } = useWords();
  const starting = useWrite((state) => state.starting);
  const { rerun } = useWrite.getState();
  const used = items.filter((item) => item.decision !== 'dropped' && canMute(item));
  if (run.request === null || run.state === 'running') return null;
  const again = (
    <p>
      <LinkButton isDisabled={starting} onPress={() => void rerun(run.runId, null)}>
        {t('write:rerun.unchanged')}
      </LinkButton>
    </p>
  );
  if (used.length === 0) return again;
  return (
    <details className="run-items">
      <summary>{t('write:rerun.items', { count: used.length })}</summary>
      <ul>
        {used.map((item) => (
          <Item key={item.id} run={run} item={item} />
        ))}
      </ul>
      {again}
    </details>
  );
}

/** The run's context in one sentence, and the way to all of it. */
export function RunContext({ run }: { run: RunView }) {
  const { t, language } = useWords();
  const { assemblyId } = run;
  const kept = useKeptRequest(assemblyId);
  if (kept === null) return <p className="run-context ui-quiet">{t('write:context.gone')}</p>;
  if (kept === undefined) return <p className="run-context ui-quiet" />;
  const { layers, tokenCount, budget } = kept.summary;
  return (
    <>
      <div className="run-context ui-quiet">
        <LayerBar
          size="ribbon"
          tokens={layers}
          limit={budget}
          label={t('write:context.layers', layers)}
        />
        <span>{t('write:context.sent', { count: tokenCount })}</span>
        <LinkButton onPress={() => showRequest(assemblyId)}>
          {t('write:context.inspect')}
        </LinkButton>
      </div>
      <p className="run-used ui-quiet">{keptSentence(t, language, kept.items)}</p>
      <LookUpLines lookUp={kept.lookUp} items={kept.items} />
      <Items run={run} items={kept.items} />
    </>
  );
}

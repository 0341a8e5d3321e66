/** What asking a model takes, how far it is, and how it ended. */
import { openSettings } from '#renderer/app/dialogs.ts';
import { ModelSettingsButton } from '#renderer/features/models/index.ts';
import { failureOf, failureWords } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import {
  atAGlance,
  excessWords,
  moneyWords,
  spentWords,
  tokenWords,
} from '#renderer/i18n/purse-words.ts';
import { Button, ErrorBlock, FailureBlock, LinkButton, Progress } from '#renderer/ui/index.ts';
import type { ContradictionForecast, ContradictionJob } from '#shared/domain/contradiction.ts';
import { closeAsking, openAsking, startAsking, stopAsking } from './asking.ts';
import { type Asking, useContradictions } from './store.ts';

function ForecastWords({ value }: { value: ContradictionForecast }) {
  const { t } = useWords();
  const { requests, beyond, keptBack, inputTokens, outputTokens, cost, currency, excess } = value;
  const amount = tokenWords(t, inputTokens + outputTokens);
  return (
    <>
      <p>
        {requests === 0
          ? t('contradictions:ask.none')
          : t('contradictions:ask.words', { count: requests, amount })}{' '}
        {requests > 0 && cost === null && t('purse:ask.unpriced')}
        {cost !== null &&
          cost > 0 &&
          t('contradictions:ask.money', { money: moneyWords(t, atAGlance(cost), currency) })}
        {beyond > 0 && ` ${t('contradictions:ask.beyond', { count: beyond })}`}
        {keptBack > 0 && ` ${t('contradictions:ask.keptBack', { count: keptBack })}`}
      </p>
      {excess !== null && (
        <p>
          {t('contradictions:ask.excess')} {excessWords(t, excess)}{' '}
          <LinkButton onPress={() => openSettings('purse')}>{t('purse:excess.action')}</LinkButton>
        </p>
      )}
    </>
  );
}

function OpenAsking({ asking }: { asking: Asking }) {
  const { t } = useWords();
  const { value, failure } = asking;
  const hasQuestion = value !== null && value.question !== null;
  return (
    <section className="contradictions-asking" aria-label={t('contradictions:ask.open')}>
      <p>{t('contradictions:ask.lead')}</p>
      {failure !== null && (
        <>
          <FailureBlock error={failure} />
          <ModelSettingsButton code={failureOf(failure).code} />
        </>
      )}
      {failure === null && value === null && (
        <p className="ui-quiet" role="status">
          {t('contradictions:ask.counting')}
        </p>
      )}
      {value !== null && <ForecastWords value={value} />}
      {hasQuestion && <p>{t('errors:PURSE_ASKS.what')}</p>}
      <div className="contradictions-actions">
        <Button
          size="small"
          variant="primary"
          isDisabled={value === null || value.requests === 0}
          onPress={() => void startAsking()}
        >
          {t(hasQuestion ? 'purse:ask.send' : 'contradictions:ask.start')}
        </Button>
        <Button size="small" variant="quiet" onPress={closeAsking}>
          {t('contradictions:ask.close')}
        </Button>
      </div>
    </section>
  );
}

export function AskingPart() {
  const { asking, job } = useContradictions();
  return asking === null || job?.state === 'running' ? null : <OpenAsking asking={asking} />;
}

function EndedJob({ job }: { job: ContradictionJob }) {
  const { t } = useWords();
  const { state, done, entries, found, leftOut, error } = job;
  if (state === 'running' || entries.length === 0) return null;
  const words = error === null ? null : failureWords(t, error);
  const failed = entries.filter((entry) => entry.state === 'failed').length;
  return (
    <div className="contradictions-about">
      <span role="status">
        {t(`contradictions:job.${state}`, { done, total: entries.length })}{' '}
        {t('contradictions:job.found', { count: found })}
        {leftOut > 0 && ` ${t('contradictions:job.leftOut', { count: leftOut })}`}
        {failed > 0 && ` ${t('contradictions:job.failed', { count: failed })}`}{' '}
        {spentWords(t, job.usage)}
      </span>{' '}
      {done < entries.length && (
        <LinkButton onPress={() => void openAsking(true)}>
          {t('contradictions:ask.rest')}
        </LinkButton>
      )}
      {words !== null && (
        <ErrorBlock
          title={words.what}
          text={words.next}
          actions={error && <ModelSettingsButton code={error.code} />}
        />
      )}
    </div>
  );
}

export function JobLine() {
  const { t } = useWords();
  const job = useContradictions((state) => state.job);
  if (job === null) return null;
  if (job.state !== 'running') return <EndedJob job={job} />;
  const { done, entries } = job;
  const total = entries.length;
  return (
    <div className="contradictions-checking">
      <Progress
        label={`${t('contradictions:job.progress', { done, total })} ${spentWords(t, job.usage)}`}
        value={done}
        total={total}
        cancelLabel={t('contradictions:ask.stop')}
        onCancel={() => void stopAsking()}
      />
    </div>
  );
}

/** The job over the book: what it takes before it starts, how far it is, and how it ended. */
import { useEffect, useState } from 'react';
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
import {
  Button,
  ErrorBlock,
  FailureBlock,
  LinkButton,
  Progress,
  Segmented,
} from '#renderer/ui/index.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import type { SynopsisForecast, SynopsisJob } from '#shared/domain/synopsis.ts';
import {
  choicesOf,
  type JobChoice,
  leftOutAhead,
  leftOutOfJob,
  type ReadSynopses,
} from './choices.ts';
import { LeftOutLines } from './left-out.tsx';
import { chooseJob, forecastJob, startJob, stopJob, useSynopses } from './store.ts';

function RunningJob({ job }: { job: SynopsisJob }) {
  const { t } = useWords();
  const { done, chapters } = job;
  return (
    <Progress
      label={`${t('synopses:progress', { done, total: chapters.length })} ${spentWords(t, job.usage)}`}
      value={done}
      total={chapters.length}
      cancelLabel={t('synopses:stop')}
      onCancel={() => void stopJob()}
    />
  );
}

/** Nothing of a job that had no chapter. */
function EndedJob({ job, project }: { job: SynopsisJob; project: ProjectInfo }) {
  const { t } = useWords();
  const { state, done, chapters, error } = job;
  if (state === 'running' || chapters.length === 0) return null;
  const words = error === null ? null : failureWords(t, error);
  return (
    <section className="synopses-ended" aria-label={t('synopses:last')}>
      <p role="status">
        {t(`synopses:ended.${state}`, { done, total: chapters.length })} {spentWords(t, job.usage)}
      </p>
      {words !== null && (
        <ErrorBlock
          title={words.what}
          text={words.next}
          actions={error && <ModelSettingsButton code={error.code} />}
        />
      )}
      <LeftOutLines groups={leftOutOfJob(chapters)} project={project} />
    </section>
  );
}

function ForecastWords({ value, project }: { value: SynopsisForecast; project: ProjectInfo }) {
  const { t } = useWords();
  const { chapters, inputTokens, outputTokens, cost, currency, excess } = value;
  const amount = tokenWords(t, inputTokens + outputTokens);
  return (
    <>
      {chapters === 0 ? (
        <p>{t('synopses:forecast.none')}</p>
      ) : (
        <p>
          {t('synopses:forecast.words', { count: chapters, amount })}{' '}
          {cost === null && t('purse:ask.unpriced')}
          {cost !== null &&
            cost > 0 &&
            t('synopses:forecast.money', { money: moneyWords(t, atAGlance(cost), currency) })}
        </p>
      )}
      {excess !== null && (
        <p className="synopses-remark">
          {t('synopses:forecast.excess')} {excessWords(t, excess)}{' '}
          <LinkButton onPress={() => openSettings('purse')}>{t('purse:excess.action')}</LinkButton>
        </p>
      )}
      <LeftOutLines groups={leftOutAhead(value)} project={project} />
    </>
  );
}

type StartProps = { which: JobChoice; value: SynopsisForecast | null };

/** Starts at once, or asks first where it takes more than the writer's sum (E2). */
function Start({ which, value }: StartProps) {
  const { t } = useWords();
  const [isAsking, setIsAsking] = useState(false);
  if (isAsking && value?.question) {
    return (
      <ErrorBlock
        title={t('errors:PURSE_ASKS.what')}
        text={t('errors:PURSE_ASKS.next')}
        actions={
          <>
            <Button onPress={() => void startJob(which)}>{t('purse:ask.send')}</Button>
            <Button variant="quiet" autoFocus onPress={() => setIsAsking(false)}>
              {t('purse:ask.leave')}
            </Button>
          </>
        }
      />
    );
  }
  return (
    <Button
      variant="primary"
      isDisabled={value === null || value.chapters === 0}
      onPress={() => (value?.question ? setIsAsking(true) : void startJob(which))}
    >
      {t(which === 'rest' ? 'synopses:startRest' : 'synopses:start')}
    </Button>
  );
}

/** Whatever of a model or a cap is in the way, with the way to it. */
export function SynopsisFailure({ failure }: { failure: unknown }) {
  return (
    <>
      <FailureBlock error={failure} />
      <ModelSettingsButton code={failureOf(failure).code} />
    </>
  );
}

function Plan({ read, project }: { read: ReadSynopses; project: ProjectInfo }) {
  const { t } = useWords();
  const { wanted, forecast } = useSynopses();
  const choices = choicesOf(project.documents, read);
  const chosen = choices.find(({ which }) => which === wanted) ?? choices[0];
  const which = chosen?.which;
  const endedAt = read.job?.endedAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other chapters take something else
  useEffect(() => {
    if (which !== undefined) void forecastJob(which);
  }, [which, chosen?.count, endedAt]);
  if (which === undefined) return <p className="ui-quiet">{t('synopses:noChapters')}</p>;
  const value = forecast.which === which ? forecast.value : null;
  return (
    <section className="synopses-plan">
      <Segmented
        label={t('synopses:which.label')}
        choices={choices.map(({ which: id, count }) => ({
          id,
          label: t(`synopses:which.${id}`, { count }),
        }))}
        value={which}
        onChange={chooseJob}
      />
      {forecast.failure !== null && <SynopsisFailure failure={forecast.failure} />}
      {forecast.failure === null && value === null && (
        <p className="ui-quiet" role="status">
          {t('synopses:forecast.counting')}
        </p>
      )}
      {value !== null && <ForecastWords value={value} project={project} />}
      {forecast.failure === null && <Start key={which} which={which} value={value} />}
    </section>
  );
}

export function JobPart({ read, project }: { read: ReadSynopses; project: ProjectInfo }) {
  const { job } = read;
  if (job?.state === 'running') return <RunningJob job={job} />;
  return (
    <>
      {job !== null && <EndedJob job={job} project={project} />}
      <Plan read={read} project={project} />
    </>
  );
}

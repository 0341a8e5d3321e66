import { useAsking } from '#renderer/app/asking.ts';
import { useSession } from '#renderer/app/session.ts';
import type { Became } from '#renderer/features/candidates/index.ts';
import type { Finding } from '#shared/domain/finding.ts';
import {
  CoverageLines,
  countAnswerable,
  outcomeOf,
  RunFindings,
  useOpenFindings,
} from '#renderer/features/findings/index.ts';
import { ModelSettingsButton } from '#renderer/features/models/index.ts';
import { failureWords } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { ErrorBlock, Button, LinkButton } from '#renderer/ui/index.ts';
import { ScrollBox } from '#renderer/ui/scroll-box.tsx';
import { Outcome, useBecame } from './outcome.tsx';
import { RunContext } from './run-context.tsx';
import type { RunView } from './run-view.ts';
import { useStandingFindings } from './standing-findings.ts';
import { useWrite } from './store.ts';
import { usageWords } from '#renderer/i18n/usage-words.ts';

function Retry({ retry }: { retry: NonNullable<RunView['retry']> }) {
  const { t } = useWords();
  const { what } = failureWords(t, { code: retry.code });
  return (
    <p className="ui-quiet" role="status">
      {t('write:run.retry', {
        what,
        seconds: Math.max(1, Math.round(retry.delay / 1000)),
        attempt: retry.attempt + 1,
      })}
    </p>
  );
}

function Running({ run }: { run: RunView }) {
  const { t } = useWords();
  const { cancel } = useWrite.getState();
  const again = run.firstFaults === null ? 'writing' : 'writingAgain';
  const isWaiting = run.text === '' && run.firstFaults === null;
  const waiting = run.isLookingUp ? 'lookingUp' : 'waiting';
  const stage = isWaiting ? waiting : again;
  return (
    <div className="run-working">
      <span role="status">{t(`write:run.${stage}`)}</span>
      <Button size="small" variant="quiet" onPress={() => void cancel(run.runId)}>
        {t('app:actions.cancel')} <kbd className="run-key">Esc</kbd>
      </Button>
    </div>
  );
}

function Failed({ run }: { run: RunView }) {
  const { t } = useWords();
  const { again, run: start } = useWrite.getState();
  if (run.state === 'cancelled') {
    return <p className="ui-quiet">{t('write:run.cancelled')}</p>;
  }
  // What it was asked for has left the field, and the cursor may be elsewhere by now.
  const words = { instruction: run.instruction, onTaken: () => undefined };
  const retry = () =>
    run.request === null ? start({ skillId: run.skillId, words }) : again(run.runId);
  const error = run.error ?? { code: 'RUN_INTERRUPTED' as const, message: '' };
  const { what, next } = failureWords(t, error);
  return (
    <ErrorBlock
      title={what}
      text={next}
      actions={
        <>
          <Button size="small" onPress={() => void retry()}>
            {t('app:actions.retry')}
          </Button>
          <ModelSettingsButton code={error.code} />
        </>
      }
    />
  );
}

/** What the answer was held against, by whom, and what was not (S3-25). */
function Judged({ run, findings }: { run: RunView; findings: readonly Finding[] | null }) {
  const { t } = useWords();
  const open = useOpenFindings(findings)?.length ?? 0;
  const isJudging = useWrite((state) => state.judging === run.runId);
  const { judge } = useWrite.getState();
  const { coverage, unjudged } = run;
  if (findings === null)
    return run.text === '' ? null : <p>{t(`write:unjudged.${unjudged ?? 'unknown'}`)}</p>;
  if (coverage === null) return <p>{t('write:judged.unrecorded', { count: open })}</p>;
  const canAsk = run.candidateId !== null && countAnswerable(coverage) > 0;
  return (
    <>
      <p>{t(`write:judged.${outcomeOf(coverage, open)}`, { count: open })}</p>
      <CoverageLines
        coverage={coverage}
        ask={
          run.candidateId === null || isJudging
            ? undefined
            : (agreedTo) => void judge(run.runId, agreedTo)
        }
      />
      {isJudging && <p role="status">{t('write:judged.asking')}</p>}
      {canAsk && !isJudging && (
        <p>
          <LinkButton onPress={() => void judge(run.runId)}>{t('write:judged.ask')}</LinkButton>
        </p>
      )}
    </>
  );
}

type AccountProps = { run: RunView; findings: readonly Finding[] | null; gone: boolean };

function Account({ run, findings, gone }: AccountProps) {
  const { t, language } = useWords();
  const usage = run.usage === null ? null : usageWords(t, language, run.usage);
  const again =
    run.firstFaults === null ? null : t('write:run.regenerated', { count: run.firstFaults });
  const lines = [again, ...run.notes.map((note) => t(`write:notes.${note}`)), usage];
  const said = lines.filter((line) => line !== null);
  return (
    <div className="run-account ui-quiet">
      {!gone && <Judged run={run} findings={findings} />}
      {said.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

/** Back to the comparison a rerun was made for. */
function CompareWithEarlier({ run: { runId, rerunOf } }: { run: RunView }) {
  const { t } = useWords();
  const known = useWrite(({ runs }) =>
    runs.some((one) => one.runId === rerunOf && one.text !== ''),
  );
  const { compare } = useWrite.getState();
  if (!known) return null;
  return (
    <p>
      <LinkButton onPress={() => compare(runId)}>{t('write:rerun.compare')}</LinkButton>
    </p>
  );
}

/** Of a text that is in no page there is nothing to check. */
const goneStates: readonly Became[] = ['rejected', 'setAside', 'undone', 'unknown'];

/** One run: what was asked, with what, what came, where it went, what it took. */
export function RunItem({ run }: { run: RunView }) {
  const { t } = useWords();
  const skill = useAsking((state) => state.skills?.find(({ skillId }) => skillId === run.skillId));
  const language = useSession((session) => session.project?.language ?? 'zh-CN');
  const title = skill?.title ?? run.skillId;
  const became = useBecame(run);
  const findings = useStandingFindings(run, became);
  const gone = became !== null && goneStates.includes(became);
  return (
    <li className="run" data-state={run.state}>
      <p className="run-asked">
        {run.instruction === '' ? title : t('write:run.asked', { title, text: run.instruction })}
      </p>
      <RunContext run={run} />
      {run.text !== '' && (
        <ScrollBox className="run-text" label={t('write:run.text', { title })}>
          <span lang={language}>{run.text.trim()}</span>
        </ScrollBox>
      )}
      {run.retry !== null && <Retry retry={run.retry} />}
      {run.state === 'running' && <Running run={run} />}
      {run.state !== 'running' && run.state !== 'done' && <Failed run={run} />}
      {run.state !== 'running' && <Outcome run={run} />}
      {findings !== null && <RunFindings findings={findings} />}
      <CompareWithEarlier run={run} />
      {run.state !== 'running' && <Account run={run} findings={findings} gone={gone} />}
    </li>
  );
}

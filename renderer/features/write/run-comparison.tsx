import { type TextPart, differenceOf } from '#renderer/features/compare/index.ts';
import { useEffect, useState } from 'react';
import type { AssemblyChange } from '#shared/domain/assembly.ts';
import { useSession } from '#renderer/app/session.ts';
import { ChangeTable, changeSentence } from '#renderer/features/inspect/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Dialog, FailureBlock, LinkButton } from '#renderer/ui/index.ts';
import { ScrollBox } from '#renderer/ui/scroll-box.tsx';
import { useKeptRequest } from './kept-request.ts';
import { leftOut, noiseOf } from './rerun.ts';
import type { RunView } from './run-view.ts';
import { useWrite } from './store.ts';

type AnswerProps = { letter: 'A' | 'B'; label: string; parts: readonly TextPart[] };

/** One answer; what the other has not is marked. */
function Answer({ letter, label, parts }: AnswerProps) {
  const language = useSession((session) => session.project?.language ?? 'zh-CN');
  return (
    <div className="answer">
      <h3>
        <b>{letter}</b> {label}
      </h3>
      <ScrollBox className="run-text" label={label}>
        <span lang={language}>
          {parts.map(({ at, text, own }) =>
            own ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
          )}
        </span>
      </ScrollBox>
    </div>
  );
}

/** How far the answers lie apart, and how far they would without any change. */
function Noise({ earlier, rerun, share }: { earlier: RunView; rerun: RunView; share: number }) {
  const { t } = useWords();
  const runs = useWrite((state) => state.runs);
  const starting = useWrite((state) => state.starting);
  const { rerun: start } = useWrite.getState();
  const noise = noiseOf(earlier, runs);
  const isSame = leftOut(rerun, earlier).length === 0;
  return (
    <p>
      {t(isSame ? 'write:rerun.noise' : 'write:rerun.share', { share })}{' '}
      {!isSame && noise !== null && t('write:rerun.baseline', { share: noise })}
      {!isSame && noise === null && (
        <LinkButton isDisabled={starting} onPress={() => void start(earlier.runId, null)}>
          {t('write:rerun.measure')}
        </LinkButton>
      )}
    </p>
  );
}

/** What the two requests had different: one item, or nothing. */
function Requests({ from, to }: { from: string; to: string }) {
  const { t } = useWords();
  const [changes, setChanges] = useState<readonly AssemblyChange[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const a = useKeptRequest(from)?.summary;
  const b = useKeptRequest(to)?.summary;
  useEffect(() => {
    call('context:history:compare', { from, to })
      .then((compared) => setChanges(compared.changes))
      .catch(setFailure);
  }, [from, to]);
  if (failure !== null) return <FailureBlock error={failure} />;
  if (changes === null || a === undefined || b === undefined) return null;
  return (
    <>
      <p className="ui-lead">{changeSentence(t, a.tokenCount, b.tokenCount, changes)}</p>
      {changes.length > 0 && <ChangeTable a={a} b={b} changes={changes} />}
    </>
  );
}

function useTitleOf(assemblyId: string, itemId: string | undefined): string | null {
  const kept = useKeptRequest(assemblyId);
  return kept?.items.find(({ id }) => id === itemId)?.title ?? null;
}

function Compared({ earlier, rerun }: { earlier: RunView; rerun: RunView }) {
  const { t } = useWords();
  const title = useTitleOf(earlier.assemblyId, leftOut(rerun, earlier)[0]);
  const { a, b, share } = differenceOf(earlier.text, rerun.text);
  const ended = rerun.state !== 'running';
  const without = title === null ? t('write:rerun.again') : t('write:rerun.b', { title });
  return (
    <div className="run-comparison">
      <p role="status">
        {!ended && t('write:run.writing')}
        {rerun.state === 'done' && without}
        {ended && rerun.state !== 'done' && t('write:rerun.broken')}
      </p>
      {rerun.state === 'done' && <Noise earlier={earlier} rerun={rerun} share={share} />}
      <div className="answers">
        <Answer letter="A" label={t('write:rerun.a')} parts={a} />
        <Answer
          letter="B"
          label={without}
          parts={ended ? b : [{ at: 0, text: rerun.text, own: false }]}
        />
      </div>
      {ended && <Requests from={earlier.assemblyId} to={rerun.assemblyId} />}
    </div>
  );
}

/** Two answers and the two requests behind them: what one item was good for (N6). */
export function RunComparison() {
  const { t } = useWords();
  const runs = useWrite((state) => state.runs);
  const comparing = useWrite((state) => state.comparing);
  const { compare } = useWrite.getState();
  const rerun = runs.find(({ runId }) => runId === comparing);
  const earlier = runs.find(({ runId }) => runId === rerun?.rerunOf);
  if (rerun === undefined || earlier === undefined) return null;
  return (
    <Dialog
      // Another comparison is another window: the focus begins in it anew.
      key={rerun.runId}
      title={t('write:rerun.title')}
      closeLabel={t('app:actions.close')}
      isOpen
      onClose={() => compare(null)}
      size="wide"
    >
      <Compared earlier={earlier} rerun={rerun} />
    </Dialog>
  );
}

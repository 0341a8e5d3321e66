/** What became of an answer, and what can be done next (F14). */
import { setInstruction, setSkill } from '#renderer/app/asking.ts';
import { chapterHeading } from '#shared/chapter-heading.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import {
  type Became,
  becameOf,
  candidateById,
  goToCandidate,
  restoreCandidate,
  setAside,
  undoWritten,
  useCandidates,
} from '#renderer/features/candidates/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { LinkButton } from '#renderer/ui/index.ts';
import type { RunView } from './run-view.ts';
import { askForFocus, useWrite } from './store.ts';

/** Null for a run that left no text for the page. */
export const useBecame = ({ candidateId, candidateState }: RunView): Became | null =>
  useCandidates((state) =>
    candidateId === null ? null : becameOf(state, candidateId, candidateState),
  );

/** It waits: where, or that its place is gone. */
function Waiting({ run, candidateId }: { run: RunView; candidateId: string }) {
  const { t } = useWords();
  const candidate = useCandidates((state) => candidateById(state, candidateId));
  const shown = useCandidates(({ pending }) =>
    pending.some((one) => one.candidateId === candidateId),
  );
  const title = useSession(
    ({ project }) =>
      project?.documents.find(({ documentId }) => documentId === run.documentId)?.title,
  );
  const heading = chapterHeading(title ?? '');
  const chapter = heading.label ?? heading.title;
  if (candidate?.stale === true && !shown) {
    const copy = () => {
      navigator.clipboard.writeText(candidate.text).catch(reportFailure);
    };
    return (
      <p className="run-sentence">
        {t('write:outcome.placeGone', { chapter })}{' '}
        <LinkButton onPress={copy}>{t('candidates:copy')}</LinkButton>{' '}
        <LinkButton onPress={() => void setAside(t, candidateId)}>
          {t('candidates:rejected')}
        </LinkButton>
      </p>
    );
  }
  return (
    <p className="run-sentence">
      {t(run.state === 'done' ? 'write:run.placed' : 'write:run.placedPart', { chapter })}{' '}
      <LinkButton onPress={() => goToCandidate(candidateId)}>{t('write:run.show')}</LinkButton>
    </p>
  );
}

/** Fills the field with what was asked, so that a word can be added. */
function askDifferently({ skillId, instruction }: RunView): void {
  setSkill(skillId);
  setInstruction(instruction);
  askForFocus();
}

/** The same once more, or in other words. */
function Next({ run, same }: { run: RunView; same: boolean }) {
  const { t } = useWords();
  const starting = useWrite((state) => state.starting);
  const { again } = useWrite.getState();
  return (
    <>
      {same && run.request !== null && (
        <LinkButton isDisabled={starting} onPress={() => void again(run.runId)}>
          {t('write:outcome.again')}
        </LinkButton>
      )}{' '}
      <LinkButton onPress={() => askDifferently(run)}>{t('write:outcome.differently')}</LinkButton>
    </>
  );
}

/** Where the text went: it waits in the page, or what was decided; and what can be done next. */
export function Outcome({ run }: { run: RunView }) {
  const { t } = useWords();
  const became = useBecame(run);
  const canUndo = useCandidates(
    ({ written, undone }) =>
      written !== null &&
      written.candidateId === run.candidateId &&
      !undone.has(written.candidateId),
  );
  const { candidateId } = run;
  if (candidateId === null || became === null) {
    return run.state === 'cancelled' ? (
      <p className="run-next">
        <Next run={run} same />
      </p>
    ) : null;
  }
  if (became === 'waiting') return <Waiting run={run} candidateId={candidateId} />;
  const isWritten = became === 'accepted' || became === 'partly';
  const canReturn = became === 'rejected' || became === 'setAside';
  return (
    <>
      <p className="ui-quiet">{t(`write:outcome.${became}`)}</p>
      <p className="run-next">
        {canUndo && <LinkButton onPress={undoWritten}>{t('app:actions.undo')}</LinkButton>}{' '}
        {canReturn && (
          <LinkButton onPress={() => void restoreCandidate(candidateId)}>
            {t('write:outcome.restore')}
          </LinkButton>
        )}{' '}
        <Next run={run} same={!isWritten} />
      </p>
    </>
  );
}

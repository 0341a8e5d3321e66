import { useSession } from '#renderer/app/session.ts';
import {
  candidateById,
  goToCandidate,
  useCandidates,
} from '#renderer/features/candidates/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { LinkButton } from '#renderer/ui/index.ts';
import { NewChapter } from './new-chapter.tsx';
import { observationOf } from './observation.ts';
import type { Call } from './rounds.ts';
import { nameOfPath } from '#renderer/app/step-words.ts';

/** A change the assistant proposes: nothing is written before the writer accepts it. */
export function CandidateLine({ call }: { call: Call }) {
  const { t } = useWords();
  const { data } = observationOf(call.result);
  const candidateId = typeof data?.candidateId === 'string' ? data.candidateId : null;
  const documents = useSession((session) => session.project?.documents) ?? [];
  const candidate = useCandidates((state) =>
    candidateId === null || state.setAside.has(candidateId)
      ? null
      : candidateById(state, candidateId),
  );
  if (candidateId === null) return null;
  const path = typeof data?.path === 'string' ? data.path : '';
  const chapter = nameOfPath(path, documents);
  if (candidate === null) {
    return <p className="chat-change ui-quiet">{t('assistant:change.decided', { chapter })}</p>;
  }
  if (candidate.newPath !== null) {
    return <NewChapter candidate={candidate} path={candidate.newPath} />;
  }
  return (
    <p className="chat-change">
      {t('assistant:change.waits', { chapter })}{' '}
      <LinkButton onPress={() => goToCandidate(candidateId)}>
        {t('assistant:change.show')}
      </LinkButton>
    </p>
  );
}

import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { useSession } from '#renderer/app/session.ts';
import { useCandidates } from '#renderer/features/candidates/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { LinkButton } from '#renderer/ui/index.ts';
import { Prose } from '../markdown/prose.tsx';
import { FilesLink } from './files-link.tsx';
import { NewChapter } from './new-chapter.tsx';
import { RoundView } from './round.tsx';
import type { Round, ThreadEntry } from './rounds.ts';

/** Chapters proposed in these rounds that still wait: they have no other place than this conversation. */
function WaitingChapters({ rounds }: { rounds: readonly Round[] }) {
  const items = useCandidates((state) => state.items);
  const setAside = useCandidates((state) => state.setAside);
  const turns = new Set(rounds.map(({ turnId }) => turnId));
  return items.map((candidate) =>
    candidate.newPath === null ||
    !turns.has(candidate.runId) ||
    setAside.has(candidate.candidateId) ? null : (
      <NewChapter key={candidate.candidateId} candidate={candidate} path={candidate.newPath} />
    ),
  );
}

type SummaryCardProps = { entry: Extract<ThreadEntry, { kind: 'summary' }> };

/** Older rounds that the model has as a summary. They themselves are one press away. */
export function SummaryCard({ entry }: SummaryCardProps) {
  const { t } = useWords();
  const language = useSession((session) => session.project?.language ?? 'zh-CN');
  const [isOpen, setIsOpen] = useState(false);
  const [hasRounds, setHasRounds] = useState(false);
  const { message, rounds } = entry;
  return (
    <li className="chat-summary">
      <Button className="chat-step-line" aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
        <ChevronRight size={14} aria-hidden className="chat-fold" />
        <span className="chat-step-words">
          {t('assistant:summary.title', { count: rounds.length })}
        </span>
      </Button>
      {isOpen && message !== null && <Prose text={message.content} lang={language} />}
      <div className="chat-remarks">
        <LinkButton aria-expanded={hasRounds} onPress={() => setHasRounds(!hasRounds)}>
          {t(hasRounds ? 'assistant:summary.hide' : 'assistant:summary.show')}
        </LinkButton>
        <FilesLink ids={message?.contextRefs ?? []} />
      </div>
      {!hasRounds && <WaitingChapters rounds={rounds} />}
      {hasRounds && (
        <ol className="chat-archived" aria-label={t('assistant:summary.rounds')}>
          {rounds.map((round) => (
            <RoundView key={round.key} round={round} isLive={false} />
          ))}
        </ol>
      )}
    </li>
  );
}

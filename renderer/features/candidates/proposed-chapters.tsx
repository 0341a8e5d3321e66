import { useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { focusPage } from '#renderer/app/page-focus.ts';
import { useSession } from '#renderer/app/session.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { Button, Dialog, FailureBlock, LinkButton } from '#renderer/ui/index.ts';
import type { Candidate } from '#shared/domain/candidate.ts';
import { chapterParts } from './chapter-parts.ts';
import { type CandidatesState, useCandidates } from './store.ts';
import { useNewChapter } from './use-new-chapter.ts';
import './candidates.css';

/** Chapters that are not there yet, and wait. */
const proposedIn = ({ items, setAside }: CandidatesState): Candidate[] =>
  items.filter(({ candidateId, newPath }) => newPath !== null && !setAside.has(candidateId));

/** Whose proposal it is, in a line that says so with the path. */
const wordsOf = (t: Translate, part: 'line' | 'by', { program, newPath }: Candidate): string => {
  const path = newPath ?? '';
  return program === null
    ? t(`candidates:newChapter.${part}.assistant`, { path })
    : t(`candidates:newChapter.${part}.program`, { path, program });
};

type ReadingProps = { candidate: Candidate; isWaiting: boolean; onClose: () => void };

/** A chapter that has no page yet, to be read and decided on. */
function Reading({ candidate, isWaiting, onClose }: ReadingProps) {
  const { t } = useWords();
  const language = useSession((session) => session.project?.language ?? 'zh-CN');
  const { busy, failure, accept, refuse } = useNewChapter(candidate);
  const { stale, newPath, text } = candidate;
  const { title, body } = chapterParts(text);
  /** The line it was opened from goes, so the focus has nowhere to go back to. */
  const leave = () => {
    onClose();
    requestAnimationFrame(focusPage);
  };
  const isGone = !isWaiting && !busy;
  return (
    <Dialog
      title={title ?? newPath ?? ''}
      closeLabel={t('app:actions.close')}
      isOpen
      onClose={isGone ? leave : onClose}
      footer={
        <>
          <Button
            variant="quiet"
            isDisabled={busy || isGone}
            onPress={() => {
              refuse();
              leave();
            }}
          >
            {t('candidates:newChapter.refuse')}
          </Button>
          <Button
            variant="primary"
            isDisabled={busy || isGone || stale}
            onPress={() => accept(leave)}
          >
            {t('candidates:newChapter.accept')}
          </Button>
        </>
      }
    >
      <p className="ui-lead">{wordsOf(t, 'by', candidate)}</p>
      {isGone && <p role="status">{t('candidates:newChapter.gone')}</p>}
      {stale && !isGone && <p className="candidate-taken">{t('candidates:newChapter.taken')}</p>}
      {failure !== null && !isGone && <FailureBlock error={failure} />}
      <p className="candidate-chapter" lang={language}>
        {body}
      </p>
    </Dialog>
  );
}

/** One quiet line for each chapter that the assistant or another program proposes, with the chapter one step away (N16). */
export function ProposedChapters() {
  const { t } = useWords();
  const proposed = useCandidates(useShallow(proposedIn));
  const [read, setRead] = useState<Candidate | null>(null);
  const waiting = proposed.find(({ candidateId }) => candidateId === read?.candidateId);
  return (
    <>
      {proposed.length > 0 && (
        <section className="proposed-chapters" aria-label={t('candidates:newChapter.label')}>
          {proposed.map((candidate) => (
            <LinkButton key={candidate.candidateId} onPress={() => setRead(candidate)}>
              {wordsOf(t, 'line', candidate)}
            </LinkButton>
          ))}
        </section>
      )}
      {read !== null && (
        <Reading
          key={read.candidateId}
          candidate={waiting ?? read}
          isWaiting={waiting !== undefined}
          onClose={() => setRead(null)}
        />
      )}
    </>
  );
}

/** The story of one thread on a rail: its places with their quotes, the silence since, and where it is due. */
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { FailureBlock, LinkButton } from '#renderer/ui/index.ts';
import type { EchoProposal, ThreadPlace } from '#shared/domain/thread.ts';
import { asShown } from '#shared/emphases.ts';
import { decideEcho, openEcho, useEchoesOf } from './echoes.ts';
import { isHeldBack } from './groups.ts';
import {
  type ListedThread,
  openPlace,
  restoreChapterOf,
  unmarkPlace,
  useThreads,
} from './store.ts';
import { type StoryPart, storyOf } from './thread-story.ts';
import { titledChapter, whereWords } from './thread-words.ts';

/** As on the lanes, which the rail is one of, upright. */
function RailSign({
  kind,
  isLate = false,
}: {
  kind: ThreadPlace['kind'] | 'due';
  isLate?: boolean;
}) {
  return (
    <svg
      className="threads-rail-sign"
      width="15"
      height="15"
      viewBox="-7.5 -7.5 15 15"
      aria-hidden="true"
    >
      {kind === 'opened' && <circle r={4.5} className="threads-opened" />}
      {kind === 'echoed' && <line x1={-5} x2={5} className="threads-echoed" />}
      {kind === 'paid' && <circle r={5} className="threads-paid" />}
      {kind === 'due' && (
        <path
          d="M0-5.5 5.5 0 0 5.5-5.5 0Z"
          className="threads-due"
          data-late={isLate || undefined}
        />
      )}
    </svg>
  );
}

function Place({ thread, place }: { thread: ListedThread; place: ThreadPlace }) {
  const { t } = useWords();
  const hasChapter = useSession(
    ({ project }) =>
      project?.documents.some(({ documentId }) => documentId === place.documentId) === true,
  );
  const isReadOnly = useSession(({ project }) => project?.readOnly === true);
  return (
    <li data-kind={place.kind} data-lost={place.found === null || undefined}>
      <RailSign kind={place.kind} />
      <div className="threads-place-head">
        <b>{t(`threads:kinds.${place.kind}`)}</b>
        <span className="ui-quiet">{whereWords(t, place)}</span>
      </div>
      <blockquote>{asShown(place.quote)}</blockquote>
      {place.chapterGone && isHeldBack(thread) && (
        <p className="threads-line-lost">{t('threads:holdsBack')}</p>
      )}
      <div className="threads-place-actions">
        {place.chapterGone && !isReadOnly && (
          <LinkButton onPress={() => void restoreChapterOf(place)}>
            {t('threads:restoreChapter')}
          </LinkButton>
        )}
        {hasChapter && (
          <LinkButton onPress={() => void openPlace(thread.threadId, place, t)}>
            {t(place.found ? 'threads:openPlace' : 'threads:openChapter')}
          </LinkButton>
        )}
        <LinkButton
          onPress={() =>
            void unmarkPlace(thread, place, t('threads:unmarked', { name: thread.title }))
          }
        >
          {t('threads:unmark')}
        </LinkButton>
      </div>
    </li>
  );
}

function Silence({ from, to, isForgotten }: Extract<StoryPart, { kind: 'silent' }>) {
  const { t } = useWords();
  return (
    <li data-kind="silent" data-bad={isForgotten || undefined}>
      <div className="threads-place-head">
        <b>{t('threads:kinds.silent')}</b>
        <span className="ui-quiet">{t('threads:silentFrom', { from, to })}</span>
      </div>
    </li>
  );
}

function Due({ chapter, isLate }: Extract<StoryPart, { kind: 'due' }>) {
  const { t } = useWords();
  const title = useSession(
    ({ project }) => project?.documents.find((one) => one.chapter === chapter)?.title,
  );
  return (
    <li data-kind="due" data-bad={isLate || chapter === null || undefined}>
      <RailSign kind="due" isLate={isLate} />
      <div className="threads-place-head">
        <b>{t('threads:kinds.due')}</b>
        <span className="ui-quiet">
          {chapter === null ? t('threads:dueGone') : titledChapter(t, chapter, title ?? '')}
        </span>
      </div>
    </li>
  );
}

/** A sentence that has words of the promise: nothing of it counts until the writer says so. */
function Proposal({ thread, proposal }: { thread: ListedThread; proposal: EchoProposal }) {
  const { t } = useWords();
  const isReadOnly = useSession(({ project }) => project?.readOnly === true);
  const { title: name } = thread;
  const { chapter, quote, shared } = proposal;
  const decide = (kind: 'echoed' | 'refused', said: string) => (): void =>
    void decideEcho(thread, proposal, { kind, said });
  return (
    <li data-kind="proposal">
      <div className="threads-place-head">
        <b>{t('threads:kinds.proposal')}</b>
        <span className="ui-quiet">{t('threads:chapter', { chapter })}</span>
      </div>
      <blockquote>{asShown(quote)}</blockquote>
      <p className="threads-shared ui-quiet">
        {t('threads:echo.shared', { words: shared.join(t('threads:echo.comma')) })}
      </p>
      <div className="threads-place-actions">
        {!isReadOnly && (
          <>
            <LinkButton onPress={decide('echoed', t('threads:echo.counted', { name }))}>
              {t('threads:echo.count')}
            </LinkButton>
            <LinkButton onPress={decide('refused', t('threads:echo.refused', { name }))}>
              {t('threads:echo.refuse')}
            </LinkButton>
          </>
        )}
        <LinkButton onPress={() => void openEcho(thread, proposal, t)}>
          {t('threads:openPlace')}
        </LinkButton>
      </div>
    </li>
  );
}

function Part({ thread, part }: { thread: ListedThread; part: StoryPart }) {
  switch (part.kind) {
    case 'place':
      return <Place thread={thread} place={part.place} />;
    case 'proposal':
      return <Proposal thread={thread} proposal={part.proposal} />;
    case 'silent':
      return <Silence {...part} />;
    case 'due':
      return <Due {...part} />;
  }
}

const keyOf = (part: StoryPart): string => {
  if (part.kind === 'place') return part.place.placeId;
  if (part.kind !== 'proposal') return part.kind;
  return `${part.proposal.documentId} ${part.proposal.start}`;
};

export function Places({ thread }: { thread: ListedThread }) {
  const now = useThreads(({ read }) => read?.now ?? 0);
  const { items, failure } = useEchoesOf(thread);
  return (
    <>
      <ol className="threads-places">
        {storyOf(thread, { now }, items).map((part) => (
          <Part key={keyOf(part)} thread={thread} part={part} />
        ))}
      </ol>
      {failure !== null && <FailureBlock error={failure} />}
    </>
  );
}

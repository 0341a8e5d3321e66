import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Episode, WorkingNote } from '#shared/domain/memory.ts';
import { chapterHeading } from '#shared/chapter-heading.ts';
import { useSession } from '#renderer/app/session.ts';
import { formatMoments } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { LinkButton } from '#renderer/ui/index.ts';
import { useMemory } from './store.ts';

type FoldProps = { title: string; remark?: string; children: ReactNode };

function Fold({ title, remark, children }: FoldProps) {
  const [open, setOpen] = useState(false);
  const Arrow = open ? ChevronDown : ChevronRight;
  return (
    <section>
      <h3 className="memory-head">
        <button
          type="button"
          className="memory-fold"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Arrow size={14} aria-hidden />
          <span>{title}</span>
          {remark !== undefined && <span>{remark}</span>}
        </button>
      </h3>
      {open && children}
    </section>
  );
}

type RecordProps = {
  record: Pick<Episode, 'text' | 'documentId'>;
  time: string;
  action?: ReactNode;
};

/** When each record was made, oldest first, told so that no two of them read the same. */
function useTimes(records: readonly { createdAt: number }[]): string[] {
  const { language } = useWords();
  return formatMoments(
    records.map(({ createdAt }) => createdAt),
    Date.now(),
    language,
  );
}

function RecordLine({ record, time, action }: RecordProps) {
  const documents = useSession((session) => session.project?.documents);
  const document = documents?.find((entry) => entry.documentId === record.documentId);
  const heading = document === undefined ? null : chapterHeading(document.title);
  return (
    <li className="memory-rule">
      <p className="memory-text">{record.text}</p>
      <p className="memory-facts">
        {heading !== null && <span>{heading.label ?? heading.title}</span>}
        <span>{time}</span>
        {action}
      </p>
    </li>
  );
}

/** Records of past work; three that fit the scene may go with a request. */
export function Episodes({ episodes }: { episodes: readonly Episode[] }) {
  const { t } = useWords();
  const total = useMemory((state) => state.episodesTotal);
  const times = useTimes(episodes.toReversed()).toReversed();
  const { removeEpisode } = useMemory.getState();
  return (
    <Fold
      title={t('memory:groups.episodes', { count: total })}
      {...(total > episodes.length
        ? { remark: t('memory:groups.latest', { count: episodes.length }) }
        : {})}
    >
      {episodes.length === 0 ? (
        <p className="memory-none">{t('memory:noEpisodes')}</p>
      ) : (
        <ul aria-label={t('memory:lists.episodes')}>
          {episodes.map((episode, index) => (
            <RecordLine
              key={episode.episodeId}
              record={episode}
              time={times[index] ?? ''}
              action={
                <LinkButton
                  aria-label={`${t('memory:delete')}: ${episode.text}`}
                  onPress={() => void removeEpisode(episode.episodeId, t('memory:episodeDeleted'))}
                >
                  {t('memory:delete')}
                </LinkButton>
              }
            />
          ))}
        </ul>
      )}
    </Fold>
  );
}

/** What this sitting remembers, until the project is closed. */
export function WorkingNotes({ notes }: { notes: readonly WorkingNote[] }) {
  const { t } = useWords();
  const times = useTimes(notes);
  return (
    <Fold
      title={t('memory:groups.working', { count: notes.length })}
      remark={t('memory:groups.workingHint')}
    >
      {notes.length === 0 ? (
        <p className="memory-none">{t('memory:noWorking')}</p>
      ) : (
        <ul aria-label={t('memory:lists.working')}>
          {notes.map((note, index) => (
            <RecordLine key={note.noteId} record={note} time={times[index] ?? ''} />
          ))}
        </ul>
      )}
    </Fold>
  );
}

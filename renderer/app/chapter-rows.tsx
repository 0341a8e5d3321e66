/** What stands above and behind rows that lie over the chapters of the book: their numbers, the volumes, one line through all. */
import { useWords } from '#renderer/i18n/index.ts';
import { type Book, percentOf, ticksOf, type Volume, volumesOf } from './chapter-axis.ts';
import { volumeName } from './group-name.ts';
import { useSession } from './session.ts';
import './chapter-rows.css';

export function ChapterHead({ volumes, book }: { volumes: readonly Volume[]; book: Book }) {
  return (
    <div className="chapters-row chapters-head" aria-hidden="true">
      <span />
      <span className="chapters-track" data-volumes={volumes.length > 0 || undefined}>
        {volumes.map(({ key, name, from, to }) => (
          <span
            key={key}
            className="chapters-volume"
            style={{ left: `${from}%`, width: `${to - from}%` }}
          >
            <span>{name}</span>
          </span>
        ))}
        {ticksOf(book).map((chapter) => (
          <span
            key={chapter}
            className="chapters-tick"
            data-now={chapter === book.now || undefined}
            style={{ left: `${percentOf(chapter, book)}%` }}
          >
            {chapter}
          </span>
        ))}
      </span>
    </div>
  );
}

/** Where volumes begin, and the chapter the book stands at: one line each, through all rows. */
export function ChapterRules({ volumes, book }: { volumes: readonly Volume[]; book: Book }) {
  return (
    <div className="chapters-row chapters-rules" aria-hidden="true">
      <span />
      <span className="chapters-track">
        {volumes.slice(1).map(({ key, from }) => (
          <span key={key} className="chapters-border" style={{ left: `${from}%` }} />
        ))}
        {book.now > 0 && (
          <span className="chapters-now" style={{ left: `${percentOf(book.now, book)}%` }} />
        )}
      </span>
    </div>
  );
}

export function useVolumes(): readonly Volume[] {
  const { t } = useWords();
  const documents = useSession((session) => session.project?.documents) ?? [];
  return volumesOf(documents, (group) => volumeName(t, group));
}

/** The threads as a table: what the lanes draw, in words; and the report of what went wrong (N13). */
import { useWords } from '#renderer/i18n/index.ts';
import { LinkButton } from '#renderer/ui/index.ts';
import { Quoted } from '#renderer/ui/quoted.tsx';
import { hasTrouble, placeToOpen, troubles } from './groups.ts';
import { type ListedThread, openPlace, selectThread, useThreads } from './store.ts';
import { placeWords, shortQuote, threadWords } from './thread-words.ts';

function PlaceLinks({ thread: { threadId, places } }: { thread: ListedThread }) {
  const { t } = useWords();
  return (
    <span className="threads-links">
      {places.map((place) =>
        place.found ? (
          <LinkButton key={place.placeId} onPress={() => void openPlace(threadId, place, t)}>
            {placeWords(t, place)}
          </LinkButton>
        ) : (
          <span key={place.placeId} className="ui-quiet">
            {placeWords(t, place)}
          </span>
        ),
      )}
    </span>
  );
}

/** Every thread with its state and its places. */
export function ThreadTable({ items }: { items: readonly ListedThread[] }) {
  const { t } = useWords();
  return (
    <table className="threads-table">
      <thead>
        <tr>
          {(['name', 'state', 'places', 'due'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`threads:columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((thread) => (
          <tr key={thread.threadId}>
            <th scope="row">
              <LinkButton onPress={() => selectThread(thread.threadId)}>{thread.title}</LinkButton>
            </th>
            <td>{t(`threads:states.${thread.stage}`)}</td>
            <td>
              <PlaceLinks thread={thread} />
            </td>
            <td>{thread.dueChapter ?? ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What was forgotten, is late, paid off without being opened, or lost; each line opens its place. */
export function ThreadReport({
  items,
  isAll,
}: {
  items: readonly ListedThread[];
  /** None is kept back by a filter. */
  isAll: boolean;
}) {
  const { t } = useWords();
  const silentAfter = useThreads((state) => state.silentAfter);
  const sections = troubles
    .map((trouble) => ({
      trouble,
      members: items.filter((one) => hasTrouble(one, trouble, silentAfter)),
    }))
    .filter(({ members }) => members.length > 0);
  if (sections.length === 0) {
    const words = t(isAll ? 'threads:report.nothing' : 'threads:report.nothingShown');
    return <p className="threads-calm">{words}</p>;
  }
  return sections.map(({ trouble, members }) => (
    <section key={trouble} className="threads-report">
      <h2 className="chapters-group">
        {t(`threads:report.${trouble}`, { count: silentAfter })}{' '}
        <span className="ui-quiet">{members.length}</span>
      </h2>
      <ul>
        {members.map((thread) => {
          const place = placeToOpen(thread, trouble);
          return (
            <li key={thread.threadId}>
              <button
                type="button"
                className="threads-line"
                onClick={() =>
                  place ? void openPlace(thread.threadId, place, t) : selectThread(thread.threadId)
                }
              >
                <span className="threads-line-name">{thread.title}</span>
                <span>{threadWords(t, thread)}</span>
                {place?.found === null && (
                  <span className="threads-line-lost">{placeWords(t, place)}</span>
                )}
                {place && <Quoted className="ui-quiet">{shortQuote(place.quote)}</Quoted>}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  ));
}

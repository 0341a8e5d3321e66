/** The threads as a table: what the lanes draw, in words; and the report of what went wrong (N13). */
import { useWords } from '#renderer/i18n/index.ts';
import { LinkButton } from '#renderer/ui/index.ts';
import type { ThreadPlace } from '#shared/domain/thread.ts';
import { hasTrouble, troubles } from './groups.ts';
import { type ListedThread, openPlace, selectThread, useThreads } from './store.ts';
import { placeWords, shortQuote, threadWords } from './thread-words.ts';

function PlaceLinks({ places }: { places: readonly ThreadPlace[] }) {
  const { t } = useWords();
  return (
    <span className="threads-links">
      {places.map((place) =>
        place.found ? (
          <LinkButton key={place.placeId} onPress={() => openPlace(place)}>
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
              <LinkButton onPress={() => selectThread(thread.threadId)}>{thread.name}</LinkButton>
            </th>
            <td>{t(`threads:states.${thread.state}`)}</td>
            <td>
              <PlaceLinks places={thread.places} />
            </td>
            <td>{thread.dueChapter ?? ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The place to begin at: the pay-off that nobody opened, else the last one that is found. */
const placeToOpen = ({ places }: ListedThread): ThreadPlace | undefined =>
  places.findLast(({ found }) => found !== null) ?? places.at(-1);

/** What was forgotten, is late, paid off without being opened, or lost; each line opens its place. */
export function ThreadReport({ items }: { items: readonly ListedThread[] }) {
  const { t } = useWords();
  const silentAfter = useThreads((state) => state.silentAfter);
  const sections = troubles
    .map((trouble) => ({
      trouble,
      members: items.filter((one) => hasTrouble(one, trouble, silentAfter)),
    }))
    .filter(({ members }) => members.length > 0);
  if (sections.length === 0) return <p className="threads-calm">{t('threads:report.nothing')}</p>;
  return sections.map(({ trouble, members }) => (
    <section key={trouble} className="threads-report">
      <h2 className="threads-group">
        {t(`threads:report.${trouble}`, { count: silentAfter })}{' '}
        <span className="ui-quiet">{members.length}</span>
      </h2>
      <ul>
        {members.map((thread) => {
          const place = placeToOpen(thread);
          return (
            <li key={thread.threadId}>
              <button
                type="button"
                className="threads-line"
                onClick={() => (place ? openPlace(place) : selectThread(thread.threadId))}
              >
                <span className="threads-line-name">{thread.name}</span>
                <span>{threadWords(t, thread)}</span>
                {place && <q className="ui-quiet">{shortQuote(place.quote)}</q>}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  ));
}

/** The threads as lanes over the chapters of the book: drawn in percent, so that every width and length fits. */
import { type KeyboardEvent, useState } from 'react';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import type { Book } from '#renderer/app/chapter-axis.ts';
import { ChapterHead, ChapterRules, useVolumes } from '#renderer/app/chapter-rows.tsx';
import { useRoving } from '#renderer/ui/roving.ts';
import { type Group, groupOf, groups, openAtOnce } from './groups.ts';
import { type LaneSign, laneOf } from './lane-geometry.ts';
import { type ListedThread, openPlace, selectThread, useThreads } from './store.ts';
import { placeWords, shortQuote, threadWords } from './thread-words.ts';

const middle = 17;

/** Circle opened, tick echoed, disc paid off, diamond due. */
export function Sign({
  sign,
  isLate,
  isChosen,
}: {
  sign: LaneSign;
  isLate: boolean;
  isChosen: boolean;
}) {
  const x = `${sign.at}%`;
  const chosen = isChosen ? <circle cx={x} cy={middle} r={9} className="threads-chosen" /> : null;
  switch (sign.look) {
    case 'opened':
      return (
        <>
          {chosen}
          <circle cx={x} cy={middle} r={4.5} className="threads-opened" />
        </>
      );
    case 'paid':
      return (
        <>
          {chosen}
          <circle cx={x} cy={middle} r={5} className="threads-paid" />
        </>
      );
    case 'echoed':
      return (
        <>
          {chosen}
          <line x1={x} x2={x} y1={middle - 5} y2={middle + 5} className="threads-echoed" />
        </>
      );
    case 'due':
      return (
        <svg x={x} y={middle} overflow="visible" aria-hidden="true">
          <path
            d="M0-5.5 5.5 0 0 5.5-5.5 0Z"
            className="threads-due"
            data-late={isLate || undefined}
          />
        </svg>
      );
  }
}

/** What is written on a lane: how late, or how long silent. */
const laneLabel = (t: Translate, { lateBy, silentFor, stage, problems }: ListedThread) => {
  if (lateBy > 0) return { words: t('threads:late', { count: lateBy }), isBad: true };
  if (stage === 'forgotten')
    return { words: t('threads:silent', { count: silentFor }), isBad: true };
  if (problems.includes('quiet'))
    return { words: t('threads:silent', { count: silentFor }), isBad: false };
  const [problem] = problems;
  return problem ? { words: t(`threads:problems.${problem}`), isBad: true } : null;
};

function LaneDrawing({
  thread,
  book,
  chosen,
}: {
  thread: ListedThread;
  book: Book;
  chosen: string | null;
}) {
  const silentAfter = useThreads((state) => state.silentAfter);
  const { lines, signs, isLate } = laneOf(thread, book, silentAfter);
  return (
    <svg className="threads-drawing" width="100%" height={middle * 2} aria-hidden="true">
      {lines.map(({ look, from, to }) => (
        <line
          key={`${look}-${from}`}
          x1={`${from}%`}
          x2={`${to}%`}
          y1={middle}
          y2={middle}
          className={`threads-${look}`}
        />
      ))}
      {signs.map((sign) => (
        <Sign key={sign.key} sign={sign} isLate={isLate} isChosen={sign.key === chosen} />
      ))}
    </svg>
  );
}

type LaneProps = {
  thread: ListedThread;
  book: Book;
  rowProps: object;
  chosen: string | null;
  onChoose: (placeId: string | null) => void;
};

function LaneRow({ thread, book, rowProps, chosen, onChoose }: LaneProps) {
  const { t } = useWords();
  const isSelected = useThreads(({ selected }) => selected === thread.threadId);
  const label = laneLabel(t, thread);
  const { places } = thread;
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = places.findIndex(({ placeId }) => placeId === chosen);
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const place = places[at + step];
    if (step !== 0) {
      event.preventDefault();
      if (place) onChoose(place.placeId);
    } else if (event.key === 'Enter' && place) {
      event.preventDefault();
      void openPlace(thread.threadId, place, t);
    }
  };
  return (
    <li>
      <button
        type="button"
        className="chapters-row threads-lane"
        aria-pressed={isSelected}
        data-done={thread.stage === 'paid' || undefined}
        onClick={() => selectThread(isSelected ? null : thread.threadId)}
        onKeyDown={onKeyDown}
        {...rowProps}
      >
        <span className="threads-name">{thread.title}</span>
        <span className="chapters-track">
          <LaneDrawing thread={thread} book={book} chosen={chosen} />
        </span>
        {label && (
          <span className="threads-label" data-bad={label.isBad || undefined}>
            {label.words}
          </span>
        )}
        <span className="ui-hidden">{threadWords(t, thread)}</span>
      </button>
    </li>
  );
}

function OpenAtOnce({ items, book }: { items: readonly ListedThread[]; book: Book }) {
  const { t } = useWords();
  const counts = openAtOnce(items, book);
  const max = Math.max(0, ...counts);
  if (max === 0) return null;
  const steps = counts.map((count, index) => `H${index}V${max - count}H${index + 1}`).join('');
  return (
    <div className="chapters-row threads-at-once">
      <span>
        {t('threads:atOnce')}
        <br />
        <span className="ui-quiet">
          {t('threads:most', { count: max, chapter: counts.indexOf(max) + 1 })}
        </span>
      </span>
      <svg
        className="threads-area"
        viewBox={`0 0 ${Math.max(1, book.chapters)} ${max}`}
        preserveAspectRatio="none"
        width="100%"
        height="48"
        aria-hidden="true"
      >
        <path d={`M0 ${max}${steps}V${max}Z`} />
      </svg>
    </div>
  );
}

/** ↑ ↓ go from lane to lane, ← → from place to place, Enter opens the place. */
export function Lanes({ items, book }: { items: readonly ListedThread[]; book: Book }) {
  const { t } = useWords();
  const [chosen, setChosen] = useState<{ threadId: string; placeId: string } | null>(null);
  const grouped = groups.map((group): [Group, ListedThread[]] => [
    group,
    items.filter((one) => groupOf(one) === group),
  ]);
  const order = grouped.flatMap(([, members]) => members);
  const { listProps, rowProps } = useRoving(order.map(({ threadId }) => threadId));
  const place = order
    .find(({ threadId }) => threadId === chosen?.threadId)
    ?.places.find(({ placeId }) => placeId === chosen?.placeId);
  const volumes = useVolumes();
  return (
    <div className="chapters-lines" {...listProps}>
      <ChapterHead volumes={volumes} book={book} />
      <ChapterRules volumes={volumes} book={book} />
      {grouped.map(([group, members]) =>
        members.length === 0 ? null : (
          <section key={group} aria-label={t(`threads:groups.${group}`)}>
            <h2 className="chapters-group">
              {t(`threads:groups.${group}`)} <span className="ui-quiet">{members.length}</span>
            </h2>
            <ul>
              {members.map((thread) => (
                <LaneRow
                  key={thread.threadId}
                  thread={thread}
                  book={book}
                  rowProps={rowProps(thread.threadId, thread === order[0])}
                  chosen={chosen?.threadId === thread.threadId ? chosen.placeId : null}
                  onChoose={(placeId) =>
                    setChosen(placeId === null ? null : { threadId: thread.threadId, placeId })
                  }
                />
              ))}
            </ul>
          </section>
        ),
      )}
      <OpenAtOnce items={items} book={book} />
      <p className="ui-hidden" role="status">
        {place ? `${placeWords(t, place)} ${shortQuote(place.quote)}` : ''}
      </p>
    </div>
  );
}

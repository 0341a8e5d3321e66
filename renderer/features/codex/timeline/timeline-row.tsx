/** One line of the timeline: its name leads to the entry, each mark to the chapter. */
import { type KeyboardEvent, memo } from 'react';
import type { Book } from '#renderer/app/chapter-axis.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { RowFocus } from '#renderer/ui/roving.ts';
import { validityWords } from '../facts.ts';
import { openWorld } from '../world/store.ts';
import { joinedMarks, spanOf, type TimelineRow } from './rows.ts';
import { Mark } from './timeline-mark.tsx';

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** ← → walk over a row's name and its marks; ↑ ↓ from a mark lead back to the name, which the list walks from. */
export const walk = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = buttons.indexOf(event.target as HTMLElement);
  const isUpOrDown = event.key === 'ArrowUp' || event.key === 'ArrowDown';
  const next = isUpOrDown && at > 0 ? 0 : at + (steps[event.key] ?? 0);
  if (at < 0 || next === at) return;
  event.preventDefault();
  buttons[next]?.focus();
};

type LineProps = { row: TimelineRow; book: Book; width: number };

function Line({ row, book, width }: LineProps) {
  if (row.group === 'undated') return null;
  const { from, to } = spanOf(row, book.chapters);
  return (
    <>
      <span
        className="timeline-line"
        data-group={row.group}
        style={{ left: `${from}%`, width: `${to - from}%` }}
      />
      {joinedMarks(row.marks, book.chapters, width).map((joined) => (
        <Mark
          key={`${joined.marks[0].look}-${joined.marks[0].chapter}`}
          {...joined}
          book={book}
          rowKey={row.key}
        />
      ))}
    </>
  );
}

type RowProps = LineProps & Pick<RowFocus, 'tabIndex'>;

/**
 * The cells of a row, drawn anew only where they changed: each arrow key moves the focus.
 * `width`: that of the chapters, px.
 */
export const TimelineCells = memo(function TimelineCells({ tabIndex, ...line }: RowProps) {
  const { t, language } = useWords();
  const bookLanguage = useSession(({ project }) => project?.language);
  const { row } = line;
  const isUndated = row.group === 'undated';
  const when = isUndated ? '' : (validityWords(t, language, row) ?? t('codex:timeline.always'));
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: rows are placed absolutely inside of a grid; the button has the focus */}
      <span role="gridcell" className="timeline-name-cell">
        <button
          type="button"
          className="timeline-name"
          lang={bookLanguage}
          onClick={() => openWorld(row.entityId)}
          data-rove={row.key}
          tabIndex={tabIndex}
        >
          {row.name}
        </button>
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the marks have the focus */}
      <span role="gridcell" className="chapters-track timeline-track">
        <Line {...line} />
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: only read */}
      <span role="gridcell" className="timeline-words">
        {when}
      </span>
    </>
  );
});

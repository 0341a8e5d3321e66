/** One line of the timeline: its name leads to the entry, each mark to the chapter. */
import { type KeyboardEvent, memo } from 'react';
import type { Book } from '#renderer/app/chapter-axis.ts';
import { closeBookView } from '#renderer/app/book-view.ts';
import { useSession } from '#renderer/app/session.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import type { RowFocus } from '#renderer/ui/roving.ts';
import { validityWords } from '../facts.ts';
import { openWorld } from '../world/store.ts';
import { placeOf, spanOf, type TimelineMark, type TimelineRow } from './rows.ts';

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** ← → walk over a row's name and its marks; ↑ ↓ from a mark lead back to the name, which the list walks from. */
const walk = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = buttons.findIndex((button) => button === event.target);
  const isUpOrDown = event.key === 'ArrowUp' || event.key === 'ArrowDown';
  const next = isUpOrDown && at > 0 ? 0 : at + (steps[event.key] ?? 0);
  if (at < 0 || next === at) return;
  event.preventDefault();
  buttons[next]?.focus();
};

const markWords = (t: Translate, mark: TimelineMark): string => {
  const { chapter, look } = mark;
  if (look !== 'changes') return t(`codex:timeline.${look}`, { chapter });
  const said = mark.changes.map(
    ({ label, text }) =>
      `${label}${t('codex:colon')}${text === '' ? t('codex:details.ends') : text}`,
  );
  return t('codex:timeline.changes', { chapter, said: said.join(t('codex:world.semicolon')) });
};

function Mark({ mark, book, rowKey }: { mark: TimelineMark; book: Book; rowKey: string }) {
  const { t } = useWords();
  const { chapter, look } = mark;
  const isThere = chapter <= book.chapters;
  const words = markWords(t, mark);
  const told = isThere ? words : `${words} ${t('codex:timeline.beyond')}`;
  const open = () => {
    const { project, openDocument } = useSession.getState();
    const document = project?.documents.find((one) => one.chapter === chapter);
    if (!document) return;
    closeBookView();
    openDocument(document.documentId);
  };
  return (
    <button
      type="button"
      className="timeline-mark"
      data-look={look}
      data-rove-of={rowKey}
      tabIndex={-1}
      aria-label={told}
      aria-disabled={!isThere || undefined}
      title={told}
      style={{ left: `${placeOf(mark, book.chapters)}%` }}
      onClick={open}
    />
  );
}

type RowProps = { row: TimelineRow; book: Book } & Pick<RowFocus, 'tabIndex'>;

/** Drawn anew only where it changed: there are hundreds, and each arrow key moves the focus. */
export const TimelineRowLine = memo(function TimelineRowLine({ row, book, tabIndex }: RowProps) {
  const { t, language } = useWords();
  const bookLanguage = useSession(({ project }) => project?.language);
  const { from, to } = spanOf(row, book.chapters);
  return (
    <li className="chapters-row timeline-row" onKeyDown={walk}>
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
      <span className="chapters-track timeline-track">
        <span
          className="timeline-line"
          data-group={row.group}
          style={{ left: `${from}%`, width: `${to - from}%` }}
        />
        {row.marks.map((mark) => (
          <Mark key={`${mark.look}-${mark.chapter}`} mark={mark} book={book} rowKey={row.key} />
        ))}
      </span>
      <span className="timeline-words">
        {validityWords(t, language, row) ?? t('codex:timeline.always')}
      </span>
    </li>
  );
});

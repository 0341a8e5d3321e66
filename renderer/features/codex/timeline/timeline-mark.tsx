/** What stands on a row's line: a mark leads to its chapter, several without room beside each other to a list of theirs. */
import { type KeyboardEvent, useRef, useState } from 'react';
import type { Book } from '#renderer/app/chapter-axis.ts';
import { closeBookView } from '#renderer/app/book-view.ts';
import { useSession } from '#renderer/app/session.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { MenuAt } from '#renderer/ui/index.ts';
import type { JoinedMarks, TimelineMark } from './rows.ts';

const markWords = (t: Translate, mark: TimelineMark, { chapters }: Book): string => {
  const { chapter, look } = mark;
  const beyond = chapter <= chapters ? '' : ` ${t('codex:timeline.beyond')}`;
  if (look !== 'changes') return `${t(`codex:timeline.${look}`, { chapter })}${beyond}`;
  const said = mark.changes
    .map(
      ({ label, text }) =>
        `${label}${t('codex:colon')}${text === '' ? t('codex:details.ends') : text}`,
    )
    .join(t('codex:world.semicolon'));
  return `${t('codex:timeline.changes', { chapter, said })}${beyond}`;
};

function openChapter(chapter: number): void {
  const { project, openDocument } = useSession.getState();
  const document = project?.documents.find((one) => one.chapter === chapter);
  if (!document) return;
  closeBookView();
  openDocument(document.documentId);
}

type MarkProps = JoinedMarks & { book: Book; rowKey: string };

function SingleMark({ place, marks: [mark], book, rowKey }: MarkProps) {
  const { t } = useWords();
  const words = markWords(t, mark, book);
  return (
    <button
      type="button"
      className="timeline-mark"
      data-look={mark.look}
      data-rove-of={rowKey}
      tabIndex={-1}
      aria-label={words}
      aria-disabled={mark.chapter > book.chapters || undefined}
      title={words}
      style={{ left: `${place}%` }}
      onClick={() => openChapter(mark.chapter)}
    />
  );
}

function SeveralMarks({ place, marks, book, rowKey }: MarkProps) {
  const { t } = useWords();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const from = marks[0].chapter;
  const to = marks.at(-1)?.chapter ?? from;
  const count = marks.length;
  const words =
    from === to
      ? t('codex:timeline.joinedIn', { count, chapter: from })
      : t('codex:timeline.joined', { count, from, to });
  const entries = marks.map((mark) => ({
    id: `${mark.look}-${mark.chapter}`,
    label: markWords(t, mark, book),
    isDisabled: mark.chapter > book.chapters,
    onAction: () => openChapter(mark.chapter),
  }));
  // A click that a key makes counts as a screen reader's, to whom the menu would leave the choice of its first line.
  const openByKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    setOpen(true);
  };
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="timeline-mark"
        data-look="joined"
        data-rove-of={rowKey}
        tabIndex={-1}
        aria-label={words}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        title={entries.map(({ label }) => label).join('\n')}
        style={{ left: `${place}%` }}
        onKeyDown={openByKey}
        onClick={() => setOpen(true)}
      >
        <span>{count}</span>
      </button>
      {isOpen && <MenuAt label={words} entries={entries} anchor={button} onClose={close} />}
    </>
  );
}

export function Mark(props: MarkProps) {
  return props.marks.length === 1 ? <SingleMark {...props} /> : <SeveralMarks {...props} />;
}

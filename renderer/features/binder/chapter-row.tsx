import { Ellipsis, FileClock, GripVertical } from 'lucide-react';
import { type KeyboardEvent, memo, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { chapterHeading } from '#shared/chapter-heading.ts';
import { showChapterBeside } from '#renderer/app/beside.ts';
import { shortLabel } from '#renderer/app/chapter-label.ts';
import { openHistory } from '#renderer/app/history-screen.ts';
import { useHost } from '#renderer/app/host.ts';
import { focusPage } from '#renderer/app/page-focus.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useChapterWords } from '#renderer/app/counts.ts';
import { openProjectId, useSession } from '#renderer/app/session.ts';
import { FenceMark, openChapterSettings } from '#renderer/features/chapter/index.ts';
import { proposeSynopsis } from '#renderer/features/synopses/index.ts';
import { formatCount } from '#renderer/i18n/format.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { IconButton, isTooLong, Menu, type MenuEntry, TextField } from '#renderer/ui/index.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { longestTitle } from '#shared/domain/project.ts';
import { askForVolume, deleteChapter, renameChapter, startRenaming, useBinder } from './actions.ts';
import { shiftChapter } from './move-chapter.ts';
import { chapterAfter, mergeWithNext } from './split-merge.ts';

/** A chapter's name, edited in its place. Enter takes it, and so does who goes on elsewhere; Esc leaves it. */
function RenameField({ document }: { document: DocumentInfo }) {
  const { t } = useWords();
  const [title, setTitle] = useState(document.title);
  // What another window made of it meanwhile is not taken back by a field in which nothing was written.
  const begun = useRef(document.title);
  const field = useRef<HTMLDivElement>(null);
  const hasEnded = useRef(false);
  const { renamingFrom } = useBinder.getState();
  const leave = () => {
    hasEnded.current = true;
    // Before the field goes, with which the keys would go.
    if (renamingFrom === 'line') field.current?.closest<HTMLElement>('[role="row"]')?.focus();
    useBinder.setState({ renaming: null });
    if (renamingFrom === 'page') focusPage();
  };
  const take = () => {
    const name = title.trim();
    if (isTooLong(name, longestTitle)) return;
    if (name === '' || name === begun.current) return leave();
    hasEnded.current = true;
    if (renamingFrom === 'line') leave();
    // The page is written in once it has its new title, and also where that was refused.
    const ended = renameChapter(t, document, name).catch(reportFailure);
    return void ended.then(renamingFrom === 'page' ? focusPage : undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') take();
    if (event.key === 'Escape') leave();
  };
  const onBlur = () => {
    // The window lost it, and has it back with the field.
    if (!window.document.hasFocus()) return;
    // What cannot be taken stays in the field, which says so.
    if (!hasEnded.current && isTooLong(title, longestTitle)) return;
    const name = title.trim();
    useBinder.setState({ renaming: null });
    // The field that goes after a key loses the focus too.
    if (hasEnded.current || name === '' || name === begun.current) return;
    renameChapter(t, document, name).catch(reportFailure);
  };
  return (
    <div className="binder-rename" data-escape ref={field} onKeyDownCapture={onKeyDown}>
      <TextField
        label={t('binder:renameField')}
        hideLabel
        value={title}
        onChange={setTitle}
        onBlur={onBlur}
        longest={longestTitle}
        autoFocus
        onFocus={(event) => event.target.select()}
      />
    </div>
  );
}

/** Where it goes: a place up or down, or another volume. */
const placeEntries = (t: Translate, documentId: string): MenuEntry[] => [
  {
    id: 'up',
    label: t('binder:menu.moveUp'),
    shortcut: 'Alt+Up',
    onAction: () => {
      shiftChapter(t, documentId, -1).catch(reportFailure);
    },
  },
  {
    id: 'down',
    label: t('binder:menu.moveDown'),
    shortcut: 'Alt+Down',
    onAction: () => {
      shiftChapter(t, documentId, 1).catch(reportFailure);
    },
  },
  {
    id: 'volume',
    label: t('binder:menu.volume'),
    onAction: () => askForVolume({ documentId }),
  },
];

function chapterEntries(t: Translate, document: DocumentInfo): MenuEntry[] {
  const canReveal = useHost.getState().capabilities?.revealFile ?? false;
  const readOnly = useSession.getState().project?.readOnly ?? false;
  const { documentId } = document;
  const reveal = () => {
    const projectId = openProjectId();
    if (projectId === undefined) return;
    call('host:revealFile', { projectId, documentId }).catch(reportFailure);
  };
  const changing: MenuEntry[] = [
    {
      id: 'rename',
      label: t('binder:menu.rename'),
      shortcut: 'F2',
      onAction: () => startRenaming(documentId, 'line'),
    },
    ...placeEntries(t, documentId),
    ...(chapterAfter(documentId) === null
      ? []
      : [
          {
            id: 'merge',
            label: t('binder:menu.merge'),
            onAction: () => {
              mergeWithNext(t, documentId).catch(reportFailure);
            },
          },
        ]),
    {
      id: 'settings',
      label: t('chapter:menu'),
      shortcut: 'Shift+F2',
      onAction: () => openChapterSettings(documentId),
    },
    {
      id: 'synopsis',
      label: t('synopses:one.menu'),
      onAction: () => void proposeSynopsis(documentId),
    },
  ];
  return [
    ...(readOnly ? [] : changing),
    {
      id: 'history',
      label: t('binder:menu.history'),
      shortcut: 'Mod+Alt+H',
      onAction: () => {
        useSession.getState().openDocument(documentId);
        openHistory();
      },
    },
    besideEntry(t, documentId),
    ...(canReveal ? [{ id: 'reveal', label: t('binder:menu.reveal'), onAction: reveal }] : []),
    ...(readOnly
      ? []
      : [
          { id: 'line', separator: true as const },
          {
            id: 'delete',
            label: t('binder:menu.delete'),
            onAction: () => {
              deleteChapter(t, document).catch(reportFailure);
            },
          },
        ]),
  ];
}

const besideEntry = (t: Translate, documentId: string): MenuEntry => ({
  id: 'beside',
  label: t('beside:open'),
  onAction: () => showChapterBeside(documentId),
});

/** Its whole title and, where it has one, what happens in it. */
const hoverWords = ({ title, synopsis }: DocumentInfo): string =>
  synopsis === '' ? title : `${title}\n\n${synopsis}`;

/** A small mark: the text went on since the chapter's synopsis was written (E3). */
function StaleSynopsisMark() {
  const { t } = useWords();
  const words = t('binder:staleSynopsis');
  return (
    <span className="binder-stale" title={words}>
      <FileClock size={12} aria-hidden />
      <span className="ui-hidden">{words}</span>
    </span>
  );
}

function ChapterLine({ document }: { document: DocumentInfo }) {
  const { t, language } = useWords();
  const { label, title } = chapterHeading(document.title);
  const bookLanguage = useSession(({ project }) => project?.language);
  const count = useChapterWords(document.documentId, document.wordCount);
  const words = formatCount(count, language);
  return (
    <div className="ui-row binder-row">
      <Button slot="drag" className="binder-grip" aria-label={t('binder:drag', { title })}>
        <GripVertical size={12} aria-hidden />
      </Button>
      {label !== null && <ChapterLabel label={label} chapter={document.chapter} />}
      <span className="ui-row-title" lang={bookLanguage} title={hoverWords(document)}>
        {title}
      </span>
      {document.synopsisStale === true && <StaleSynopsisMark />}
      <FenceMark fence={document.fence} />
      <span className="ui-row-count" title={t('binder:words', { count })}>
        {words}
      </span>
      <Menu label={t('binder:menu.label', { title })} entries={() => chapterEntries(t, document)}>
        <IconButton icon={Ellipsis} size="small" label={t('binder:menu.label', { title })} />
      </Menu>
    </div>
  );
}

function ChapterLabel({ label, chapter }: { label: string; chapter: number }) {
  const short = shortLabel(label, chapter);
  const kind = short === label ? 'ui-row-label' : 'ui-row-label binder-number';
  return <span className={kind}>{short}</span>;
}

/** What a chapter's line holds: its name and count, or the field its name is edited in. */
export const ChapterRow = memo(function ChapterRow({ document }: { document: DocumentInfo }) {
  const renaming = useBinder((binder) => binder.renaming === document.documentId);
  return renaming ? <RenameField document={document} /> : <ChapterLine document={document} />;
});

import { useMemo } from 'react';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { openDialog } from '#renderer/app/dialogs.ts';
import { openHistory } from '#renderer/app/history-screen.ts';
import { useHost } from '#renderer/app/host.ts';
import { closeProject } from '#renderer/app/open-project.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { openDocumentInfo, useSession } from '#renderer/app/session.ts';
import { chapterMeant, chapterToChange, focusedBelow } from '#renderer/app/chapter-meant.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import type { Shortcut } from '#renderer/ui/keys.ts';
import {
  confirmFences,
  createChapter,
  deleteChapter,
  openNeighbour,
  startRenaming,
} from './actions.ts';
import { shiftChapter } from './move-chapter.ts';

const isChapterOpen = () => openDocumentInfo(useSession.getState()) !== null;
const isWritable = () => useSession.getState().project?.readOnly === false;
const canChange = () => chapterToChange() !== null;

const areFencesUnknown = () =>
  useSession.getState().project?.documents.some(({ fence }) => fence?.unknown) === true;

const rename = () => {
  const document = chapterToChange();
  if (document === null) return;
  const isOnLine = focusedBelow()?.closest('.binder-tree') instanceof Element;
  startRenaming(document.documentId, isOnLine ? 'line' : 'page');
};

const showHistory = () => {
  const { documentId, openDocument } = useSession.getState();
  const document = chapterMeant();
  if (document === null) return;
  if (document.documentId !== documentId) openDocument(document.documentId);
  openHistory();
};

const shift = (t: Translate, by: -1 | 1) => () => {
  const document = chapterToChange();
  if (document !== null) shiftChapter(t, document.documentId, by).catch(reportFailure);
};

/** Browsers keep Ctrl N for their own windows. */
const useNewChapterShortcut = (): Shortcut =>
  useHost((host) => (host.capabilities?.host === 'web' ? 'Mod+Alt+N' : 'Mod+N'));

const remove = (t: Translate) => () => {
  const document = chapterToChange();
  if (document !== null) deleteChapter(t, document).catch(reportFailure);
};

const chapterCommands = (t: Translate): Command[] => [
  {
    id: 'chapter.rename',
    titleKey: 'binder:commands.rename',
    alsoKey: 'palette:also.chapterRename',
    group: 'writing',
    shortcut: 'F2',
    // A row elsewhere that has the focus is the one to be renamed.
    shortcutWhen: () => !document.activeElement?.closest('[data-renames]'),
    when: canChange,
    run: rename,
  },
  {
    id: 'chapter.history',
    titleKey: 'history:command',
    alsoKey: 'palette:also.history',
    group: 'writing',
    shortcut: 'Mod+Alt+H',
    when: () => chapterMeant() !== null,
    run: showHistory,
  },
  {
    id: 'chapter.next',
    titleKey: 'binder:commands.next',
    group: 'writing',
    shortcut: 'Mod+Alt+Down',
    when: isChapterOpen,
    run: () => openNeighbour(1),
  },
  {
    id: 'chapter.previous',
    titleKey: 'binder:commands.previous',
    group: 'writing',
    shortcut: 'Mod+Alt+Up',
    when: isChapterOpen,
    run: () => openNeighbour(-1),
  },
  {
    id: 'chapter.moveUp',
    titleKey: 'binder:commands.moveUp',
    group: 'writing',
    when: canChange,
    run: shift(t, -1),
  },
  {
    id: 'chapter.moveDown',
    titleKey: 'binder:commands.moveDown',
    group: 'writing',
    when: canChange,
    run: shift(t, 1),
  },
  {
    id: 'chapter.delete',
    titleKey: 'binder:commands.delete',
    alsoKey: 'palette:also.chapterDelete',
    group: 'writing',
    when: canChange,
    run: remove(t),
  },
];

const newChapterCommand = (t: Translate, shortcut: Shortcut): Command => ({
  id: 'chapter.new',
  titleKey: 'binder:commands.new',
  alsoKey: 'palette:also.chapterNew',
  group: 'writing',
  shortcut,
  alternatives: ['Mod+N'],
  when: isWritable,
  run: () => void createChapter(t).catch(reportFailure),
});

const bookCommands: readonly Command[] = [
  {
    id: 'chapter.deleted',
    titleKey: 'binder:commands.deleted',
    alsoKey: 'palette:also.chaptersDeleted',
    group: 'writing',
    when: isWritable,
    run: () => openDialog('deleted'),
  },
  {
    id: 'fences.confirm',
    titleKey: 'binder:commands.confirmFences',
    group: 'project',
    when: () => isWritable() && areFencesUnknown(),
    run: () => void confirmFences().catch(reportFailure),
  },
  {
    id: 'project.open',
    titleKey: 'binder:project.open',
    alsoKey: 'palette:also.project',
    group: 'project',
    shortcut: 'Mod+O',
    run: () => void closeProject().catch(reportFailure),
  },
];

export function useBinderCommands(): void {
  const { t } = useWords();
  const newChapter = useNewChapterShortcut();
  useCommands(
    useMemo(
      () => [newChapterCommand(t, newChapter), ...chapterCommands(t), ...bookCommands],
      [t, newChapter],
    ),
  );
}

/** The ways to what stands beside the page (W5). */
import type { Translate } from '#renderer/i18n/index.ts';
import type { MenuEntry } from '#renderer/ui/index.ts';
import {
  chapterToShow,
  chapterToSwap,
  closeBeside,
  showBeside,
  showChapterBeside,
  swapChapters,
} from './beside.ts';
import type { Command } from './commands.ts';
import { useLayout } from './layout.ts';
import { showPage } from './page-place.ts';

const isShown = (): boolean => useLayout.getState().beside !== null;

function openChapter(): void {
  const documentId = chapterToShow();
  if (documentId === null) return;
  showPage();
  showChapterBeside(documentId);
}

const openPanel = (id: 'codex' | 'notes') => (): void => {
  showPage();
  showBeside({ kind: 'panel', id });
};

export const besideCommands: readonly Command[] = [
  {
    id: 'beside.chapter',
    titleKey: 'beside:commands.chapter',
    group: 'view',
    when: () => chapterToShow() !== null,
    run: openChapter,
  },
  {
    id: 'beside.codex',
    titleKey: 'beside:commands.codex',
    group: 'view',
    run: openPanel('codex'),
  },
  {
    id: 'beside.notes',
    titleKey: 'beside:commands.notes',
    group: 'view',
    run: openPanel('notes'),
  },
  {
    id: 'beside.swap',
    titleKey: 'beside:commands.swap',
    group: 'view',
    when: () => chapterToSwap() !== null,
    run: swapChapters,
  },
  {
    id: 'beside.close',
    titleKey: 'beside:commands.close',
    group: 'view',
    when: isShown,
    run: closeBeside,
  },
];

/** The same for the button above the page. */
export const besideEntries = (t: Translate): MenuEntry[] => {
  const isOpen = isShown();
  return besideCommands
    .filter(({ id }) => id !== 'beside.swap' && (isOpen || id !== 'beside.close'))
    .map(({ id, titleKey, run }) => ({ id, label: t(titleKey), onAction: run }));
};

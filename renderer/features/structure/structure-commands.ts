/** The ways to the views of the whole book and back. */
import { useEffect } from 'react';
import { endsItself, isEscapeTaken } from '#renderer/app/keyboard.ts';
import {
  type BookView,
  closeBookView,
  openBookView,
  useBookView,
} from '#renderer/app/book-view.ts';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { useHistoryScreen } from '#renderer/app/history-screen.ts';
import { focusPage } from '#renderer/app/page-focus.ts';
import { useSession } from '#renderer/app/session.ts';
import { isLifting, useLift } from './lift-store.ts';
import { focusCell, useStructure } from './store.ts';

const hasProject = () => useSession.getState().project !== null;

/** Opens it; where it is open already, its cell has the keys again. */
function goToView(view: BookView): void {
  const isOpen = useBookView.getState().view === view;
  openBookView(view);
  const { cell, isEditing } = useStructure.getState();
  if (isOpen && cell !== null && !isEditing) focusCell({ ...cell });
}

const commands: readonly Command[] = [
  {
    id: 'book.corkboard',
    titleKey: 'structure:commands.corkboard',
    alsoKey: 'palette:also.corkboard',
    group: 'view',
    shortcut: 'Mod+Alt+1',
    when: hasProject,
    run: () => goToView('corkboard'),
  },
  {
    id: 'book.outline',
    titleKey: 'structure:commands.outline',
    alsoKey: 'palette:also.outline',
    group: 'view',
    shortcut: 'Mod+Alt+2',
    when: hasProject,
    run: () => goToView('outline'),
  },
  {
    id: 'book.page',
    titleKey: 'structure:commands.page',
    group: 'view',
    shortcut: 'Escape',
    // A dialog, a menu, earlier versions over the view or a form beside it end first; a field, or a card that is picked up, is left as it was.
    shortcutWhen: () =>
      !isEscapeTaken() &&
      !endsItself(document.activeElement) &&
      !useHistoryScreen.getState().isOpen &&
      !useStructure.getState().isEditing &&
      !isLifting(useLift.getState()),
    when: () => useBookView.getState().view !== null,
    run: () => {
      closeBookView();
      requestAnimationFrame(focusPage);
    },
  },
];

/** The page comes back as soon as a chapter is opened, from wherever. */
export function useStructureViewCommands(): void {
  useEffect(
    () =>
      useSession.subscribe((now, before) => {
        if (now.destination !== before.destination) closeBookView();
      }),
    [],
  );
  useCommands(commands);
}

/** The ways to the notes of the book, and to a new one. */
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { useSession } from '#renderer/app/session.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { useEffect, useMemo } from 'react';
import { useNoteForms } from './kept-notes.ts';
import { beginNote, drawNotes } from './page-notes.ts';
import { showNote, useNotes, useNotesReading } from './store.ts';

const commandsIn = (t: Translate): readonly Command[] => [
  {
    id: 'notes.open',
    titleKey: 'notes:commands.open',
    group: 'view',
    when: () => useSession.getState().project !== null,
    run: () => showNote(null),
  },
  {
    id: 'notes.add',
    onPage: true,
    titleKey: 'notes:commands.add',
    alsoKey: 'palette:also.noteAdd',
    group: 'writing',
    shortcut: 'Mod+Alt+M',
    when: () => {
      const { project, documentId } = useSession.getState();
      return project?.readOnly === false && documentId !== null;
    },
    run: () => beginNote(t),
  },
];

/** Keeps the notes, their places on the page and the ways to them. Mounted once, by the desk. */
export function useNotesFollowing(): void {
  const { t } = useWords();
  const commands = useMemo(() => commandsIn(t), [t]);
  useCommands(commands);
  const projectId = useSession(({ project }) => project?.projectId);
  useNoteForms(projectId);
  useNotesReading();
  const view = useNotes((state) => state.view);
  const notes = useNotes((state) => state.notes);
  const draftId = useNotes((state) => state.draft?.draftId);
  const brought = useNotes((state) => state.brought);
  const documentId = useSession((session) => session.documentId);
  const isOnPage = useSession((session) => session.savedVersion !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is another page, or other text on it
  useEffect(drawNotes, [view, notes, draftId, documentId, isOnPage, brought]);
}

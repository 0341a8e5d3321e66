import type { DockPanel } from '#renderer/app/dock-panel.ts';
import { NotesPanel } from './panel.tsx';
import { notesPanelId, useNotes } from './store.ts';

export { useNotesFollowing } from './note-commands.ts';
export { NoteMargin } from './note-margin.tsx';
export { noteMarks } from './page-notes.ts';

/** Whether the book has any, or one is being written: until then the dock does without their tab. */
export const useHasNotes = (): boolean =>
  useNotes(
    ({ notes, draft, editing }) =>
      (notes !== null && notes.length > 0) || draft !== null || Object.keys(editing).length > 0,
  );

export const notesPanel: DockPanel = {
  id: notesPanelId,
  titleKey: 'notes:title',
  Component: NotesPanel,
};

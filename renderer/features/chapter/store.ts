import { create } from 'zustand';
import { openDialog } from '#renderer/app/dialogs.ts';

/** The chapter whose settings are shown; it need not be the one on the page. */
export const useChapterSettings = create<{ documentId: string | null }>()(() => ({
  documentId: null,
}));

/** Opens the settings of a chapter; the rows of the binder and the palette use it. */
export function openChapterSettings(documentId: string): void {
  useChapterSettings.setState({ documentId });
  openDialog('chapter');
}

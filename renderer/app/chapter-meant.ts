/** Which chapter a command is about that is about a chapter. */
import type { DocumentInfo } from '#shared/domain/project.ts';
import { useDialogs } from './dialogs.ts';
import { openDocumentInfo, useSession } from './session.ts';

/** For a line, card or cell of a chapter, or of a scene of it. */
export const standsFor = (documentId: string) => ({ 'data-chapter': documentId });

export const standsForChapter = (element: Element): boolean =>
  element.closest('[data-chapter]') !== null;

/** The chapter of the line, card or cell that has the focus, or had it when the palette came over it; else the one of the page. */
export function chapterMeant(): DocumentInfo | null {
  const { open, from } = useDialogs.getState();
  const focused = open === 'palette' ? from : document.activeElement;
  const id = focused?.closest('[data-chapter]')?.getAttribute('data-chapter');
  const session = useSession.getState();
  const own = session.project?.documents.find(({ documentId }) => documentId === id);
  return own ?? openDocumentInfo(session);
}

/** Null also where nothing may be changed. */
export const chapterToChange = (): DocumentInfo | null =>
  useSession.getState().project?.readOnly === false ? chapterMeant() : null;

/** Which chapter a command is about that is about a chapter. */
import type { DocumentInfo } from '#shared/domain/project.ts';
import { useDialogs } from './dialogs.ts';
import { openDocumentInfo, useSession } from './session.ts';

/** For a line, card or cell of a chapter, or of a scene of it. */
export const standsFor = (documentId: string) => ({ 'data-chapter': documentId });

export const standsForChapter = (element: Element): boolean =>
  element.closest('[data-chapter]') !== null;

/** For the line of a volume; an empty name: the chapters of none. */
export const standsForVolume = (volume: string) => ({ 'data-volume': volume });

/** What has the focus, or had it when the palette came over it. */
export function focusedBelow(): Element | null {
  const { open, from } = useDialogs.getState();
  return open === 'palette' ? from : document.activeElement;
}

/** The chapter of the line, card or cell that has the focus, else the one of the page; null on the line of a volume. */
export function chapterMeant(): DocumentInfo | null {
  const focused = focusedBelow();
  if (focused?.closest('[data-volume]')) return null;
  const id = focused?.closest('[data-chapter]')?.getAttribute('data-chapter');
  const session = useSession.getState();
  const own = session.project?.documents.find(({ documentId }) => documentId === id);
  return own ?? openDocumentInfo(session);
}

const canChange = (): boolean => useSession.getState().project?.readOnly === false;

/** Null also where nothing may be changed. */
export const chapterToChange = (): DocumentInfo | null => (canChange() ? chapterMeant() : null);

/** The volume of the line that has the focus, else of the chapter meant; empty where it has none or nothing may be changed. */
export function volumeToChange(): string {
  if (!canChange()) return '';
  const line = focusedBelow()?.closest('[data-volume]');
  return line?.getAttribute('data-volume') ?? chapterMeant()?.group ?? '';
}

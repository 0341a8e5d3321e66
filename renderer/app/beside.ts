/** What stands beside the page, where it was read to, and the ways to it (W5). Nothing is sent because of it. */
import { z } from 'zod';
import { create } from 'zustand';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { Beside, useLayout } from './layout.ts';
import { focusPage } from './page-focus.ts';
import { useSession } from './session.ts';

/** Offset of the first line in sight, by chapter: each keeps its own while the book is open. */
export const useBesidePlaces = create<{ places: ReadonlyMap<string, number> }>()(() => ({
  places: new Map(),
}));

export const setBesidePlace = (documentId: string, at: number): void =>
  useBesidePlaces.setState(({ places }) => ({ places: new Map(places).set(documentId, at) }));

/** Key of `settings.layout` under which it is kept what stood beside the pages of a book. */
export const besideKey = (projectId: string): string => `beside:${projectId}`;

const Remembered = z.object({
  beside: Beside.nullable(),
  at: z.number().int().nonnegative().default(0),
});
export type RememberedBeside = z.infer<typeof Remembered>;

export function rememberedBeside(): RememberedBeside {
  const { beside } = useLayout.getState();
  const { places } = useBesidePlaces.getState();
  const at = beside?.kind === 'chapter' ? (places.get(beside.documentId) ?? 0) : 0;
  return { beside, at };
}

/** As it was left with this book; nothing where that cannot be read, or its chapter is gone. */
export function restoreBeside({ documents }: ProjectInfo, stored: unknown): void {
  const { data } = Remembered.safeParse(stored);
  const beside = data?.beside ?? null;
  const isThere =
    beside?.kind !== 'chapter' ||
    documents.some(({ documentId }) => documentId === beside.documentId);
  useBesidePlaces.setState({
    places: new Map(
      beside?.kind === 'chapter' && data !== undefined ? [[beside.documentId, data.at]] : [],
    ),
  });
  useLayout.getState().showBeside(isThere ? beside : null);
}

/** The chapter before the open one, else the one behind it, else the open one itself; null in an empty book. */
export function chapterToShow(): string | null {
  const { project, documentId } = useSession.getState();
  const documents = project?.documents ?? [];
  const at = documents.findIndex((one) => one.documentId === documentId);
  const chapter = documents[at - 1] ?? documents[at + 1] ?? documents[at];
  return chapter?.documentId ?? null;
}

export const showBeside = (beside: Beside): void => useLayout.getState().showBeside(beside);

export const showChapterBeside = (documentId: string): void =>
  showBeside({ kind: 'chapter', documentId });

export function closeBeside(): void {
  useLayout.getState().showBeside(null);
  focusPage();
}

/** The chapter beside the page that could be written in instead of the open one; null where there is none, or it was deleted. */
export function chapterToSwap(): string | null {
  const { beside } = useLayout.getState();
  const { project, documentId } = useSession.getState();
  if (beside?.kind !== 'chapter' || beside.documentId === documentId) return null;
  const isThere = project?.documents.some((one) => one.documentId === beside.documentId) ?? false;
  return isThere ? beside.documentId : null;
}

/** The chapter beside comes onto the page, where it was read to, and the page's takes its place. */
export function swapChapters(): void {
  const wanted = chapterToSwap();
  const { documentId, cursor, openDocument } = useSession.getState();
  if (wanted === null) return;
  const at = useBesidePlaces.getState().places.get(wanted) ?? 0;
  // Where nothing was read past yet it opens as from anywhere: at its own caret, or where its text begins.
  openDocument(wanted, at === 0 ? undefined : { start: at, end: at });
  if (documentId === null) return;
  setBesidePlace(documentId, cursor);
  showChapterBeside(documentId);
}

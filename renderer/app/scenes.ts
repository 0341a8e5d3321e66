/** The scenes of the book's chapters, as binder, outline and corkboard show them, and which chapters show theirs (W1). */
import { useEffect } from 'react';
import { create } from 'zustand';
import { createAlarm } from '#renderer/app/alarm.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import type { ShownScenes } from '#renderer/app/scene-items.ts';
import { useSession } from '#renderer/app/session.ts';
import { call, on } from '#renderer/rpc/index.ts';
import type { Scene } from '#shared/domain/scene.ts';

/** Changes that come together are read together, ms; and none is read while the writer types: each costs the page a request. */
const settleMs = 400;

/** Of more chapters than these the scenes are asked for with those of the whole book: an answer each costs the page more. */
const maxAlone = 4;

/** A scene as it was seen. */
export type SceneRef = { documentId: string; index: number; opening: string };

type ScenesState = ShownScenes & {
  projectId: string | null;
  /** The scene whose line in the binder gets the keys as soon as it is there. */
  wanted: SceneRef | null;
  /** Whether those of the whole book are there; a long one takes a second. */
  isRead: boolean;
};

const nothing: ScenesState = {
  ...{ projectId: null, isRead: false, wanted: null },
  ...{ scenes: new Map(), lost: new Map(), open: new Set() },
};

export const useScenes = create<ScenesState>()(() => nothing);

export const setOpenScenes = (open: ReadonlySet<string>): void => useScenes.setState({ open });

/**
 * Shows a chapter's scenes, as soon as they are there where nobody has read them yet.
 * @returns whether they are shown from now on
 */
export function showScenes(documentId: string): boolean {
  const { isRead, open, scenes } = useScenes.getState();
  if (open.has(documentId) || (isRead && !scenes.has(documentId))) return false;
  setOpenScenes(new Set([...open, documentId]));
  return scenes.has(documentId);
}

export function openScene(documentId: string, { start }: Scene): void {
  useSession.getState().openDocument(documentId, { start, end: start });
}

/** Scenes of the whole book, or of one chapter of it; a chapter that had none and has none changes nothing. */
async function readScenes(
  projectId: string,
  documentId: string | null,
  isWanted: () => boolean,
): Promise<void> {
  const one = documentId === null ? {} : { documentId };
  const { items } = await call('manuscript:scenes', { projectId, ...one });
  if (!isWanted()) return;
  const { scenes, lost } = useScenes.getState();
  if (documentId !== null && items.length === 0 && !scenes.has(documentId)) return;
  const next = new Map(documentId === null ? [] : scenes);
  const nextLost = new Map(documentId === null ? [] : lost);
  if (documentId !== null) {
    next.delete(documentId);
    nextLost.delete(documentId);
  }
  for (const item of items) {
    next.set(item.documentId, item.scenes);
    if (item.withoutPlace.length > 0) nextLost.set(item.documentId, item.withoutPlace);
  }
  const isRead = documentId === null ? { isRead: true } : {};
  useScenes.setState({ scenes: next, lost: nextLost, ...isRead });
}

/** Those of some chapters of the open book, at once. */
export async function rereadScenes(
  projectId: string,
  documentIds: readonly string[],
): Promise<void> {
  const isWanted = () => useScenes.getState().projectId === projectId;
  for (const documentId of new Set(documentIds)) await readScenes(projectId, documentId, isWanted);
}

/** Unfolds the chapter, and gives the scene's line the keys. */
export function showScene(wanted: SceneRef): void {
  useScenes.setState(({ open }) => ({ open: new Set([...open, wanted.documentId]), wanted }));
}

/** Reads the scenes of a book, then those of each chapter whose text changes. */
function followScenes(projectId: string): () => void {
  let isFollowing = true;
  const isWanted = () => isFollowing;
  let isWhole = true;
  const changed = new Set<string>();
  // One after another: an answer that is late never takes the place of a newer one.
  let last = Promise.resolve();
  const read = (): void => {
    const wanted = isWhole || changed.size > maxAlone ? [null] : [...changed];
    isWhole = false;
    changed.clear();
    for (const documentId of wanted) {
      last = last
        .then(() => (isWanted() ? readScenes(projectId, documentId, isWanted) : undefined))
        // A book that is closed in the middle has nothing to tell.
        .catch((error: unknown) => {
          if (isWanted()) reportFailure(error);
        });
    }
  };
  const alarm = createAlarm(read);
  const follow = (changedIn: string, documentId: string | null): void => {
    if (changedIn !== projectId) return;
    if (documentId === null) isWhole = true;
    else changed.add(documentId);
    alarm.set(settleMs);
  };
  const ends = [
    on('document:changed', (event) => follow(event.projectId, event.documentId)),
    on('scenes:changed', (event) => follow(event.projectId, event.documentId ?? null)),
    on('project:changed', (event) => follow(event.projectId, null)),
    useSession.subscribe((now, before) => {
      if (now.cursor !== before.cursor && alarm.isSet()) alarm.set(settleMs);
    }),
  ];
  // What the page asks for goes first: a long book takes a second.
  alarm.set(settleMs);
  return () => {
    isFollowing = false;
    alarm.clear();
    for (const end of ends) end();
  };
}

export function useScenesFollowing(): void {
  const projectId = useSession(({ project }) => project?.projectId ?? null);
  useEffect(() => {
    if (projectId === null) return;
    // The same book still shows what the writer unfolded.
    useScenes.setState((state) => (state.projectId === projectId ? {} : { ...nothing, projectId }));
    return followScenes(projectId);
  }, [projectId]);
}

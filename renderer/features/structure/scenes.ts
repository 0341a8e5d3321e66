/** The scenes of the book's chapters, and which chapters show theirs. */
import { useEffect } from 'react';
import { create } from 'zustand';
import { createAlarm } from '#renderer/app/alarm.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import { call, on } from '#renderer/rpc/index.ts';
import type { Scene } from '#shared/domain/scene.ts';
import { type Cell, focusCell, useStructure } from './store.ts';

/** Changes that come together are read together, ms. */
const settleMs = 200;

/** What the lines and cards of a view are made of, beside the chapters. */
export type ShownScenes = {
  /** Of chapters that have two scenes or more. */
  scenes: ReadonlyMap<string, readonly Scene[]>;
  /** Chapters whose scenes are shown. */
  open: ReadonlySet<string>;
};

type ScenesState = ShownScenes & { projectId: string | null };

const nothing: ScenesState = { projectId: null, scenes: new Map(), open: new Set() };

export const useScenes = create<ScenesState>()(() => nothing);

/** Shows the scenes of a chapter or folds them away; a scene that goes away leaves the keyboard to its chapter. */
export function toggleScenes(documentId: string): void {
  useScenes.setState(({ open }) => {
    const next = new Set(open);
    if (!next.delete(documentId)) next.add(documentId);
    return { open: next };
  });
  const { cell } = useStructure.getState();
  if (cell?.documentId !== documentId || cell.scene === undefined) return;
  focusCell({ documentId, field: cell.field });
}

/** The scene a cell stands for, as the text was when it was read. */
export const sceneOf = ({ documentId, scene }: Cell): Scene | undefined =>
  scene === undefined ? undefined : useScenes.getState().scenes.get(documentId)?.[scene];

export function openScene(documentId: string, { start }: Scene): void {
  useSession.getState().openDocument(documentId, { start, end: start });
}

/** Reads the scenes for as long as the views are shown, and again when a text changed. */
export function useScenesFollowing(projectId: string): void {
  useEffect(() => {
    let isShown = true;
    // The same book still shows what the writer unfolded.
    useScenes.setState((state) => (state.projectId === projectId ? {} : { ...nothing, projectId }));
    const read = async (): Promise<void> => {
      const { items } = await call('manuscript:scenes', { projectId });
      if (!isShown) return;
      useScenes.setState({
        scenes: new Map(items.map(({ documentId, scenes }) => [documentId, scenes])),
      });
    };
    const alarm = createAlarm(() => void read().catch(reportFailure));
    // What was typed a moment ago is part of the book; what cannot be saved is told by the page itself.
    void flushEdits()
      .catch(() => undefined)
      .then(read)
      .catch(reportFailure);
    const follow = (changed: { projectId: string }): void => {
      if (changed.projectId === projectId) alarm.set(settleMs);
    };
    const ends = [on('document:changed', follow), on('project:changed', follow)];
    return () => {
      isShown = false;
      alarm.clear();
      for (const end of ends) end();
    };
  }, [projectId]);
}

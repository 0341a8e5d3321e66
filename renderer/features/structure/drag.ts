/** Chapters and scenes dragged in the views of the whole book: what is let go on another takes its place (W1). */
import { type DragEvent, useState } from 'react';
import { moveScene } from '#renderer/app/move-scene.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { type SceneRef, useScenes } from '#renderer/app/scenes.ts';
import { moveChapter } from '#renderer/features/binder/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { placeIn } from './lift.ts';
import { refOf, showMoved } from './scenes.ts';
import type { Cell } from './store.ts';

const chapterType = 'application/x-fabula-card';
const sceneType = 'application/x-fabula-scene';

type Target = Pick<Cell, 'documentId' | 'scene'>;

const keyOf = ({ documentId, scene }: Target): string => `${documentId}#${scene ?? ''}`;

/** A chapter takes chapters and, at its end, scenes; a scene takes scenes. */
const takes = (event: DragEvent, { scene }: Target): boolean => {
  const { types } = event.dataTransfer;
  return types.includes(sceneType) || (scene === undefined && types.includes(chapterType));
};

/** `isOver`: whether what is dragged would be let go there. */
export function useDrag({ documents, readOnly }: ProjectInfo) {
  const { t } = useWords();
  const [over, setOver] = useState<string | null>(null);
  const moveOnto = (moved: string, beside: string): Promise<void> => {
    if (moved === beside) return Promise.resolve();
    const placeOf = (id: string) => documents.findIndex(({ documentId }) => documentId === id);
    return moveChapter(t, moved, { beside, isAfter: placeOf(moved) < placeOf(beside) });
  };
  const drop = ({ dataTransfer }: DragEvent, target: Target): void => {
    const moved = dataTransfer.getData(sceneType);
    if (moved === '') {
      moveOnto(dataTransfer.getData(chapterType), target.documentId).catch(reportFailure);
      return;
    }
    const scene = JSON.parse(moved) as SceneRef;
    const { documentId } = target;
    // On a chapter: behind its scenes.
    const place =
      target.scene === undefined
        ? { documentId }
        : placeIn(useScenes.getState(), scene, documentId, target.scene);
    moveScene(t, scene, place, showMoved).catch(reportFailure);
  };
  return {
    isOver: (target: Target): boolean => over === keyOf(target),
    handlers(target: Target) {
      const scene = target.scene === undefined ? null : refOf({ ...target, field: 'title' });
      // What is written down of a scene that lost its place stands nowhere.
      if (readOnly || (target.scene !== undefined && scene === null)) return {};
      return {
        draggable: true,
        onDragStart: ({ dataTransfer }: DragEvent) => {
          if (scene === null) dataTransfer.setData(chapterType, target.documentId);
          else dataTransfer.setData(sceneType, JSON.stringify(scene));
        },
        onDragOver: (event: DragEvent) => {
          if (!takes(event, target)) return;
          event.preventDefault();
          setOver(keyOf(target));
        },
        onDragLeave: () => setOver(null),
        onDrop: (event: DragEvent) => {
          setOver(null);
          if (!takes(event, target)) return;
          event.preventDefault();
          drop(event, target);
        },
      };
    },
  };
}

/** Chapters and scenes dragged in the views of the whole book: what is let go on another takes its place (W1). */
import { type DragEvent, useState } from 'react';
import { moveScene } from '#renderer/app/move-scene.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { type SceneRef, useScenes } from '#renderer/app/scenes.ts';
import { moveChapter } from '#renderer/features/binder/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { type Direction, placeBeside, type Side, sideAt } from './drop-side.ts';
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

/** Where what is dragged would be let go: at a side of a card or line, a scene on a chapter behind those it has. */
type Drop = Side | 'into';

function dropAt(event: DragEvent, { scene }: Target, direction: Direction): Drop {
  if (scene === undefined && event.dataTransfer.types.includes(sceneType)) return 'into';
  return sideAt(event.currentTarget.getBoundingClientRect(), event, direction);
}

function sceneDropped(moved: SceneRef, { documentId, scene }: Target, where: Drop) {
  if (scene === undefined || where === 'into') return { documentId };
  const index = placeBeside(moved, { documentId, index: scene }, where);
  return placeIn(useScenes.getState(), moved, documentId, index);
}

/**
 * `dropOn`: where what is dragged would be let go there; undefined while it is elsewhere.
 * @param direction which way the cards or lines follow one another
 */
export function useDrag({ readOnly }: Pick<ProjectInfo, 'readOnly'>, direction: Direction) {
  const { t } = useWords();
  const [over, setOver] = useState<{ key: string; where: Drop } | null>(null);
  const drop = ({ dataTransfer }: DragEvent, target: Target, where: Drop): Promise<void> => {
    const moved = dataTransfer.getData(sceneType);
    if (moved !== '') {
      const scene = JSON.parse(moved) as SceneRef;
      return moveScene(t, scene, sceneDropped(scene, target, where), showMoved);
    }
    const [chapter, beside] = [dataTransfer.getData(chapterType), target.documentId];
    if (chapter === beside) return Promise.resolve();
    return moveChapter(t, chapter, { beside, isAfter: where === 'after' });
  };
  return {
    dropOn: (target: Target): Drop | undefined =>
      over?.key === keyOf(target) ? over.where : undefined,
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
          const [key, where] = [keyOf(target), dropAt(event, target, direction)];
          // A pointer that rests says so many times a second.
          setOver((before) =>
            before?.key === key && before.where === where ? before : { key, where },
          );
        },
        onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
          // From one part of it to another it is not left.
          if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
          setOver(null);
        },
        onDrop: (event: DragEvent) => {
          setOver(null);
          if (!takes(event, target)) return;
          event.preventDefault();
          drop(event, target, dropAt(event, target, direction)).catch(reportFailure);
        },
      };
    },
  };
}

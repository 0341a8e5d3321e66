/** What is shown of a book's scenes, and the lines it makes (W1). */
import type { Scene } from '#shared/domain/scene.ts';
import type { SceneFacts } from '#shared/domain/scene-facts.ts';

/** What the lines and cards are made of, beside the chapters. */
export type ShownScenes = {
  /** Of chapters that have two scenes or more, or of whose scenes something is written down. */
  scenes: ReadonlyMap<string, readonly Scene[]>;
  /** What is written down of scenes that are not to be told in the text of now. */
  lost: ReadonlyMap<string, readonly SceneFacts[]>;
  /** Chapters whose scenes are shown. */
  open: ReadonlySet<string>;
};

/** A line of a chapter's scenes: one of them, or what was written down of one that has no place now. */
export type SceneItem = { scene: Scene | null; facts: SceneFacts | null };

export const sceneItems = (
  { scenes, lost }: Pick<ShownScenes, 'scenes' | 'lost'>,
  documentId: string,
): SceneItem[] => [
  ...(scenes.get(documentId) ?? []).map((scene) => ({ scene, facts: scene.facts ?? null })),
  ...(lost.get(documentId) ?? []).map((facts) => ({ scene: null, facts })),
];

/** The scenes of a chapter, from 0, without one of the book's: among these it has a place to go to. */
export const scenesWithout = <S>(
  scenes: readonly S[],
  chapter: string,
  { documentId, index }: { documentId: string; index: number },
): S[] => scenes.filter((_, at) => chapter !== documentId || at !== index);

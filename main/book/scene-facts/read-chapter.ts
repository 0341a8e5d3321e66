/** A chapter with what was decided of its scenes, made of one text of it. Pure. */
import { endOfCharacter, startOfCharacter } from '#main/base/anchors/anchored-text.ts';
import { anchorPlace } from '#main/base/anchors/place-anchor.ts';
import { scenesOf } from '#main/base/prose/scenes.ts';
import type { Span } from '#main/base/prose/span.ts';
import type { Scene } from '#shared/domain/scene.ts';
import type { SceneFacts } from '#shared/domain/scene-facts.ts';
import { maxMarkedText } from '#shared/domain/thread.ts';
import type { Located, ReadText, Reanchored } from '../marked-places.ts';
import type { SceneMarks } from '../record-source.ts';
import { edgesOf, type MarkedScene, placeFacts } from './place-facts.ts';
import type { ScenesWithFacts, StoredSceneFacts } from './service.ts';

type Where = Pick<Located, 'spanOf'>;
type Chapter = ReadText & { documentId: string };

/** The chapter a scene is in, or was when it was last found: its first paragraph says so, or else its last. */
export const chapterOf = ({ sceneId, places }: StoredSceneFacts, { spanOf }: Where): string => {
  const isByLast = spanOf(sceneId, 'first') === null && spanOf(sceneId, 'last') !== null;
  return (isByLast ? places.last : places.first).documentId;
};

/** What makes a scene known again. */
export const marksOf = ({ documentId, text }: Chapter, scene: Span): SceneMarks => {
  const { first, last } = edgesOf(text, scene);
  const firstEnd = startOfCharacter(text, Math.min(first.end, first.start + maxMarkedText));
  const lastStart = endOfCharacter(text, Math.max(last.start, last.end - maxMarkedText));
  return {
    first: { documentId, ...anchorPlace(text, { start: first.start, end: firstEnd }) },
    last: { documentId, ...anchorPlace(text, { start: lastStart, end: last.end }) },
  };
};

export const describe = ({ places, ...stored }: StoredSceneFacts): SceneFacts => ({
  sceneId: stored.sceneId,
  status: stored.status,
  synopsis: stored.synopsis,
  pointOfViewEntityId: stored.pointOfViewEntityId,
  wordGoal: stored.wordGoal,
  opening: places.first.quote,
});

export type ReadScenes = ScenesWithFacts & {
  /** The scenes that were told, by the ids of what was decided of them. */
  placed: ReadonlyMap<string, Scene>;
  /** A paragraph of theirs that was rewritten, or went to another scene: the one that has its place now. */
  changes: Reanchored[];
};

const lies = (within: Span, span: Span | null): boolean =>
  span !== null && span.start >= within.start && span.end <= within.end;

const newMarks = (chapter: Chapter, scene: Scene, marked: MarkedScene): Reanchored[] => {
  const isFirstLost = !lies(scene, marked.first);
  const isLastLost = !lies(scene, marked.last);
  if (!isFirstLost && !isLastLost) return [];
  const { first, last } = marksOf(chapter, scene);
  const places = { ...(isFirstLost ? { first } : {}), ...(isLastLost ? { last } : {}) };
  return [{ id: marked.sceneId, places }];
};

/** @param own what was decided of the scenes of this chapter */
export const readChapter = (
  chapter: Chapter,
  own: readonly StoredSceneFacts[],
  { spanOf }: Where,
): ReadScenes => {
  const { documentId, text, version } = chapter;
  const scenes = scenesOf(text);
  const marked = own.map(({ sceneId, places }): MarkedScene => {
    const spanIn = (edge: 'first' | 'last'): Span | null =>
      places[edge].documentId === documentId ? spanOf(sceneId, edge) : null;
    return { sceneId, places, first: spanIn('first'), last: spanIn('last') };
  });
  const numbers = placeFacts(text, scenes, marked);
  const placed = new Map<string, Scene>();
  const changes: Reanchored[] = [];
  const withoutPlace: SceneFacts[] = [];
  for (const [at, stored] of own.entries()) {
    const number = numbers.get(stored.sceneId);
    const scene = number === undefined ? undefined : scenes[number];
    const one = marked[at];
    if (number === undefined || !scene || !one) {
      withoutPlace.push(describe(stored));
      continue;
    }
    scenes[number] = { ...scene, facts: describe(stored) };
    placed.set(stored.sceneId, scene);
    changes.push(...newMarks(chapter, scene, one));
  }
  return { version, scenes, withoutPlace, placed, changes };
};

/** A chapter or a scene picked up by keyboard, and where it would be put down: arithmetic on what is shown (W1). */
import {
  type SceneItem,
  sceneItems,
  scenesWithout,
  type ShownScenes,
} from '#renderer/app/scene-items.ts';
import type { SeenPlace } from '#renderer/app/move-scene.ts';
import type { SceneRef } from '#renderer/app/scenes.ts';
import { volumeAt, without } from '#renderer/app/volumes.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';

/** `to`: its place among the others, from 0; `before`: the chapter it would stand before, null at the end. */
export type LiftedChapter = {
  kind: 'chapter';
  documentId: string;
  to: number;
  before: string | null;
};

/** A place among a chapter's scenes. */
export type LiftedPlace = { documentId: string; index: number; seen: SeenPlace };

export type LiftedScene = { kind: 'scene'; scene: SceneRef; to: LiftedPlace };

export type Lift = LiftedChapter | LiftedScene;

/** What the views are made of. */
export type Shown = { documents: readonly DocumentInfo[] } & Pick<ShownScenes, 'scenes' | 'lost'>;

const chapterAt = (others: readonly DocumentInfo[], lift: LiftedChapter, to: number) => {
  const place = Math.max(0, Math.min(others.length, to));
  return { ...lift, to: place, before: others[place]?.documentId ?? null };
};

const othersOf = ({ documents }: Pick<Shown, 'documents'>, { documentId }: LiftedChapter) =>
  without(documents, documentId);

/** Null where there is no such chapter. */
export function liftChapter(shown: Shown, documentId: string): LiftedChapter | null {
  const from = shown.documents.findIndex((one) => one.documentId === documentId);
  if (from < 0) return null;
  const lift: LiftedChapter = { kind: 'chapter', documentId, to: from, before: null };
  return chapterAt(othersOf(shown, lift), lift, from);
}

/** Scenes of a chapter that has more than one, without the one that is lifted. */
const standing = ({ scenes }: Pick<Shown, 'scenes'>, scene: SceneRef, chapter: string) => {
  const all = scenes.get(chapter);
  return all && scenesWithout(all, chapter, scene);
};

/** @param index as far as there are places: one more than scenes */
export function placeIn(
  shown: Pick<Shown, 'scenes'>,
  scene: SceneRef,
  documentId: string,
  index: number,
): LiftedPlace {
  const others = standing(shown, scene, documentId);
  const place = Math.max(0, Math.min(others?.length ?? 1, index));
  const seen = others ? { before: others[place]?.opening ?? null } : 'alone';
  return { documentId, index: place, seen };
}

export const liftScene = (shown: Shown, scene: SceneRef): LiftedScene => ({
  kind: 'scene',
  scene,
  to: placeIn(shown, scene, scene.documentId, scene.index),
});

/** How many places there are for it where it is now. */
export function placesOf(shown: Shown, lift: Lift): number {
  if (lift.kind === 'chapter') return shown.documents.length;
  return (standing(shown, lift.scene, lift.to.documentId)?.length ?? 1) + 1;
}

function stepScene(shown: Shown, lift: LiftedScene, step: number): LiftedScene {
  const { scene, to } = lift;
  const last = placesOf(shown, lift) - 1;
  const isAtEnd = to.index === (step < 0 ? 0 : last);
  if (!isAtEnd || !Number.isFinite(step)) {
    return { ...lift, to: placeIn(shown, scene, to.documentId, to.index + step) };
  }
  const own = shown.documents.findIndex(({ documentId }) => documentId === to.documentId);
  const next = shown.documents[own + Math.sign(step)]?.documentId;
  if (next === undefined) return lift;
  return { ...lift, to: placeIn(shown, scene, next, step < 0 ? Infinity : 0) };
}

/** So many places on; a scene goes from either end of its chapter into the next one. */
export const stepLift = (shown: Shown, lift: Lift, step: number): Lift =>
  lift.kind === 'chapter'
    ? chapterAt(othersOf(shown, lift), lift, lift.to + step)
    : stepScene(shown, lift, step);

function followChapter(shown: Shown, lift: LiftedChapter): LiftedChapter | null {
  const others = othersOf(shown, lift);
  if (others.length === shown.documents.length) return null;
  const before = others.findIndex(({ documentId }) => documentId === lift.before);
  if (lift.before === null) return chapterAt(others, lift, others.length);
  return chapterAt(others, lift, before < 0 ? lift.to : before);
}

function followScene(shown: Shown, lift: LiftedScene): LiftedScene | null {
  const { documentId, index, opening } = lift.scene;
  const all = shown.scenes.get(documentId) ?? [];
  const same = all.flatMap((one, at) => (one.opening === opening ? [at] : []));
  const at = same.includes(index) ? index : same.length === 1 ? same[0] : undefined;
  if (at === undefined) return null;
  const scene = { ...lift.scene, index: at };
  const { to } = lift;
  if (!shown.documents.some((one) => one.documentId === to.documentId)) return null;
  const openings = standing(shown, scene, to.documentId)?.map((one) => one.opening);
  const { seen } = to;
  if (openings === undefined || seen === 'alone') {
    return openings === undefined && seen === 'alone' ? { ...lift, scene } : null;
  }
  if (seen.before === null) return { ...lift, scene, to: { ...to, index: openings.length } };
  const before = openings[to.index] === seen.before ? to.index : openings.indexOf(seen.before);
  return before < 0 ? null : { ...lift, scene, to: { ...to, index: before } };
}

/**
 * The same lift after what is shown changed: it stays before what it stood before. Null where what was picked up is
 * gone, or nobody can say where a scene would stand now.
 */
export const followLift = (shown: Shown, lift: Lift): Lift | null =>
  lift.kind === 'chapter' ? followChapter(shown, lift) : followScene(shown, lift);

/** Whether it would be put down where it was picked up. */
export function isAtOrigin({ documents }: Pick<Shown, 'documents'>, lift: Lift): boolean {
  if (lift.kind === 'chapter') {
    return documents[lift.to]?.documentId === lift.documentId;
  }
  return lift.to.documentId === lift.scene.documentId && lift.to.index === lift.scene.index;
}

/** What stands in a place: `lifted` what is held over it, `hole` where that came from, `text` a chapter without scenes of its own. */
export type Part = 'lifted' | 'hole' | 'text' | null;

/** A chapter in its place; `group`: the volume it is shown in. */
export type ShownChapter = { document: DocumentInfo; group: string; part: Part };

/** Chapters as they are drawn: where one is lifted, with its hole, and itself where it would go. */
export function shownChapters(
  documents: readonly DocumentInfo[],
  lift: Lift | null,
): ShownChapter[] {
  const plain = (document: DocumentInfo): ShownChapter => {
    const isLifted = lift?.kind === 'chapter' && document.documentId === lift.documentId;
    return { document, group: document.group, part: isLifted ? 'lifted' : null };
  };
  if (lift?.kind !== 'chapter' || isAtOrigin({ documents }, lift)) return documents.map(plain);
  const lifted = documents.find((one) => one.documentId === lift.documentId);
  const drawn = documents.map((document): ShownChapter => {
    const own = plain(document);
    return own.part === 'lifted' ? { ...own, part: 'hole' } : own;
  });
  if (lifted === undefined) return drawn;
  const before = drawn.findIndex(({ document }) => document.documentId === lift.before);
  const at = before < 0 ? drawn.length : before;
  const group = volumeAt(drawn[at - 1], drawn[at], lifted.group);
  return drawn.toSpliced(at, 0, { document: lifted, group, part: 'lifted' });
}

/** A scene in its place; `document` and `index` say which it is, also where it is held over another chapter. */
export type ShownScene = { document: DocumentInfo; item: SceneItem; index: number; part: Part };

const nothingKnown: SceneItem = { scene: null, facts: null };

/** The scenes a chapter shows, of those that show theirs, and of the one over which a scene is held. */
export function shownScenes(
  { documents, ...shown }: ShownScenes & Pick<Shown, 'documents'>,
  document: DocumentInfo,
  lift: Lift | null,
): ShownScene[] {
  const { documentId } = document;
  const held = lift?.kind === 'scene' ? lift : null;
  const isTarget = held?.to.documentId === documentId;
  const isLifted = lift?.kind === 'chapter' && lift.documentId === documentId;
  if (isLifted || !(shown.open.has(documentId) || isTarget)) return [];
  const stays = held !== null && isAtOrigin({ documents }, held);
  const drawn = sceneItems(shown, documentId).map((item, index): ShownScene => {
    const isHeld = held?.scene.documentId === documentId && held.scene.index === index;
    return { document, item, index, part: isHeld ? (stays ? 'lifted' : 'hole') : null };
  });
  if (held === null || !isTarget || stays) return drawn;
  const origin = documents.find((one) => one.documentId === held.scene.documentId);
  const item = sceneItems(shown, held.scene.documentId)[held.scene.index];
  if (origin === undefined || item === undefined) return drawn;
  const { index } = held.scene;
  const lifted: ShownScene = { document: origin, item, index, part: 'lifted' };
  if (drawn.length === 0) drawn.push({ document, item: nothingKnown, index: 0, part: 'text' });
  // The hole is drawn among them and is no place of its own.
  const hole = drawn.findIndex(({ part }) => part === 'hole');
  const at = held.to.index + (hole >= 0 && held.to.index > hole ? 1 : 0);
  return drawn.toSpliced(at, 0, lifted);
}

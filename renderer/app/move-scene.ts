/** Putting a scene elsewhere in its chapter or into another one, with the way back (W1). */
import { create } from 'zustand';
import { chapterHeading } from '#shared/chapter-heading.ts';
import { shortenedTo } from '#shared/shortened.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { notify } from '#renderer/app/notices.ts';
import { type MovedText, movePages } from '#renderer/app/page-takeover.ts';
import { scenesWithout } from '#renderer/app/scene-items.ts';
import { rereadScenes, type SceneRef, showScene, useScenes } from '#renderer/app/scenes.ts';
import { useSession } from '#renderer/app/session.ts';
import { inTurn, offerUndo } from '#renderer/app/steps.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';

/** What was seen of a place: the first words of the scene that follows there, null for none; `alone`: the chapter was a single scene. */
export type SeenPlace = { before: string | null } | 'alone';

/** Among the scenes there are without it; absent: behind the last. With `seen` it is where that stands by now, and nothing is moved where that is gone. */
export type ScenePlace = {
  documentId: string;
  index?: number | undefined;
  seen?: SeenPlace;
};

/** What is said of a move, and who gets the keys when the scene is there, or back. */
type Telling = { t: Translate; show: (scene: SceneRef) => void };

/** Characters of a scene's first words that a notice tells. */
const toldLength = 24;

/** The scene that was moved last, and the places it had: a key pressed before its line is there again still means it. */
const useMoved = create<{ before: ReadonlySet<string>; now: SceneRef | null }>()(() => ({
  before: new Set(),
  now: null,
}));

const session = () => useSession.getState();

const keyOf = ({ documentId, index, opening }: SceneRef): string =>
  `${documentId}#${index}#${opening}`;

function noteMoved(asked: SceneRef, from: SceneRef, now: SceneRef): void {
  useMoved.setState(({ before, now: last }) => {
    const isSame = last !== null && keyOf(last) === keyOf(from);
    return { before: new Set([...(isSame ? before : []), keyOf(asked), keyOf(from)]), now };
  });
}

type Found = { scene: SceneRef; version: string; count: number };

/** Where these first words are by now: where they were seen, else the only scene that has them; -1 where nobody can say. */
const indexNow = (openings: readonly string[], { index, opening }: SceneRef): number => {
  if (openings[index] === opening) return index;
  const found = openings.indexOf(opening);
  return found === openings.lastIndexOf(opening) ? found : -1;
};

/** The scene in the text as it is saved now; null when nobody can say where it is. */
async function findScene(projectId: string, asked: SceneRef): Promise<Found | null> {
  const { before, now } = useMoved.getState();
  const moved = now !== null && before.has(keyOf(asked)) ? [now] : [];
  for (const scene of [...moved, asked]) {
    const { documentId } = scene;
    const input = { projectId, documentId, single: true };
    const [chapter] = (await call('manuscript:scenes', input)).items;
    const openings = chapter?.scenes.map(({ opening }) => opening) ?? [];
    const index = indexNow(openings, scene);
    if (chapter === undefined || index < 0) continue;
    return { scene: { ...scene, index }, version: chapter.version, count: openings.length };
  }
  return null;
}

/** The place that was seen, where it is by now; null where nobody can say. One that nobody looked at is what it is. */
async function placeNow(
  projectId: string,
  moved: SceneRef,
  { seen, ...place }: ScenePlace,
): Promise<ScenePlace | null> {
  if (seen === undefined) return place;
  const input = { projectId, documentId: place.documentId, single: true };
  const scenes = (await call('manuscript:scenes', input)).items[0]?.scenes ?? [];
  if (seen === 'alone') return scenes.length <= 1 ? place : null;
  const others = scenesWithout(scenes, place.documentId, moved).map(({ opening }) => opening);
  const { before } = seen;
  if (before === null) return { ...place, index: others.length };
  if (others[place.index ?? others.length] === before) return place;
  const found = others.indexOf(before);
  return found < 0 || found !== others.lastIndexOf(before) ? null : { ...place, index: found };
}

const titleOf = (documentId: string): string => {
  const documents = session().project?.documents ?? [];
  return chapterHeading(documents.find((one) => one.documentId === documentId)?.title ?? '').title;
};

/** Whoever was typing in what was moved goes on there; else `show` gives somebody the keys. */
function goOn(typedIn: string | null, show: () => void): void {
  if (typedIn === null) show();
  else if (typedIn !== session().documentId) session().openDocument(typedIn);
}

/** @param changed the chapters whose scenes are others now, also where one of them had none of its own meanwhile */
async function takeBack(
  projectId: string,
  undoId: string,
  changed: readonly string[],
): Promise<string | null> {
  await flushEdits();
  return movePages(changed, async () => {
    const undone = await call('documents:undo', { projectId, undoId });
    session().setDocuments(projectId, undone.documents);
    await rereadScenes(projectId, changed);
    return undone;
  });
}

/** Where the scene is, and where it is to go. */
type Way = { found: Found; place: ScenePlace };
type Written = { now: SceneRef; moved: MovedText };

async function write(
  { t, show }: Telling,
  asked: SceneRef,
  { found: { scene, version }, place }: Way,
): Promise<Written | null> {
  const { project } = session();
  if (project === null) return null;
  const { projectId } = project;
  const { documentId, index, opening } = scene;
  const moved = await call('documents:moveScene', {
    ...{ projectId, documentId, scene: index, expectedVersion: version },
    toDocumentId: place.documentId,
    ...(place.index === undefined ? {} : { toScene: place.index }),
  });
  session().setDocuments(projectId, moved.documents);
  await rereadScenes(projectId, [documentId, place.documentId]);
  const there = useScenes.getState().scenes.get(place.documentId)?.length ?? 1;
  const now = { documentId: place.documentId, index: place.index ?? there - 1, opening };
  noteMoved(asked, scene, now);
  const told = {
    scene: shortenedTo(opening, toldLength),
    title: titleOf(now.documentId),
    place: now.index + 1,
  };
  offerUndo({
    projectId,
    place: 'binder',
    text: t(moved.fenced ? 'binder:sceneMovedFenced' : 'binder:sceneMoved', told),
    isOfText: true,
    undo: async () => {
      const changed = [documentId, place.documentId];
      goOn(await takeBack(projectId, moved.undoId, changed), () => show(scene));
    },
  });
  return { now, moved };
}

/** Of the new place, asked for where the scene is found; null for none. */
type PlaceFrom = (found: Found) => ScenePlace | null;

/** In the text as it is saved now; null where there is nowhere to go, and where nobody can say, which is told. */
async function wayNow({ t }: Telling, asked: SceneRef, placeFrom: PlaceFrom): Promise<Way | null> {
  const { project } = session();
  if (project === null || project.readOnly) return null;
  const found = await findScene(project.projectId, asked);
  if (found === null) {
    notify({ place: 'binder', text: t('binder:sceneGone') });
    return null;
  }
  const wanted = placeFrom(found);
  if (wanted === null) return null;
  const place = await placeNow(project.projectId, found.scene, wanted);
  if (place === null) {
    notify({ place: 'binder', text: t('binder:placeGone') });
    return null;
  }
  const { documentId, index } = found.scene;
  return place.documentId === documentId && place.index === index ? null : { found, place };
}

async function moveOnce(telling: Telling, asked: SceneRef, placeFrom: PlaceFrom): Promise<void> {
  await flushEdits();
  const seen = await wayNow(telling, asked, placeFrom);
  if (seen === null) return;
  const made: { now: SceneRef | null } = { now: null };
  const chapters = [seen.found.scene.documentId, seen.place.documentId];
  const typedIn = await movePages(chapters, async () => {
    // What was typed since it was seen is saved by now.
    const way = await wayNow(telling, asked, placeFrom);
    const written = way && (await write(telling, asked, way));
    made.now = written?.now ?? null;
    return written?.moved ?? null;
  });
  const { now } = made;
  if (now !== null) goOn(typedIn, () => telling.show(now));
}

/** Another window may save between two answers; of two texts that wait for a choice that says the same each time. */
const mostConflicts = 3;

/** When the moves before this one are made. */
const move = (telling: Telling, asked: SceneRef, placeFrom: PlaceFrom): Promise<void> =>
  inTurn(async () => {
    for (let conflicts = 1; ; conflicts += 1) {
      try {
        await moveOnce(telling, asked, placeFrom);
        return;
      } catch (error) {
        const isOver = failureOf(error).code !== 'DOCUMENT_CONFLICT' || conflicts === mostConflicts;
        if (isOver) throw error;
      }
    }
  });

/** Rejects with the failure of the call. @param show gives it the keys; its line in the binder unless told otherwise */
export const moveScene = (
  t: Translate,
  scene: SceneRef,
  place: ScenePlace,
  show: Telling['show'] = showScene,
): Promise<void> =>
  move({ t, show }, scene, ({ scene: { documentId }, count }) =>
    place.documentId === documentId && place.index === undefined
      ? { documentId, index: count - 1 }
      : place,
  );

/** One place up (-1) or down (1); from either end of its chapter into the next one. As {@link moveScene}. */
export const shiftScene = (
  t: Translate,
  scene: SceneRef,
  by: -1 | 1,
  show: Telling['show'] = showScene,
): Promise<void> =>
  move({ t, show }, scene, ({ scene: { documentId, index }, count }) => {
    const to = index + by;
    if (to >= 0 && to < count) return { documentId, index: to };
    const documents = session().project?.documents ?? [];
    const own = documents.findIndex((document) => document.documentId === documentId);
    const next = documents[own + by]?.documentId;
    if (next === undefined) return null;
    return by === 1 ? { documentId: next, index: 0 } : { documentId: next };
  });

/** The scene for which the writer is asked for a chapter. */
export const useSceneToMove = create<{ scene: SceneRef | null }>()(() => ({ scene: null }));

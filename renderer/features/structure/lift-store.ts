/** The chapter or scene that is picked up by keyboard. Nothing is written before it is put down; that is one step (W1). */
import { useEffect } from 'react';
import { create } from 'zustand';
import { chapterHeading } from '#shared/chapter-heading.ts';
import { shortenedTo } from '#shared/shortened.ts';
import { moveScene } from '#renderer/app/move-scene.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useScenes } from '#renderer/app/scenes.ts';
import { useSession } from '#renderer/app/session.ts';
import { placeChapter } from '#renderer/features/binder/index.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import {
  followLift,
  isAtOrigin,
  type Lift,
  liftChapter,
  liftScene,
  placesOf,
  type Shown,
  stepLift,
} from './lift.ts';
import { sceneNumber } from './scene-number.ts';
import { refOf, showMoved } from './scenes.ts';
import { type Cell, focusCell, passCell, useStructure } from './store.ts';

type LiftState = {
  lift: Lift | null;
  /** As it was called when it was last told of: what is gone has no name to be looked up. */
  name: string;
  /** It was put down and is not written yet: it stays where it was put, and keys mean the book again. */
  isPutDown: boolean;
  /** What is told of it, for those who see and those who listen. */
  said: string;
};

const nothing: LiftState = { lift: null, name: '', isPutDown: false, said: '' };

export const useLift = create<LiftState>()(() => nothing);

export const forgetLift = (): void => useLift.setState(nothing);

/** Whether keys mean what is picked up. */
export const isLifting = ({ lift, isPutDown }: LiftState): boolean => lift !== null && !isPutDown;

const shownNow = (): Shown => {
  const { scenes, lost } = useScenes.getState();
  return { documents: useSession.getState().project?.documents ?? [], scenes, lost };
};

const documentOf = (documentId: string) =>
  shownNow().documents.find((one) => one.documentId === documentId);

/** Characters of a scene's first words that are told. */
const toldLength = 24;

function nameOf(lift: Lift): string {
  if (lift.kind === 'chapter') return documentOf(lift.documentId)?.title ?? '';
  const { documentId, index, opening } = lift.scene;
  const document = documentOf(documentId);
  const number = document ? `${sceneNumber(document, index)} ` : '';
  return `${number}${shortenedTo(opening, toldLength)}`;
}

function tellPlace(t: Translate, lift: Lift): string {
  const count = placesOf(shownNow(), lift);
  const name = nameOf(lift);
  if (lift.kind === 'chapter')
    return t('structure:lift.place', { name, place: lift.to + 1, count });
  const { documentId, index } = lift.to;
  const place = index + 1;
  if (documentId === lift.scene.documentId)
    return t('structure:lift.place', { name, place, count });
  const { title } = chapterHeading(documentOf(documentId)?.title ?? '');
  return t('structure:lift.placeIn', { name, place, count, title });
}

const hold = (t: Translate, lift: Lift): void =>
  useLift.setState({ lift, name: nameOf(lift), isPutDown: false, said: tellPlace(t, lift) });

/** Picks up the chapter or scene of a cell. @returns whether there is one that can be moved */
export function pickUp(t: Translate, cell: Cell): boolean {
  const { project } = useSession.getState();
  if (project === null || project.readOnly) return false;
  const scene = refOf(cell);
  if (cell.scene !== undefined && scene === null) return false;
  const shown = shownNow();
  const lift = scene === null ? liftChapter(shown, cell.documentId) : liftScene(shown, scene);
  if (lift === null) return false;
  hold(t, lift);
  return true;
}

/** Brings the cell into sight and gives it the keys once more, wherever it is drawn by now. */
function refocus(): void {
  const { cell } = useStructure.getState();
  if (cell !== null) focusCell({ ...cell });
}

function carry(t: Translate, lift: Lift, step: number): void {
  hold(t, stepLift(shownNow(), lift, step));
  refocus();
}

/** A cell that is drawn elsewhere loses the keys to nobody. */
const hasKeys = (): boolean =>
  document.activeElement === document.body ||
  document.activeElement?.matches('[data-cell]') === true;

/** Leaves everything as it is. @param why words for the one case in which that was not asked for */
function letGo(t: Translate, why: 'back' | 'lost', keepsKeys = hasKeys()): void {
  const { lift, name, isPutDown } = useLift.getState();
  if (lift === null || isPutDown) return;
  useLift.setState({ ...nothing, said: t(`structure:lift.${why}`, { name }) });
  // Keys that went elsewhere stay there.
  if (keepsKeys) refocus();
}

export const putBack = (t: Translate): void => letGo(t, 'back');

async function write(t: Translate, lift: Lift): Promise<void> {
  if (lift.kind === 'chapter') {
    await placeChapter(t, lift.documentId, { index: lift.to, before: lift.before });
    return;
  }
  await moveScene(t, lift.scene, lift.to, (moved) => {
    if (useLift.getState().lift === lift) forgetLift();
    showMoved(moved);
  });
}

function putDown(t: Translate, lift: Lift): void {
  if (isAtOrigin(shownNow(), lift)) {
    putBack(t);
    return;
  }
  useLift.setState({ lift, isPutDown: true, said: '' });
  write(t, lift)
    .catch(reportFailure)
    .finally(() => {
      if (useLift.getState().lift !== lift) return;
      forgetLift();
      refocus();
    });
}

type PressedKey = Pick<KeyboardEvent, 'key' | 'repeat' | 'ctrlKey' | 'metaKey'>;

/**
 * What a key means while something is picked up: Space or Enter puts it down, Esc (or the undo key) back.
 * @param step where the key leads, in places
 * @returns whether the key was meant for it
 */
export function pressWhileLifted(
  t: Translate,
  { key, repeat, ctrlKey, metaKey }: PressedKey,
  step: number | undefined,
): boolean {
  const state = useLift.getState();
  const { lift } = state;
  if (lift === null || !isLifting(state)) {
    // A key that is held down is still the one that put it down.
    if (repeat && (key === ' ' || key === 'Enter')) return true;
    // What became of the last one has been told.
    if (lift === null && state.said !== '') forgetLift();
    return false;
  }
  if (ctrlKey || metaKey) {
    if (key !== 'z') return false;
    putBack(t);
  } else if (key === ' ' || key === 'Enter') {
    // A key that is held down is still the one that picked it up.
    if (!repeat) putDown(t, lift);
  } else if (key === 'Escape') putBack(t);
  else if (step !== undefined) carry(t, lift, step);
  else return ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'F2'].includes(key);
  return true;
}

/** What is picked up follows what another window does meanwhile, or is let go of. */
function follow(t: Translate): void {
  const state = useLift.getState();
  const { lift } = state;
  if (lift === null || !isLifting(state)) return;
  const isWritable = useSession.getState().project?.readOnly === false;
  const followed = isWritable ? followLift(shownNow(), lift) : null;
  if (followed === null) {
    letGo(t, 'lost');
    return;
  }
  if (JSON.stringify(followed) === JSON.stringify(lift)) return;
  hold(t, followed);
  const { cell } = useStructure.getState();
  if (cell !== null && followed.kind === 'scene') {
    focusCell({ ...cell, scene: followed.scene.index });
  }
}

/** A chapter that is gone leaves the keys to the one in its place. */
function passKeys(before: readonly DocumentInfo[]): void {
  const { cell } = useStructure.getState();
  const { documents } = shownNow();
  const isGone = documents.every(({ documentId }) => documentId !== cell?.documentId);
  if (cell === null || !isGone) return;
  const at = before.findIndex(({ documentId }) => documentId === cell.documentId);
  const next = documents[Math.max(0, Math.min(documents.length - 1, at))];
  if (next) passCell({ documentId: next.documentId, field: cell.field });
}

export function useLiftFollowing(): void {
  const { t } = useWords();
  useEffect(() => {
    const ends = [
      useSession.subscribe((now, before) => {
        if (now.project === before.project) return;
        follow(t);
        passKeys(before.project?.documents ?? []);
      }),
      useScenes.subscribe(() => follow(t)),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [t]);
}

/** What goes on a grid whose cells can be picked up: whoever goes elsewhere leaves all as it was. */
export function useLiftGrid() {
  const { t } = useWords();
  const lifting = useLift(isLifting);
  return {
    ...(lifting ? { 'data-escape': true } : {}),
    onPointerDown: () => putBack(t),
    onBlur: ({ currentTarget, relatedTarget }: React.FocusEvent) => {
      // A cell that is drawn elsewhere loses the keys to nobody, and so does another program's window.
      if (relatedTarget === null || currentTarget.contains(relatedTarget)) return;
      // What is drawn anew while nothing has the keys takes them back.
      setTimeout(() => letGo(t, 'back', false));
    },
  };
}

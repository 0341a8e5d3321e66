import { create } from 'zustand';

export type NoticePlace = 'binder' | 'dock';

/** A step outside of the text that can be taken back. */
export type Step = {
  projectId: string;
  /** What was done, in the writer's language. */
  text: string;
  place: NoticePlace;
  /** Resolves with false where it was taken back elsewhere already. */
  undo: () => Promise<unknown>;
};

export type NoticeRequest = {
  /** Already in the writer's language. */
  text: string;
  /** The column the action happened in; nothing ever floats over the text. See {@link shownPlace}. */
  place: NoticePlace;
  /** Offered as "Undo" while the notice stands, also by Ctrl Z outside of text. */
  undo?: () => void;
  /** The step it tells of; it can be taken back after the notice is gone, too. */
  step?: Step;
  /** It says that a step was taken back: the keys that did it go on to the one before. */
  isTakenBack?: true;
};

/** Where a notice can be seen: while its column is folded away, in a line below the text. */
export const shownPlace = (
  place: NoticePlace,
  visible: Readonly<Record<NoticePlace, boolean>>,
): NoticePlace | 'page' => (visible[place] ? place : 'page');

/** `serial` makes two equal notices different. */
export type ShownNotice = NoticeRequest & { serial: number };

type NoticeState = { notice: ShownNotice | null };

/** Long enough to read and to reach for the undo, ms. */
export const noticeLifetime = 12_000;

/** How soon a notice goes that was held beyond its time, ms. */
const lookAgainMs = 1000;

/** One notice at a time; a newer one takes the place of the older. */
export const useNotices = create<NoticeState>()(() => ({ notice: null }));

export const notify = (request: NoticeRequest): void =>
  useNotices.setState(({ notice }) => ({
    notice: { ...request, serial: (notice?.serial ?? 0) + 1 },
  }));

export const dismissNotice = (serial: number): void =>
  useNotices.setState(({ notice }) => (notice?.serial === serial ? { notice: null } : {}));

/** Takes away the notice that offers this: it was had another way. */
export const withdrawOffer = (undo: () => void): void =>
  useNotices.setState(({ notice }) => (notice?.undo === undo ? { notice: null } : {}));

/**
 * Takes words away after their time, or soon after nobody holds them any more.
 * @param isHeld whether the pointer rests on them or the focus is in them
 * @returns ends the waiting
 */
export function expire(
  remove: () => void,
  isHeld: () => boolean,
  after = noticeLifetime,
): () => void {
  const look = (): void => {
    if (isHeld()) timer = setTimeout(look, lookAgainMs);
    else remove();
  };
  let timer = setTimeout(look, after);
  return () => clearTimeout(timer);
}

/** {@link expire} for a notice. */
export const expireNotice = (serial: number, isHeld: () => boolean): (() => void) =>
  expire(() => dismissNotice(serial), isHeld);

import { create } from 'zustand';

export type NoticePlace = 'binder' | 'dock';

/** A step outside of the text that can be taken back. */
export type StepRequest = {
  projectId: string;
  /** What was done, in the writer's language. */
  text: string;
  place: NoticePlace;
  /** Resolves with false where it was taken back elsewhere already; rejects with what it failed of. */
  undo: () => Promise<unknown>;
  /** It changed the text of chapters: the keys of a text that was taken back go on to it. */
  isOfText?: true;
};

/** A dialog that is shown. */
export type ShownDialog = symbol;

/** A step with the dialog it was made in; null for the desk. */
export type Step = StepRequest & { dialog: ShownDialog | null };

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

export type ShownNotice = NoticeRequest & {
  /** Makes two equal notices different. */
  serial: number;
  /** By the page's own clock, ms. */
  shownAt: number;
  /** The dialog it came up in; null for the desk. */
  dialog: ShownDialog | null;
};

type NoticeState = {
  notice: ShownNotice | null;
  /** Those that are shown, the one on top last. */
  dialogs: readonly ShownDialog[];
};

/**
 * Where a notice can be seen: in its dialog while that is there, for all behind it is dimmed and unheard; else in its
 * column, and while that is folded away in a line below the text.
 */
export const shownPlace = (
  { place, dialog }: Pick<ShownNotice, 'place' | 'dialog'>,
  dialogs: readonly ShownDialog[],
  visible: Readonly<Record<NoticePlace, boolean>>,
): NoticePlace | 'page' | ShownDialog => {
  if (dialog !== null && dialogs.includes(dialog)) return dialog;
  return visible[place] ? place : 'page';
};

/** Long enough to read and to reach for the undo, ms. */
export const noticeLifetime = 12_000;

/** How soon a notice goes that was held beyond its time, ms. */
const lookAgainMs = 1000;

/** One notice at a time; a newer one takes the place of the older. */
export const useNotices = create<NoticeState>()(() => ({ notice: null, dialogs: [] }));

/** The dialog that has the keys; null while none is shown. */
export const dialogOnTop = (): ShownDialog | null => useNotices.getState().dialogs.at(-1) ?? null;

/** Says that a dialog is shown, until the returned function is called. */
export function enterDialog(dialog: ShownDialog): () => void {
  useNotices.setState(({ dialogs }) => ({ dialogs: [...dialogs, dialog] }));
  return () =>
    useNotices.setState(({ dialogs }) => ({ dialogs: dialogs.filter((one) => one !== dialog) }));
}

export const notify = (request: NoticeRequest): void =>
  useNotices.setState(({ notice, dialogs }) => ({
    notice: {
      ...request,
      serial: (notice?.serial ?? 0) + 1,
      shownAt: performance.now(),
      dialog: dialogs.at(-1) ?? null,
    },
  }));

export const dismissNotice = (serial: number): void =>
  useNotices.setState(({ notice }) => (notice?.serial === serial ? { notice: null } : {}));

/** What is offered goes with its book: in another one it would be about nothing. */
export const leaveOffers = (projectId: string | undefined): void =>
  useNotices.setState(({ notice }) =>
    notice?.step !== undefined && notice.step.projectId !== projectId ? { notice: null } : {},
  );

/** Takes away the notice that offers this: it was had another way. */
export const withdrawOffer = (undo: () => void): void =>
  useNotices.setState(({ notice }) => (notice?.undo === undo ? { notice: null } : {}));

/** The same for a step that cannot be taken back any more. */
export const withdrawStep = (step: Step): void =>
  useNotices.setState(({ notice }) => (notice?.step === step ? { notice: null } : {}));

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

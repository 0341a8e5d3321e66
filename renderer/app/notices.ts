import { create } from 'zustand';

export type NoticePlace = 'binder' | 'dock';

export type NoticeRequest = {
  /** Already in the writer's language. */
  text: string;
  /** The column the action happened in; nothing ever floats over the text. See {@link shownPlace}. */
  place: NoticePlace;
  /** Offered as "Undo" with Ctrl Z while the focus is outside of text. */
  undo?: () => void;
};

/** Where a notice can be seen: while its column is folded away, in a line below the text. */
export const shownPlace = (
  place: NoticePlace,
  visible: Readonly<Record<NoticePlace, boolean>>,
): NoticePlace | 'page' => (visible[place] ? place : 'page');

type NoticeState = { notice: (NoticeRequest & { serial: number }) | null };

/** One notice at a time; a newer one takes the place of the older. */
export const useNotices = create<NoticeState>()(() => ({ notice: null }));

export const notify = (request: NoticeRequest): void =>
  useNotices.setState(({ notice }) => ({
    notice: { ...request, serial: (notice?.serial ?? 0) + 1 },
  }));

export const dismissNotice = (serial: number): void =>
  useNotices.setState(({ notice }) => (notice?.serial === serial ? { notice: null } : {}));

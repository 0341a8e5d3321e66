import { create } from 'zustand';

export type NoticePlace = 'binder' | 'dock';

export type NoticeRequest = {
  /** Already in the writer's language. */
  text: string;
  /** The column the action happened in; nothing ever floats over the text. */
  place: NoticePlace;
  /** Offered as "Undo" with Ctrl Z while the focus is outside of text. */
  undo?: () => void;
};

type NoticeState = { notice: (NoticeRequest & { serial: number }) | null };

/** One notice at a time; a newer one takes the place of the older. */
export const useNotices = create<NoticeState>()(() => ({ notice: null }));

export const notify = (request: NoticeRequest): void =>
  useNotices.setState(({ notice }) => ({
    notice: { ...request, serial: (notice?.serial ?? 0) + 1 },
  }));

export const dismissNotice = (serial: number): void =>
  useNotices.setState(({ notice }) => (notice?.serial === serial ? { notice: null } : {}));

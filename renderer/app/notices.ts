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

type NoticeState = {
  notice: (NoticeRequest & { serial: number }) | null;
  /** Steps that are being made; each offers its undo once it is. */
  steps: number;
  /** The undo was asked for while the step was being made. */
  undoAwaited: boolean;
};

/** One notice at a time; a newer one takes the place of the older. */
export const useNotices = create<NoticeState>()(() => ({
  notice: null,
  steps: 0,
  undoAwaited: false,
}));

export const notify = (request: NoticeRequest): void =>
  useNotices.setState(({ notice }) => ({
    notice: { ...request, serial: (notice?.serial ?? 0) + 1 },
  }));

export const dismissNotice = (serial: number): void =>
  useNotices.setState(({ notice }) => (notice?.serial === serial ? { notice: null } : {}));

/**
 * Makes a step that offers its undo when it is made. Who asks for the undo before that means this step and no earlier
 * one: it is undone as soon as it can be, and nothing is when it came to nothing. Rejects as the step does.
 */
export async function makeStep<T>(step: () => Promise<T>): Promise<T> {
  const { notice: earlier } = useNotices.getState();
  useNotices.setState(({ steps }) => ({ steps: steps + 1 }));
  try {
    return await step();
  } finally {
    useNotices.setState(({ steps }) => ({ steps: steps - 1 }));
    const { notice, steps, undoAwaited } = useNotices.getState();
    if (steps === 0) {
      useNotices.setState({ undoAwaited: false });
      if (undoAwaited && notice !== earlier) undoNoticed();
    }
  }
}

/** Undoes the step under way or else the one the notice tells of; false when there is neither. */
export function undoNoticed(): boolean {
  const { notice, steps } = useNotices.getState();
  if (steps > 0) {
    useNotices.setState({ undoAwaited: true });
    return true;
  }
  if (notice?.undo === undefined) return false;
  dismissNotice(notice.serial);
  notice.undo();
  return true;
}

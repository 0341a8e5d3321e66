import { createAlarm } from '#renderer/app/alarm.ts';

/** Rest after the last keystroke before a save, ms. */
export const idleMs = 1000;
/** While typing goes on a save begins at the latest this long after the first unsaved keystroke, ms (F17: 2 s). */
export const longestMs = 1600;
/** After a failure it is tried again by itself, ms. */
export const retryMs = 5000;

export type SaverState = 'saved' | 'unsaved' | 'saving' | 'failed';

export type SaverOptions = {
  /** Writes what the text is now; rejects with the failure. */
  save: () => Promise<void>;
  /** False for failures that ask for a decision instead of another try. */
  mayRetry: (failure: unknown) => boolean;
  onState: (state: SaverState, failure: unknown) => void;
  /** Waits for a moment in which nothing is being typed or drawn; at once where nothing is given. */
  atPause?: (act: () => void) => void;
};

export type Saver = {
  /** The text has changed. */
  changed(): void;
  /** Saves what is unsaved now; resolves when all is on disk, rejects when it could not be saved. */
  flush(): Promise<void>;
  /** Under a composition nothing is written, or half-typed pinyin would reach the file. */
  hold(): void;
  /** Like {@link hold}, also of what is unsaved now. */
  pause(): void;
  release(): void;
  isDirty(): boolean;
  /** Whether something is unsaved that could be told now: no save is under way and no composition. */
  isTellable(): boolean;
  /** The text on disk is this text: after a conflict was resolved or an outside change was taken. */
  settled(): void;
  dispose(): void;
};

export function createSaver({
  save,
  mayRetry,
  onState,
  atPause = (act) => act(),
}: SaverOptions): Saver {
  let dirtySince: number | null = null;
  let running: Promise<void> | null = null;
  let held = false;
  let hasFailed = false;

  const alarm = createAlarm(() => {
    if (!held) atPause(() => runIfWanted());
  });

  const runIfWanted = () => {
    // It may have been saved, or a composition begun, meanwhile.
    if (!held && dirtySince !== null) run().catch(() => undefined);
  };

  const attempt = async (): Promise<void> => {
    const since = dirtySince;
    dirtySince = null;
    onState('saving', null);
    try {
      await save();
      hasFailed = false;
      onState(dirtySince === null ? 'saved' : 'unsaved', null);
    } catch (failure) {
      dirtySince ??= since ?? Date.now();
      hasFailed = true;
      onState('failed', failure);
      if (mayRetry(failure)) alarm.set(retryMs);
      throw failure;
    }
  };

  const run = (): Promise<void> => {
    alarm.clear();
    running ??= attempt()
      .then(() => {
        if (dirtySince !== null && !alarm.isSet()) alarm.set(idleMs);
      })
      .finally(() => {
        running = null;
      });
    return running;
  };

  return {
    changed() {
      const now = Date.now();
      const first = dirtySince === null;
      dirtySince ??= now;
      if (first && running === null) onState('unsaved', null);
      // What could not be saved is tried again when the keys rest, not at every one of them.
      const longest = hasFailed ? idleMs : dirtySince + longestMs - now;
      alarm.set(Math.max(0, Math.min(idleMs, longest)));
    },
    async flush() {
      if (running !== null) await running.catch(() => undefined);
      while (dirtySince !== null) await run();
    },
    hold() {
      if (dirtySince !== null) run().catch(() => undefined);
      held = true;
    },
    pause() {
      held = true;
    },
    release() {
      held = false;
      if (dirtySince !== null) alarm.set(idleMs);
    },
    isDirty: () => dirtySince !== null || running !== null,
    isTellable: () => dirtySince !== null && running === null && !held,
    settled() {
      dirtySince = null;
      alarm.clear();
      onState('saved', null);
    },
    dispose: () => alarm.clear(),
  };
}

/** Decides when a book is backed up: when its sitting ends, and when the writer has let go of it for a while. */
import type { EventBus } from '#main/events.ts';
import type { Logger } from '#main/platform.ts';
import type { PendingBackups } from './pending-backups.ts';
import { settleWithin } from '#main/base/processes/settle-within.ts';
import { appErrorCode } from '#shared/errors.ts';

export type SittingTiming = {
  /** Ms between looks. */
  lookMs: number;
  /** Ms without a change after which an open book is backed up. */
  quietMs: number;
  /** Ms the end of the program waits for the last backups; 0: none are made then. What is not done is done after the next start. */
  endMs: number;
};

export const defaultSittingTiming: SittingTiming = {
  lookMs: 30_000,
  quietMs: 5 * 60_000,
  endMs: 1200,
};

export type Sittings = {
  /** From here on books are backed up by themselves: not before every part of the program is there. */
  begin(): void;
  /** The book was closed. */
  ended(projectId: string): void;
  /** Ends what runs for a book, and forgets that it was written in. */
  forget(projectId: string): Promise<void>;
  /** Never throws. */
  close(): Promise<void>;
};

type Dependencies = {
  /** What outlives this process of what is to be backed up; null where nothing is backed up by itself. */
  pending: PendingBackups | null;
  events: EventBus;
  logger: Logger;
  timing: SittingTiming;
  /** Backs a book up; false when nothing had changed. */
  backUp(projectId: string, signal: AbortSignal): Promise<boolean>;
  /** Whether this window may write in the book: another one that has it open backs it up. */
  isOurs(projectId: string): boolean;
};

/** What an event says was changed. */
const bookOf = (payload: unknown): string | null =>
  typeof payload === 'object' &&
  payload !== null &&
  'projectId' in payload &&
  typeof payload.projectId === 'string'
    ? payload.projectId
    : null;

/** These tell of a book without anything of it being changed. */
const idle: ReadonlySet<string> = new Set([
  'git:changed',
  'backups:changed',
  'backups:failed',
  'retrieval:progress',
  'export:progress',
  'project:closed',
  'project:missing',
  'context:assembled',
]);

export const createSittings = ({
  pending,
  events,
  logger,
  timing,
  backUp,
  isOurs,
}: Dependencies): Sittings => {
  /** When each book was changed last that is not backed up since; on the clock of the process. */
  const changed = new Map<string, number>();
  /** Books that an earlier process did not get to. */
  const left = pending?.takeOver() ?? [];
  const running = new Map<string, { done: Promise<void>; abort: AbortController }>();

  const start = (projectId: string): void => {
    if (running.has(projectId)) return;
    changed.delete(projectId);
    const abort = new AbortController();
    const done = backUp(projectId, abort.signal).then(
      () => {
        if (!changed.has(projectId)) pending?.remove(projectId);
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        const code = appErrorCode(error);
        if (code === 'PROJECT_NOT_FOUND') {
          pending?.remove(projectId);
          return;
        }
        // Tried again when as much time has gone by as after a change.
        if (!changed.has(projectId)) changed.set(projectId, performance.now());
        // The writer called it off, in the list of long work, or the book is being closed.
        if (code === 'CANCELLED') return;
        logger.log('error', 'a book could not be backed up', { projectId, code });
        events.emit('backups:failed', { projectId, code });
      },
    );
    running.set(projectId, { abort, done: done.finally(() => running.delete(projectId)) });
  };

  const stopListening = events.on((name, payload) => {
    const projectId = idle.has(name) ? null : bookOf(payload);
    if (projectId === null) return;
    if (!changed.has(projectId)) pending?.add(projectId);
    changed.set(projectId, performance.now());
  });

  const look = (): void => {
    for (const projectId of left.splice(0)) start(projectId);
    const now = performance.now();
    for (const [projectId, at] of changed) {
      if (now - at >= timing.quietMs && isOurs(projectId)) start(projectId);
    }
  };
  let timer: NodeJS.Timeout | undefined;

  const end = async (projectId: string): Promise<void> => {
    const under = running.get(projectId);
    under?.abort.abort();
    await under?.done;
  };

  return {
    begin() {
      timer = setInterval(look, timing.lookMs);
      timer.unref();
    },
    ended(projectId) {
      if (timing.endMs > 0 && changed.has(projectId)) start(projectId);
    },
    async forget(projectId) {
      await end(projectId);
      changed.delete(projectId);
      pending?.remove(projectId);
    },
    async close() {
      clearInterval(timer);
      stopListening();
      if (timing.endMs > 0) {
        for (const projectId of [...changed.keys()]) start(projectId);
        await settleWithin(
          Promise.all([...running.values()].map(({ done }) => done)),
          timing.endMs,
        );
      }
      await Promise.all([...running.keys()].map(end));
    },
  };
};

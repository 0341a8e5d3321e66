/** The turns that this process carries out, and those that another left behind. */
import { AppError } from '#shared/errors.ts';
import { toldError } from '#main/base/failures/storage-failure.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Turn } from '../service.ts';
import { breakOff } from './break-off.ts';
import { createTurn, type TurnListener } from './turn.ts';
import type { StoredTurn } from '../store/turn-store.ts';

/** Ms between two signs of life of the turns under way. */
const heartbeat = 30_000;

/** Turns that end like this can be gone on with. */
const interrupted = (): AppError =>
  new AppError('RUN_INTERRUPTED', 'The program ended during the turn.');

/** The turns this process carries out. */
export type Ownership = {
  /** A stored turn of this process as an object to work with. */
  take(turn: StoredTurn): Turn;
  /**
   * Ends turns whose process is gone, calls paired with results that say so, and stores ends that could not be stored
   * before. A disk that takes none of it lets everything be read.
   */
  recover(): void;
  /** Whether a turn has ended here although that is not stored yet. */
  isOver(turnId: string | null): boolean;
  /** Stores the end of a conversation's turn. Throws what storing throws. */
  storeEnd(conversationId: string): void;
  /** Ends what is under way here; it can be resumed. */
  close(): void;
};

export const createOwnership = (dependencies: Dependencies): Ownership => {
  const { turns, owner, clock, logger } = dependencies;
  const active = new Map<string, Turn>();
  /** Turns that have ended, with what stores that, by id. */
  const unstored = new Map<string, { conversationId: string; store: () => void }>();
  let beat: NodeJS.Timeout | null = null;

  const ended = (turnId: string): void => {
    active.delete(turnId);
    if (active.size > 0 || unstored.size > 0 || beat === null) return;
    clearInterval(beat);
    beat = null;
  };

  const endedUnstored: TurnListener['endedUnstored'] = ({ turnId, conversationId }, store) => {
    active.delete(turnId);
    unstored.set(turnId, { conversationId, store });
  };

  /** A disk that takes nothing is met again by whoever has something to write, who tells it. */
  const unlessDiskFails = (write: () => void): void => {
    try {
      write();
    } catch (error) {
      const { code } = toldError(error);
      if (code === 'INTERNAL') throw error;
      logger.log('warn', 'a turn could not be written', { code });
    }
  };

  const store = (turnId: string, storeEnd: () => void): void => {
    storeEnd();
    unstored.delete(turnId);
    ended(turnId);
  };
  const storeAll = (): void => {
    for (const [turnId, end] of unstored) unlessDiskFails(() => store(turnId, end.store));
  };

  return {
    take(stored) {
      const turn = createTurn(dependencies, stored, { ended, endedUnstored });
      active.set(stored.turnId, turn);
      beat ??= setInterval(() => {
        unlessDiskFails(() => turns.touch(owner.text, clock.now()));
        storeAll();
      }, heartbeat).unref();
      return turn;
    },
    recover() {
      storeAll();
      const now = clock.now();
      for (const turn of turns.running()) {
        if (owner.isGone(turn.owner, now - turn.seenAt))
          unlessDiskFails(() => void breakOff(dependencies, turn, interrupted()));
      }
    },
    isOver: (turnId) => turnId !== null && unstored.has(turnId),
    storeEnd(conversationId) {
      for (const [turnId, end] of unstored) {
        if (end.conversationId === conversationId) store(turnId, end.store);
      }
    },
    close() {
      for (const turn of [...active.values()]) unlessDiskFails(() => turn.abort(interrupted(), ''));
      storeAll();
      // What the disk did not take is told broken off by whoever opens it next.
      if (beat !== null) clearInterval(beat);
      beat = null;
    },
  };
};

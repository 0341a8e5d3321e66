/** The turns that this process carries out, and those that another left behind. */
import { AppError } from '#shared/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Turn } from '../service.ts';
import { breakOff } from './break-off.ts';
import { createTurn } from './turn.ts';
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
  /** Ends turns whose process is gone, calls paired with results that say so. */
  recover(): void;
  /** Ends what is under way here; it can be resumed. */
  close(): void;
};

export const createOwnership = (dependencies: Dependencies): Ownership => {
  const { turns, owner, clock } = dependencies;
  const active = new Map<string, Turn>();
  let beat: NodeJS.Timeout | null = null;

  const ended = (turnId: string): void => {
    active.delete(turnId);
    if (active.size > 0 || beat === null) return;
    clearInterval(beat);
    beat = null;
  };

  return {
    take(stored) {
      const turn = createTurn(dependencies, stored, ended);
      active.set(stored.turnId, turn);
      beat ??= setInterval(() => turns.touch(owner.text, clock.now()), heartbeat).unref();
      return turn;
    },
    recover() {
      const now = clock.now();
      for (const turn of turns.running()) {
        if (owner.isGone(turn.owner, now - turn.seenAt))
          breakOff(dependencies, turn, interrupted());
      }
    },
    close() {
      for (const turn of active.values()) turn.abort(interrupted(), '');
    },
  };
};

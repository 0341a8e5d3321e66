/** The turns under way in this process. */
import { reportError } from '#main/base/failures/error-report.ts';
import type { Logger } from '#main/platform.ts';
import { AppError } from '#shared/errors.ts';

/** The turns under way in this process; one for each conversation. */
export type ActiveTurns = {
  /** Starts `work` after the caller has had its answer: nobody can follow a turn whose id they do not have. */
  start(
    turn: { turnId: string; conversationId: string; projectId: string },
    work: (signal: AbortSignal) => Promise<void>,
  ): void;
  /** A turn that has ended already needs no stopping. */
  stop(turnId: string): void;
  /** Stops the turns of a conversation, a project or all, and waits for their ends. */
  stopWhere(
    scope: { conversationId?: string; projectId?: string },
    reason?: AppError,
  ): Promise<void>;
};

const cancelled = (): AppError => new AppError('CANCELLED', 'The turn was stopped.');

type Active = {
  conversationId: string;
  projectId: string;
  controller: AbortController;
  ended: Promise<void>;
};

export const createActiveTurns = (logger: Logger): ActiveTurns => {
  const active = new Map<string, Active>();
  return {
    start({ turnId, conversationId, projectId }, work) {
      const controller = new AbortController();
      const ended = new Promise<void>((resolve) => {
        setImmediate(() => {
          work(controller.signal)
            .catch((error: unknown) => {
              const report = { turnId, ...reportError(error) };
              logger.log('error', 'the end of a turn could not be stored', report);
            })
            .finally(() => {
              active.delete(turnId);
              resolve();
            });
        });
      });
      active.set(turnId, { conversationId, projectId, controller, ended });
    },
    stop(turnId) {
      active.get(turnId)?.controller.abort(cancelled());
    },
    async stopWhere({ conversationId, projectId }, reason = cancelled()) {
      const meant = [...active.values()].filter(
        (turn) =>
          (conversationId === undefined || turn.conversationId === conversationId) &&
          (projectId === undefined || turn.projectId === projectId),
      );
      for (const { controller } of meant) controller.abort(reason);
      await Promise.all(meant.map(({ ended }) => ended));
    },
  };
};

/** What turns under way have said so far, for windows that come to them late. */
import type { Output } from '#shared/contract/index.ts';
import type { TurnRun } from './turn-run.ts';

export type RunsUnderWay = {
  /** It is under way until `work` ends, however that does. */
  during(run: TurnRun, work: Promise<void>): Promise<void>;
  /** Nothing where no turn is under way. */
  saying(conversationId: string): Pick<Output<'conversation:get'>, 'said'>;
};

export const createRunsUnderWay = (): RunsUnderWay => {
  /** By conversation, which has one at a time. */
  const runs = new Map<string, TurnRun>();
  return {
    async during(run, work) {
      const { conversationId } = run.turn;
      runs.set(conversationId, run);
      try {
        await work;
      } finally {
        // The next one may have begun.
        if (runs.get(conversationId) === run) runs.delete(conversationId);
      }
    },
    saying(conversationId) {
      const run = runs.get(conversationId);
      return run === undefined ? {} : { said: { step: run.turn.steps + 1, text: run.said } };
    },
  };
};

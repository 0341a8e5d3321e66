/** Begins a summary anew when a fence moved meanwhile. */
import { AppError } from '#shared/errors.ts';
import type { Summarise } from '../service.ts';
import type { StoredMessage } from '../store/message-store.ts';
import type { AskSummary, SummaryOutcome } from './summarise.ts';

/** The material of a summary as the fences stand, and what they keep back from it. */
export type OpenMessages = { shown: StoredMessage[]; without: readonly string[] };

/** Times a summary is begun anew because a fence went up or down meanwhile. */
const maxAttempts = 3;

const fenceChanged = (): AppError =>
  new AppError('CONVERSATION_BUSY', 'A fence was changed during the summary.');

/**
 * Summarises what is open (N3). A fence that changes the material between two requests ends the summary, for what came
 * of the earlier request may tell of it, and it is begun anew: CONVERSATION_BUSY when that does not end.
 */
export const repeatWhileFencesMove = async (
  open: () => OpenMessages,
  summarise: (
    shown: readonly StoredMessage[],
    check: (ask: Summarise) => AskSummary,
  ) => Promise<SummaryOutcome>,
): Promise<{ outcome: SummaryOutcome; without: readonly string[] }> => {
  for (let tried = 1; ; tried += 1) {
    const { shown, without } = open();
    const before = JSON.stringify(shown);
    let hasChanged = false;
    const check =
      (ask: Summarise): AskSummary =>
      async (request, signal) => {
        const isStillOpen = (): boolean => {
          hasChanged ||= JSON.stringify(open().shown) !== before;
          return !hasChanged;
        };
        if (isStillOpen()) return ask({ ...request, isStillOpen }, signal);
        throw fenceChanged();
      };
    const outcome = await summarise(shown, check);
    if (!hasChanged) return { outcome, without };
    if (tried === maxAttempts)
      return { outcome: { kind: 'failed', error: fenceChanged() }, without };
  }
};

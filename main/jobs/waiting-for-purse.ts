/** The requests of a job wait where only what is kept for requests under way stands in their way: much of that comes back (N12). */
import type { EventBus } from '#main/events.ts';
import { PurseExcess } from '#shared/domain/purse.ts';
import { AppError } from '#shared/errors.ts';

/** What another process settles is told to nobody here; ms. */
const lookAgainMs = 5000;

/** With nothing under way there would be room. */
const isReservedForOthers = (error: unknown): boolean => {
  if (!(error instanceof AppError) || error.code !== 'PURSE_EXCEEDED') return false;
  const excess = PurseExcess.safeParse(error.details).data;
  return (
    excess?.reason === 'over' &&
    excess.reserved > 0 &&
    excess.asked !== null &&
    excess.spent + excess.asked <= excess.limit
  );
};

/** Resolves when something of the purse changed, or it is time to look; rejects with the reason of `signal`. */
const purseChange = (events: Pick<EventBus, 'on'>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (settle: () => void) => (): void => {
      clearTimeout(timer);
      stopListening();
      signal.removeEventListener('abort', abort);
      settle();
    };
    const done = end(resolve);
    const abort = end(() => reject(signal.reason));
    const timer = setTimeout(done, lookAgainMs);
    const stopListening = events.on((...[name]) => {
      if (name === 'purse:changed') done();
    });
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
  });

/** Asks anew until `work` is done or refused for something else. Rejects as `work` does, and when `signal` aborts. */
const whenPurseAllows = async <Result>(
  events: Pick<EventBus, 'on'>,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> => {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isReservedForOthers(error)) throw error;
    }
    await purseChange(events, signal);
  }
};

type Complete<Question, Answer> = (question: Question, signal: AbortSignal) => Promise<Answer>;

/** Each request waits for itself: what a longer text was asked before it is not asked, and paid, again. */
export const waitingForPurse =
  <Question, Answer>(
    events: Pick<EventBus, 'on'>,
    models: { complete: Complete<Question, Answer> },
  ): Complete<Question, Answer> =>
  (question, signal) =>
    whenPurseAllows(events, signal, () => models.complete(question, signal));

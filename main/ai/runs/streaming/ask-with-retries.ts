/** Asks a model until an answer comes or there is no point. */
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { explainFailure, retryOf } from './explain-failure.ts';
import { type Answer, type ModelRequest, streamAnswer } from './stream-answer.ts';

export type RetryPlan = {
  /** Tries in all. */
  attempts: number;
  /** Ms before the second try; doubled for each further one. */
  firstDelay: number;
  /** The longest a server may ask us to wait; beyond it the run fails and says so. */
  maxDelayMs: number;
};

export type AskOutcome =
  | { ok: true; answer: Answer }
  /** `text`: what had come. */
  | { ok: false; error: AppError; text: string };

/**
 * Ms to wait before try number `attempt` + 1, or null when there is none: what the server asks for, else growing
 * pauses. `jitter` lies in [0, 1) so that many clients do not come back at once.
 */
export const delayBeforeAttempt = (
  attempt: number,
  asked: number | null,
  plan: RetryPlan,
  jitter: number,
): number | null => {
  if (attempt >= plan.attempts) return null;
  if (asked !== null) return asked <= plan.maxDelayMs ? Math.ceil(asked) : null;
  const pause = plan.firstDelay * 2 ** (attempt - 1);
  return Math.min(plan.maxDelayMs, Math.ceil(pause * (1 + jitter / 4)));
};

/** A try that a cap refuses, because of one before that came to nothing and may be paid for: both are told. */
const refusedAfter = (error: AppError, failedBefore: ErrorCode | null): AppError =>
  error.code === 'PURSE_EXCEEDED' && failedBefore !== null
    ? new AppError(error.code, error.message, { ...error.details, failedBefore })
    : error;

/**
 * Asks until an answer comes or there is no point. Tries again only while nothing has come: an answer that broke
 * off is kept and never silently begun anew. Throws only what is thrown when `question.signal` aborts.
 */
export const askWithRetries = async (
  request: ModelRequest,
  plan: RetryPlan,
  now: () => number,
  onRetry: (attempt: number, delay: number, code: ErrorCode) => void,
): Promise<AskOutcome> => {
  let text = '';
  let begun = false;
  let failedBefore: ErrorCode | null = null;
  const watched: ModelRequest = {
    ...request,
    onCall: () => {
      begun = true;
      request.onCall?.();
    },
    onText: (part) => {
      begun = true;
      text += part;
      request.onText(part);
    },
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { ok: true, answer: await streamAnswer(watched) };
    } catch (raw) {
      request.signal.throwIfAborted();
      const error = explainFailure(raw, { key: request.key, begun });
      const { again, after } = retryOf(raw, error.code, now());
      const delay =
        again && !begun ? delayBeforeAttempt(attempt, after, plan, Math.random()) : null;
      if (delay === null) return { ok: false, error: refusedAfter(error, failedBefore), text };
      failedBefore = error.code;
      onRetry(attempt, delay, error.code);
      await wait(delay, undefined, { signal: request.signal });
    }
  }
};

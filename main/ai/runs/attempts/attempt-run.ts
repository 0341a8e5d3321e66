import type { Reconciliation, Usage } from '#shared/domain/run.ts';
import type { AppError, ErrorCode } from '#shared/errors.ts';
import type { Prepared } from '#main/context/engine/service.ts';
import type { Calibration } from '../calibration/calibration.ts';
import { predictTokens } from '../calibration/fit.ts';
import { countByKind, sumOf } from '../calibration/scripts.ts';
import type { Counter } from '../calibration/counter.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { calibrationName } from '../models/context-model.ts';
import type { StoredProfile } from '../models/profile-store.ts';
import { askWithRetries, type RetryPlan } from '../streaming/ask-with-retries.ts';
import { conversationOf } from '../streaming/messages.ts';
import type { StreamTimeouts } from '../streaming/stream-answer.ts';
import { reconcileUsage, usageOf } from '../streaming/usage.ts';

export type AttemptDependencies = {
  keys: Pick<KeyStore, 'get'>;
  calibration: Calibration;
  counterOf(model: string): Counter;
  timeouts: StreamTimeouts;
  retries: RetryPlan;
  now(): number;
};

export type AttemptOutcome =
  | {
      ok: true;
      text: string;
      finish: 'stop' | 'length';
      usage: Usage;
      reconciliation: Reconciliation;
    }
  | { ok: false; error: AppError; text: string };

/** A report so far from our count is of something else: a server that counts only what it had not cached. */
const believable = { least: 0.4, most: 2.5 };
/** Even where the window is nearly full the model may say something. */
const minOutputTokens = 64;

/** Sends one prepared request and measures what came of it. Throws only when `signal` aborts. */
export const attemptRun = async (
  dependencies: AttemptDependencies,
  profile: StoredProfile,
  prepared: Prepared,
  signal: AbortSignal,
  listen: {
    onText(text: string): void;
    onSign(): void;
    onRetry(attemptRun: number, delay: number, code: ErrorCode): void;
    /** Asked before the request is sent once more. */
    isStillOpen(): boolean;
  },
): Promise<AttemptOutcome> => {
  const stored = await dependencies.keys.get(profile.id);
  const counter = dependencies.counterOf(profile.model);
  const isEstimate = counter.info().exactness === 'estimate';
  const counted = prepared.systemTokens + prepared.tokenCount;
  let isMarked = false;
  const markSent = (): void => {
    if (!isMarked) prepared.markSent();
    isMarked = true;
  };
  const asked = await askWithRetries(
    {
      profile,
      key: stored?.key ?? null,
      conversation: conversationOf(profile.provider, prepared, profile.caching),
      maxOutputTokens: Math.max(
        minOutputTokens,
        Math.min(profile.maxOutput, profile.contextWindow - counted),
      ),
      timeouts: dependencies.timeouts,
      signal,
      onText: (text) => {
        markSent();
        listen.onText(text);
      },
      onSign: listen.onSign,
      isStillOpen: listen.isStillOpen,
    },
    dependencies.retries,
    dependencies.now,
    listen.onRetry,
  );
  if (!asked.ok) return asked;
  markSent();

  const { answer } = asked;
  const usage = usageOf(answer.usage, profile.prices);
  const name = calibrationName(profile);
  // A tokenizer that fails had its say when the request was made; a run does not end over its bookkeeping.
  const counts = isEstimate
    ? countByKind(`${prepared.systemPrompt}\n\n${prepared.prompt}`, counter)
    : null;
  const correction = counts ? dependencies.calibration.correctionOf(name) : null;
  const reconciliation = reconcileUsage(
    {
      inputTokens: counts && correction ? Math.round(predictTokens(counts, correction)) : counted,
      cachedTokens: prepared.forecast.cachedTokens,
      cost: prepared.forecast.cost,
    },
    usage,
  );
  const reported = reconciliation.reportedInputTokens;
  if (counts && reported !== null) {
    const ratio = reported / sumOf(counts);
    if (ratio >= believable.least && ratio <= believable.most) {
      dependencies.calibration.learn(name, { counts, reported }, dependencies.now());
    }
  }
  return { ok: true, text: answer.text, finish: answer.finish, usage, reconciliation };
};

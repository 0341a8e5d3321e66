import type { Reconciliation, Usage } from '#shared/domain/run.ts';
import type { AppError, ErrorCode } from '#shared/errors.ts';
import type { Prepared } from '#main/context/engine/service.ts';
import type { Calibration } from '../calibration/calibration.ts';
import { predict } from '../calibration/fit.ts';
import { countByKind, sumOf } from '../calibration/scripts.ts';
import type { Counter } from '../calibration/counter.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { calibrationName } from '../models/context-model.ts';
import type { StoredProfile } from '../models/profile-store.ts';
import { ask, type RetryPlan } from '../streaming/ask.ts';
import { conversationOf } from '../streaming/messages.ts';
import type { Patience } from '../streaming/stream-answer.ts';
import { reconcile, usageOf } from '../streaming/usage.ts';

export type AttemptNeeds = {
  keys: Pick<KeyStore, 'get'>;
  calibration: Calibration;
  counterOf(model: string): Counter;
  patience: Patience;
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
const leastOutput = 64;

/** Sends one prepared request and measures what came of it. Throws only when `signal` aborts. */
export const attempt = async (
  needs: AttemptNeeds,
  profile: StoredProfile,
  prepared: Prepared,
  signal: AbortSignal,
  listen: {
    onText(text: string): void;
    onSign(): void;
    onRetry(attempt: number, delay: number, code: ErrorCode): void;
    /** Asked before the request is sent once more. */
    isStillOpen(): boolean;
  },
): Promise<AttemptOutcome> => {
  const stored = await needs.keys.get(profile.id);
  const counter = needs.counterOf(profile.model);
  const isEstimate = counter.info().exactness === 'estimate';
  const counted = prepared.systemTokens + prepared.tokenCount;
  let isMarked = false;
  const markSent = (): void => {
    if (!isMarked) prepared.markSent();
    isMarked = true;
  };
  const asked = await ask(
    {
      profile,
      key: stored?.key ?? null,
      conversation: conversationOf(profile.provider, prepared, profile.caching),
      maxOutputTokens: Math.max(
        leastOutput,
        Math.min(profile.maxOutput, profile.contextWindow - counted),
      ),
      patience: needs.patience,
      signal,
      onText: (text) => {
        markSent();
        listen.onText(text);
      },
      onSign: listen.onSign,
      isStillOpen: listen.isStillOpen,
    },
    needs.retries,
    needs.now,
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
  const correction = counts ? needs.calibration.correctionOf(name) : null;
  const reconciliation = reconcile(
    {
      inputTokens: counts && correction ? Math.round(predict(counts, correction)) : counted,
      cachedTokens: prepared.forecast.cachedTokens,
      cost: prepared.forecast.cost,
    },
    usage,
  );
  const reported = reconciliation.reportedInputTokens;
  if (counts && reported !== null) {
    const ratio = reported / sumOf(counts);
    if (ratio >= believable.least && ratio <= believable.most) {
      needs.calibration.learn(name, { counts, reported }, needs.now());
    }
  }
  return { ok: true, text: answer.text, finish: answer.finish, usage, reconciliation };
};

/** Sends a run's request and compares what it took with what was forecast. */
import { maxOutputFor } from '#shared/domain/model-profile.ts';
import type { Reconciliation, Usage } from '#shared/domain/run.ts';
import type { AppError, ErrorCode } from '#shared/errors.ts';
import type { Egress, ModelDoor } from '#main/egress/service.ts';
import type { PaidForecast } from '#main/purse/service.ts';
import type { Prepared } from '#main/context/engine/service.ts';
import type { Calibration } from '../calibration/calibration.ts';
import { predictTokens } from '../calibration/fit.ts';
import { countByKind, sumOf } from '../calibration/scripts.ts';
import type { Counter } from '../calibration/counter.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { calibrationName } from '../models/context-model.ts';
import type { StoredProfile } from '../models/profile-store.ts';
import { askWithRetries, type RetryPlan } from '../streaming/ask-with-retries.ts';
import { forecastRequest } from '../streaming/forecast-request.ts';
import { buildSinglePrompt } from '../streaming/single-prompt.ts';
import type { StreamTimeouts } from '../streaming/stream-answer.ts';
import { reconcileUsage, usageOf } from '../streaming/usage.ts';

export type AttemptDependencies = {
  egress: Pick<Egress, 'doorFor'>;
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
const believable = { min: 0.4, max: 2.5 };

/** One prepared request, and who hears of it. */
export type AttemptRequest = {
  profile: StoredProfile;
  prepared: Prepared;
  /** Of {@link runDoor}. */
  door: ModelDoor;
  signal: AbortSignal;
  onText(text: string): void;
  onRetry(attempt: number, delay: number, code: ErrorCode): void;
  /** Asked before each time the request is sent. */
  isStillOpen(): boolean;
};

/** Tokens of the request as counted before it was sent, and what teaches the count to be better. */
const countSent = (
  { calibration, counterOf, now }: AttemptDependencies,
  { profile, prepared }: AttemptRequest,
): { expected: number; learn(reported: number): void } => {
  const counted = prepared.systemTokens + prepared.tokenCount;
  const counter = counterOf(profile.model);
  // A tokenizer that fails had its say when the request was made; a run does not end over its bookkeeping.
  if (counter.info().exactness !== 'estimate') return { expected: counted, learn: () => undefined };
  const name = calibrationName(profile);
  const counts = countByKind(`${prepared.systemPrompt}\n\n${prepared.prompt}`, counter);
  const correction = calibration.correctionOf(name);
  return {
    expected: correction ? Math.round(predictTokens(counts, correction)) : counted,
    learn(reported) {
      const ratio = reported / sumOf(counts);
      if (ratio < believable.min || ratio > believable.max) return;
      calibration.learn(name, { counts, reported }, now());
    },
  };
};

const maxOutputOf = (profile: StoredProfile, { systemTokens, tokenCount }: Prepared): number =>
  maxOutputFor(profile, systemTokens + tokenCount);

type Agreement = Pick<NonNullable<PaidForecast['expected']>, 'isAgreed' | 'agreedTo'>;

/** The model is asked first what to look up: that costs, too. */
const withLookUp = (cost: number | null, lookUp: Prepared['lookUp']): number | null =>
  cost === null ? null : cost + (lookUp?.forecast.cost ?? 0);

/** What the writer is told where they want to be asked before (E2). */
const expectedOf = (
  { prices }: StoredProfile,
  { forecast, lookUp, systemTokens, tokenCount }: Prepared,
  agreement: Agreement,
): NonNullable<PaidForecast['expected']> => ({
  inputTokens: systemTokens + tokenCount + (lookUp?.forecast.inputTokens ?? 0),
  cachedTokens: forecast.cachedTokens,
  cost: withLookUp(forecast.cost, lookUp),
  nextCost: withLookUp(forecast.nextCost, lookUp),
  currency: prices?.currency ?? null,
  ...agreement,
});

/** The way out for a prepared request, where what it can cost is kept for it. */
export const runDoor = (
  { egress, counterOf }: Pick<AttemptDependencies, 'egress' | 'counterOf'>,
  projectId: string,
  profile: StoredProfile,
  { prepared, ...agreement }: Agreement & { prepared: Prepared },
): ModelDoor =>
  egress.doorFor({
    projectId,
    assemblyId: prepared.assemblyId,
    forecast: {
      ...forecastRequest(profile, {
        purpose: 'run',
        tokens: prepared.systemTokens + prepared.tokenCount,
        messages: 2,
        maxOutputTokens: maxOutputOf(profile, prepared),
      }),
      expected: expectedOf(profile, prepared, agreement),
    },
    count: counterOf(profile.model).count,
  });

/** Sends it and measures what came of it. Throws only when its signal aborts. */
export const attemptRun = async (
  dependencies: AttemptDependencies,
  request: AttemptRequest,
): Promise<AttemptOutcome> => {
  const { profile, prepared, door, signal, onText, onRetry, isStillOpen } = request;
  const stored = await dependencies.keys.get(profile);
  let isMarked = false;
  const markSent = (): void => {
    if (!isMarked) prepared.markSent();
    isMarked = true;
  };
  const asked = await askWithRetries(
    {
      profile,
      key: stored?.key ?? null,
      door,
      prompt: buildSinglePrompt(profile.provider, prepared, profile.caching),
      maxOutputTokens: maxOutputOf(profile, prepared),
      timeouts: dependencies.timeouts,
      signal,
      onText: (text) => {
        markSent();
        onText(text);
      },
      isStillOpen,
    },
    dependencies.retries,
    dependencies.now,
    onRetry,
  );
  if (!asked.ok) return asked;
  markSent();

  const { text, finish, usage: reported } = asked.answer;
  const usage = usageOf(reported, profile.prices);
  const sent = countSent(dependencies, request);
  const { cachedTokens, cost } = prepared.forecast;
  const reconciliation = reconcileUsage({ inputTokens: sent.expected, cachedTokens, cost }, usage);
  if (reconciliation.reportedInputTokens !== null) sent.learn(reconciliation.reportedInputTokens);
  return { ok: true, text, finish, usage, reconciliation };
};

/** What the synopses of chapters take at most, and what caps and the writer's wish to be asked say of it (N12, E3). */
import { setImmediate as turn } from 'node:timers/promises';
import type { PaidForecast } from '#main/purse/service.ts';
import type { AgreedSum } from '#shared/domain/purse.ts';
import type { SynopsisForecast } from '#shared/domain/synopsis.ts';
import { AppError } from '#shared/errors.ts';
import { fromMicros } from '#shared/price.ts';
import { askedFor } from '#shared/purse-excess.ts';
import type { SynopsesDependencies } from './dependencies.ts';
import { forecastChapter } from './plan-requests.ts';
import { readChapter } from './read-chapter.ts';

/** What the writer agreed to before. */
export type Agreement = { isAgreed?: boolean | undefined; agreedTo?: AgreedSum | undefined };

type Sums = Pick<SynopsisForecast, 'inputTokens' | 'outputTokens' | 'cost' | 'currency'>;

/** Each as dear as it can be, as the purse keeps it; without a price nobody knows. */
const sumOf = (forecasts: readonly PaidForecast[]): Sums => {
  const asked = forecasts.map(askedFor);
  const isPriced = asked.every((one) => one.isPriced);
  const micros = asked.reduce((sum, one) => sum + one.micros, 0);
  return {
    inputTokens: asked.reduce((sum, one) => sum + one.inputTokens, 0),
    outputTokens: asked.reduce((sum, one) => sum + one.outputTokens, 0),
    cost: isPriced ? fromMicros(micros) : null,
    currency: isPriced ? (asked[0]?.currency ?? '') || null : null,
  };
};

const objectionsTo = (
  purse: SynopsesDependencies['purse'],
  forecasts: readonly PaidForecast[],
  sums: Sums,
  { isAgreed = false, agreedTo }: Agreement,
): Pick<SynopsisForecast, 'excess' | 'question'> => {
  const sizeOf = ({ inputTokens, outputTokens }: PaidForecast): number =>
    inputTokens + outputTokens;
  const [largest] = forecasts.toSorted((one, other) => sizeOf(other) - sizeOf(one));
  if (!largest) return { excess: null, question: null };
  const { inputTokens, outputTokens, cost, currency } = sums;
  const all = { ...largest, inputTokens, outputTokens };
  const expected = {
    inputTokens,
    cachedTokens: 0,
    cost,
    nextCost: null,
    currency,
    isAgreed,
    agreedTo,
  };
  return purse.examine({ ...all, expected }, largest);
};

/** Chapters that may not be sent, cannot be read or do not fit are told apart. MODEL_NOT_SELECTED, CANCELLED. */
export const forecastSynopses = async (
  dependencies: SynopsesDependencies,
  {
    projectId,
    documentIds,
    ...agreement
  }: { projectId: string; documentIds: readonly string[] } & Agreement,
  signal: AbortSignal,
): Promise<SynopsisForecast> => {
  const { models, projects, purse } = dependencies;
  const asker = { model: models.chatModel(), language: projects.get(projectId).language };
  const keptBack: SynopsisForecast['keptBack'] = [];
  const failing: SynopsisForecast['failing'] = [];
  const forecasts: PaidForecast[] = [];
  let chapters = 0;
  for (const documentId of documentIds) {
    // A whole book is counted: others have their turn in between.
    await turn();
    if (signal.aborted) throw new AppError('CANCELLED', 'The forecast was cancelled.');
    try {
      const material = await readChapter(dependencies, projectId, documentId);
      if (material.kind === 'keptBack') keptBack.push({ documentId, reason: material.reason });
      else {
        forecasts.push(...forecastChapter(models, asker, material.chapter.text));
        chapters += 1;
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failing.push({ documentId, code: error.code });
    }
  }
  const sums = sumOf(forecasts);
  return {
    ...{ chapters, keptBack, failing, requests: forecasts.length, ...sums },
    ...objectionsTo(purse, forecasts, sums, agreement),
  };
};

/** PURSE_ASKS, where the writer wants to be asked about so much and was not. */
export const requireAgreement = ({ question }: Pick<SynopsisForecast, 'question'>): void => {
  if (question) throw new AppError('PURSE_ASKS', 'The writer is asked before.', question);
};

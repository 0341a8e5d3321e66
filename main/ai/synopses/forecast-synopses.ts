/** What the synopses of chapters take at most, and what caps and the writer's wish to be asked say of it (N12, E3). */
import { setImmediate as turn } from 'node:timers/promises';
import { type Agreement, forecastMany } from '#main/jobs/forecast-many.ts';
import type { PaidForecast } from '#main/purse/service.ts';
import type { SynopsisForecast } from '#shared/domain/synopsis.ts';
import { AppError } from '#shared/errors.ts';
import type { SynopsesDependencies } from './dependencies.ts';
import { forecastText } from './plan-requests.ts';
import { readChapter } from './read-chapter.ts';

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
  const asker = { model: models.chatModel(), language: projects.languageOf(projectId) };
  const keptBack: SynopsisForecast['keptBack'] = [];
  const failing: SynopsisForecast['failing'] = [];
  const forecasts: PaidForecast[] = [];
  let chapters = 0;
  for (const documentId of documentIds) {
    // A whole book is counted: others have their turn in between.
    await turn();
    if (signal.aborted) throw new AppError('CANCELLED', 'The forecast was cancelled.');
    try {
      const reading = await readChapter(dependencies, projectId, documentId);
      if (reading.kind === 'keptBack') keptBack.push({ documentId, reason: reading.reason });
      else {
        forecasts.push(
          ...forecastText(models, asker, { kind: 'chapter', text: reading.chapter.text }),
        );
        chapters += 1;
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failing.push({ documentId, code: error.code });
    }
  }
  return {
    ...{ chapters, keptBack, failing },
    ...forecastMany(purse, forecasts, agreement),
  };
};

/** What a job that asks a model is for, and what it takes at most before anything is sent (N12). */
import { setImmediate as turn } from 'node:timers/promises';
import { nanoid } from 'nanoid';
import { type Agreement, forecastMany } from '#main/jobs/forecast-many.ts';
import type { PaidForecast } from '#main/purse/service.ts';
import type { ContradictionForecast } from '#shared/domain/contradiction.ts';
import { AppError } from '#shared/errors.ts';
import { nothingSpent } from '#shared/usage-sum.ts';
import { countMentions } from './choose-passages.ts';
import type { AskingDependencies } from './dependencies.ts';
import type { StoredJob } from './job-store.ts';
import { planQuestion } from './plan-questions.ts';
import { type OpenBook, readOpenBook } from './read-open-book.ts';

/** Requests of one job: one an entry, those that are named most first. */
const maxEntries = 40;

export type JobRequest = {
  projectId: string;
  documentIds: readonly string[] | null;
  /** The job whose rest it is. */
  earlier: StoredJob | null;
};

export type JobPlan = {
  entityIds: string[];
  forecast: ContradictionForecast;
};

const orderedEntries = (book: OpenBook, { earlier }: JobRequest): OpenBook['entries'] => {
  const counts = countMentions(book.chapters);
  if (!earlier) {
    return book.entries
      .filter(({ entityId }) => (counts.get(entityId) ?? 0) > 0)
      .toSorted(
        (one, other) => (counts.get(other.entityId) ?? 0) - (counts.get(one.entityId) ?? 0),
      );
  }
  const waiting = new Set(
    earlier.entries.flatMap(({ entityId, state }) => (state === 'waiting' ? [entityId] : [])),
  );
  return book.entries.filter(({ entityId }) => waiting.has(entityId));
};

/** MODEL_NOT_SELECTED, MODEL_PROMPT_TOO_LONG, CANCELLED. */
export const planJob = async (
  dependencies: AskingDependencies,
  request: JobRequest,
  agreement: Agreement,
  signal: AbortSignal,
): Promise<JobPlan> => {
  const { models, projects, purse } = dependencies;
  const { projectId, documentIds } = request;
  const asker = { model: models.chatModel(), language: projects.languageOf(projectId) };
  const book = await readOpenBook(dependencies, projectId, signal);
  const scope = documentIds && new Set(documentIds);
  const entityIds: string[] = [];
  const forecasts: PaidForecast[] = [];
  let beyond = 0;
  for (const entity of orderedEntries(book, request)) {
    await turn();
    if (signal.aborted) throw new AppError('CANCELLED', 'The forecast was cancelled.');
    const plan = planQuestion(asker, book, entity, scope);
    if (!plan) continue;
    if (entityIds.length >= maxEntries) {
      beyond += 1;
      continue;
    }
    entityIds.push(entity.entityId);
    forecasts.push(models.forecastCompletion(plan.question));
  }
  const { keptBack } = book;
  return {
    entityIds,
    forecast: { beyond, keptBack, ...forecastMany(purse, forecasts, agreement) },
  };
};

/** `own`: the process and the model it is begun with. The caller knows that none is running. */
export const beginJob = (
  entityIds: readonly string[],
  { documentIds, earlier }: JobRequest,
  own: { owner: string; profileId: string; now: number },
): StoredJob => ({
  jobId: earlier?.jobId ?? nanoid(),
  state: 'running',
  documentIds: documentIds && [...documentIds],
  entries: earlier?.entries ?? entityIds.map((entityId) => ({ entityId, state: 'waiting' })),
  found: earlier?.found ?? 0,
  leftOut: earlier?.leftOut ?? 0,
  usage: earlier?.usage ?? nothingSpent,
  error: null,
  profileId: own.profileId,
  owner: own.owner,
  startedAt: earlier?.startedAt ?? own.now,
  endedAt: null,
});

/** Judges an answer that has come, this time with the model: the writer asked for it (S3-25). */
import type { Parsed } from '#shared/contract/index.ts';
import type { Run } from '#shared/domain/run.ts';
import { AppError } from '#shared/errors.ts';
import type { RunsDependencies } from './active.ts';

/**
 * No model sees an answer whose request was told what is fenced now (N3). RUN_NOT_FOUND; SELECTION_INVALID for an answer
 * that is no prose or has no words; MODEL_NOT_SELECTED.
 */
export const judgeRun = async (
  {
    store,
    judge,
    profiles,
    engine,
    candidates,
  }: Pick<RunsDependencies, 'store' | 'judge' | 'profiles' | 'engine' | 'candidates'>,
  { projectId, runId, agreedTo }: Parsed<'ai:runs:judge'>,
  signal: AbortSignal,
): Promise<Run> => {
  const run = store.find(projectId, runId);
  if (!run || !judge) throw new AppError('RUN_NOT_FOUND', 'There is no such run.', { runId });
  if (run.state === 'running' || run.candidateId === null) {
    throw new AppError('SELECTION_INVALID', 'There is no prose of this run to judge.', { runId });
  }
  if (!profiles.selected()) throw new AppError('MODEL_NOT_SELECTED', 'No model is connected.');
  const { documentId, text } = run;
  const before = new Set(store.closedTo(runId));
  const closed = [...engine.fenceView(projectId, documentId).closed()];
  const isFenced = closed.some((key) => !before.has(key));
  const judgement = await judge.check(
    { projectId, documentId, text, askModel: true, isFenced, agreedTo },
    signal,
  );
  store.putJudgement(runId, judgement);
  const candidateState = candidates.states(projectId).get(run.candidateId) ?? null;
  return { ...run, ...judgement, unjudged: null, candidateState };
};

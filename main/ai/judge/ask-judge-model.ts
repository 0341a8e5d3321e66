/** Asks a model about what no rule reaches, and believes of its answer what can be proved. */
import type { Logger } from '#main/platform.ts';
import type { Constraint } from '#shared/domain/constraint.ts';
import { type AgreedSum, PurseQuestion } from '#shared/domain/purse.ts';
import { AppError, appErrorCode } from '#shared/errors.ts';
import { purseRefusalOf } from '#shared/purse-refusal.ts';
import type { ConstraintsView } from './ask-about.ts';
import type { ModelOutcome } from './coverage.ts';
import { verifyAnswer } from './model-answer.ts';
import type { ModelJudge } from './service.ts';

type AskDependencies = {
  model: ModelJudge | null;
  logger: Logger;
  view: Pick<ConstraintsView, 'openSince'>;
  projectId: string;
  /** What the writer agreed to that asking takes. */
  agreedTo?: AgreedSum | undefined;
};

/** What would have gone over a cap says by how much (N12). */
const refusedBy = (error: unknown): ModelOutcome => {
  const refusal = purseRefusalOf(error);
  return refusal ? { state: 'failed', refusal } : { state: 'failed' };
};

/** What takes more than the writer's sum waits for their word (E2). */
const askedFirst = (error: unknown): ModelOutcome => {
  const details = error instanceof AppError ? error.details : undefined;
  return { state: 'absent', reason: 'asksFirst', question: PurseQuestion.parse(details) };
};

/** A model that fails costs nothing but its own part of the judgement. CANCELLED when `signal` aborts. */
export const askJudgeModel = async (
  { model, logger, view, projectId, agreedTo }: AskDependencies,
  text: string,
  asked: readonly Constraint[],
  signal: AbortSignal,
): Promise<ModelOutcome> => {
  if (!model) return { state: 'absent', reason: 'noModel' };
  if (asked.length === 0) return { state: 'absent', reason: 'notAsked' };
  try {
    const questions = asked.map((one) => ({ constraintId: one.constraintId, text: one.text }));
    const answer = await model.check(text, questions, signal, {
      projectId,
      isStillOpen: view.openSince(),
      agreedTo,
    });
    const ids = new Set(asked.map(({ constraintId }) => constraintId));
    const verdict = verifyAnswer(answer, text, ids);
    if (verdict) return { state: 'answered', verdict };
    logger.log('warn', 'the model judge gave no usable answer', {});
  } catch (error) {
    if (signal.aborted) throw new AppError('CANCELLED', 'The check was cancelled.');
    const code = appErrorCode(error);
    if (code === 'MODEL_NOT_SELECTED') return { state: 'absent', reason: 'noModel' };
    if (code === 'PURSE_ASKS') return askedFirst(error);
    logger.log('warn', 'the model judge failed', { code });
    if (code === 'PURSE_EXCEEDED') return refusedBy(error);
  }
  return { state: 'failed' };
};

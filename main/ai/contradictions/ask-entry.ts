/** Asks a model about one entry of the codex. */
import type { Usage } from '#shared/domain/run.ts';
import type { AskingDependencies } from './dependencies.ts';
import { planQuestion } from './plan-questions.ts';
import { readOpenBook } from './read-open-book.ts';
import { type VerifiedAnswer, verifyAnswer } from './verify-answer.ts';

export type EntryRequest = {
  projectId: string;
  entityId: string;
  profileId: string;
  scope: ReadonlySet<string> | null;
  /** Told what the answer took, also one that is of no use. */
  onUsage(usage: Usage): void;
};

/**
 * What may be told is read anew before each request: a fence that went up meanwhile holds. Null where there is too little to
 * ask about. MODEL_ANSWER_UNUSABLE, REQUEST_FENCED, CANCELLED, and what reading and calls to models meet.
 */
export const askEntry = async (
  dependencies: AskingDependencies,
  { projectId, entityId, profileId, scope, onUsage }: EntryRequest,
  signal: AbortSignal,
): Promise<VerifiedAnswer | null> => {
  const { models, projects } = dependencies;
  const book = await readOpenBook(dependencies, projectId, signal);
  const entity = book.entries.find((one) => one.entityId === entityId);
  if (!entity) return null;
  const asker = { model: models.chatModel(profileId), language: projects.languageOf(projectId) };
  const plan = planQuestion(asker, book, entity, scope);
  if (!plan) return null;
  const { isStillOpen } = book;
  const answer = await models.complete({ ...plan.question, projectId, isStillOpen }, signal);
  onUsage(answer.usage);
  return verifyAnswer(answer.text, plan.passages, { entityId, scope });
};

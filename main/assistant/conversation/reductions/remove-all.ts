/** Makes several messages ready to leave the prompt: all of them, or none. */
import { AppError } from '#shared/errors.ts';
import { discardFiles } from '../offload/discard-files.ts';
import type { Removal } from '../offload/offloader.ts';
import { shownText } from '../prompt-items.ts';
import type { StoredMessage } from '../store/message-store.ts';
import { createPrepareRemoval } from './prepare-removal.ts';
import type { Reduction, ReductionDependencies, ReductionRequest } from './reduction.ts';

/** Ids of the files that removals made, to be deleted when those do not happen. */
export const filesMadeFor = (removals: readonly Removal[]): string[] =>
  removals.flatMap(({ madeFile }) => (madeFile === null ? [] : [madeFile]));

/**
 * Makes all of these messages ready to leave the prompt, or none (S2-11): where one's file cannot be made, those that
 * were made are deleted and the error of context files goes on.
 */
export const removeAll = async (
  dependencies: ReductionDependencies,
  request: ReductionRequest,
  leaving: readonly StoredMessage[],
): Promise<Reduction> => {
  const { turnId, count } = request;
  const prepareRemoval = createPrepareRemoval(dependencies, request);
  const removals: Removal[] = [];
  let savedTokens = 0;
  for (const row of leaving) {
    try {
      const removal = await prepareRemoval(row);
      removals.push(removal);
      savedTokens += count(shownText(row, turnId)) - count(removal.placeholder);
    } catch (error) {
      await discardFiles(dependencies, row.conversationId, filesMadeFor(removals));
      throw error;
    }
  }
  return { removals, savedTokens: Math.max(0, savedTokens) };
};

/** Logs why something stays in the prompt; what is no failure of context files goes on. */
export const logFailedRemoval = (
  { logger }: Pick<ReductionDependencies, 'logger'>,
  message: string,
  { conversationId, messageId }: StoredMessage,
  error: unknown,
): void => {
  if (!(error instanceof AppError)) throw error;
  logger.log('warn', message, { conversationId, messageId, code: error.code });
};

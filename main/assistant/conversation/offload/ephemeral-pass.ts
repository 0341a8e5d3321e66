import { AppError } from '#shared/errors.ts';
import { chooseEphemeral } from '../ephemeral.ts';
import type { Dependencies } from '../dependencies.ts';
import type { CountText, ToolTraits } from '../service.ts';
import type { StoredMessage } from '../store/message-store.ts';
import { createRemoveResult, type RemovalDependencies } from './remove-result.ts';
import { lastSeenSequence } from './seen.ts';
import type { Removal } from './take-out.ts';

type EphemeralDependencies = RemovalDependencies & Pick<Dependencies, 'logger'>;

/**
 * Makes ready what the ephemeral policy takes out before a model call (S2-07): long outputs as records, short ones
 * and those that name a file already behind a lazy file, pages of context files behind the file they come from. An
 * output whose file cannot be made stays.
 */
export const selectEphemeralRemovals = async (
  dependencies: EphemeralDependencies,
  rows: readonly StoredMessage[],
  traitsOf: (toolName: string) => ToolTraits,
  count: CountText,
): Promise<Removal[]> => {
  const { settings, logger } = dependencies;
  const { ephemeralKeepRecent } = settings.get();
  const seen = lastSeenSequence(rows);
  const outputs = rows
    .filter(({ role, restored }) => role === 'tool' && !restored)
    .map((row) => ({
      messageId: row.messageId,
      toolName: row.metadata.tool_name ?? '',
      seen: row.sequence < seen,
      destroyed: row.placeholder !== null,
    }));
  const chosen = new Set(chooseEphemeral(outputs, traitsOf, ephemeralKeepRecent));
  if (chosen.size === 0) return [];
  const remove = createRemoveResult(dependencies, rows, count);

  const removals: Removal[] = [];
  for (const row of rows) {
    if (!chosen.has(row.messageId)) continue;
    try {
      removals.push(await remove(row));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      logger.log('warn', 'an ephemeral output could not be offloaded and stays', {
        conversationId: row.conversationId,
        messageId: row.messageId,
        code: error.code,
      });
    }
  }
  return removals;
};

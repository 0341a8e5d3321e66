/** Before a model call: outputs of tools that declare for how long theirs matter leave the prompt (S2-03, S2-07). */
import type { Removal } from '../offload/offloader.ts';
import { lastSeenSequence } from '../offload/seen.ts';
import type { ToolTraits } from '../service.ts';
import { createPrepareRemoval } from './prepare-removal.ts';
import type { ReductionDependencies, ReductionRequest } from './reduction.ts';
import { logFailedRemoval } from './remove-all.ts';

/** A tool's output as the ephemeral policy sees it. */
export type ToolOutput = {
  messageId: string;
  toolName: string;
  /** A model call had it in its prompt. */
  seen: boolean;
  /** Taken out of the prompt already. */
  destroyed: boolean;
};

/**
 * Which outputs leave the prompt before the next model call (S2-03, S2-07, S2-16): of every tool that declares a
 * limit all but its last N that are still there. `keepRecent` overrides every declared N. Outputs that no model call
 * has seen stay, and count among the N. Whoever restored an output leaves it out of `outputs`.
 *
 * @param outputs oldest first
 * @returns message ids, oldest first
 */
export const selectExpired = (
  outputs: readonly ToolOutput[],
  traitsOf: (toolName: string) => ToolTraits,
  keepRecent: number | null,
): string[] => {
  const newerOf = new Map<string, number>();
  const expired: string[] = [];
  for (const output of outputs.toReversed()) {
    const { ephemeral } = traitsOf(output.toolName);
    if (output.destroyed || ephemeral === null) continue;
    const newer = newerOf.get(output.toolName) ?? 0;
    newerOf.set(output.toolName, newer + 1);
    if (output.seen && newer >= (keepRecent ?? ephemeral)) expired.push(output.messageId);
  }
  return expired.reverse();
};

/** Makes ready what the policy takes out. An output whose file cannot be made stays. */
export const expireEphemeral = async (
  dependencies: ReductionDependencies,
  request: ReductionRequest,
  traitsOf: (toolName: string) => ToolTraits,
): Promise<Removal[]> => {
  const { rows } = request;
  const seen = lastSeenSequence(rows);
  const outputs = rows
    .filter(({ role, restored }) => role === 'tool' && !restored)
    .map((row) => ({
      messageId: row.messageId,
      toolName: row.metadata.tool_name ?? '',
      seen: row.sequence < seen,
      destroyed: row.placeholder !== null,
    }));
  const { ephemeralKeepRecent } = dependencies.settings.get();
  const expired = new Set(selectExpired(outputs, traitsOf, ephemeralKeepRecent));
  if (expired.size === 0) return [];
  const prepareRemoval = createPrepareRemoval(dependencies, request);
  const removals: Removal[] = [];
  for (const row of rows) {
    if (!expired.has(row.messageId)) continue;
    try {
      removals.push(await prepareRemoval(row));
    } catch (error) {
      const message = 'an ephemeral output could not be offloaded and stays';
      logFailedRemoval(dependencies, message, row, error);
    }
  }
  return removals;
};

import type { ToolTraits } from './service.ts';

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
export const chooseEphemeral = (
  outputs: readonly ToolOutput[],
  traitsOf: (toolName: string) => ToolTraits,
  keepRecent: number | null,
): string[] => {
  const newerOf = new Map<string, number>();
  const chosen: string[] = [];
  for (const output of outputs.toReversed()) {
    const { ephemeral } = traitsOf(output.toolName);
    if (output.destroyed || ephemeral === null) continue;
    const newer = newerOf.get(output.toolName) ?? 0;
    newerOf.set(output.toolName, newer + 1);
    if (output.seen && newer >= (keepRecent ?? ephemeral)) chosen.push(output.messageId);
  }
  return chosen.reverse();
};

/** Decides which calls of one answer run beside each other. */
import type { ToolCall, ToolResult } from '#main/assistant/conversation/service.ts';

/** Calls under way at once in a turn. */
const maxConcurrentCalls = 8;

/**
 * Calls in their order, in groups: those of a group may run beside each other, and a group begins when the one before it
 * has ended. A call that may change something is alone.
 */
export const groupCalls = <C extends Pick<ToolCall, 'toolName'>>(
  calls: readonly C[],
  isReadOnly: (toolName: string) => boolean,
  maxInGroup: number = maxConcurrentCalls,
): C[][] => {
  const groups: { calls: C[]; readOnly: boolean }[] = [];
  for (const call of calls) {
    const readOnly = isReadOnly(call.toolName);
    const last = groups.at(-1);
    if (readOnly && last?.readOnly && last.calls.length < maxInGroup) last.calls.push(call);
    else groups.push({ calls: [call], readOnly });
  }
  return groups.map((group) => group.calls);
};

/** What became of a call: its result, or what was thrown. */
export type Outcome = { result: ToolResult } | { thrown: unknown };

const outcomeOf = async (work: Promise<ToolResult>): Promise<Outcome> => {
  try {
    return { result: await work };
  } catch (thrown) {
    return { thrown };
  }
};

/**
 * Starts the calls of a group: each as soon as it is admitted, so that the writer is asked one question at a time while
 * those that need no permission are under way. After a stop no further call is admitted. In the order of the calls.
 */
export const startGroup = async <C>(
  calls: readonly C[],
  admit: (call: C) => Promise<() => Promise<ToolResult>>,
  signal: AbortSignal,
): Promise<{ call: C; outcome: Promise<Outcome> }[]> => {
  const started: { call: C; outcome: Promise<Outcome> }[] = [];
  for (const call of calls) {
    if (signal.aborted) break;
    const admitted = admit(call);
    started.push({ call, outcome: outcomeOf(admitted.then((carryOut) => carryOut())) });
    await Promise.allSettled([admitted]);
  }
  return started;
};

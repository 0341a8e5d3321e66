/** Keeps calls and results in pairs. */
import type { StoredMessage } from '../store/message-store.ts';
import type { ToolCall, ToolResult } from '../service.ts';

/** A call that waits for its result, and the step that asked for it. */
export type OpenCall = { call: ToolCall; step: number };

type PairedRow = Pick<StoredMessage, 'role' | 'metadata'>;

/** Calls of a turn's last step that no result answers: earlier steps' calls always have theirs (S2-14). */
export const findOpenCalls = (rowsOfTurn: readonly PairedRow[]): OpenCall[] => {
  const at = rowsOfTurn.findLastIndex(({ metadata }) => metadata.kind === 'step');
  const last = rowsOfTurn[at];
  if (!last) return [];
  const answered = new Set(
    rowsOfTurn
      .slice(at + 1)
      .filter(({ metadata }) => metadata.kind === 'result')
      .map(({ metadata }) => metadata.call_id),
  );
  return (last.metadata.calls ?? [])
    .filter((call) => !answered.has(call.call_id))
    .map((call) => ({
      call: { callId: call.call_id, toolName: call.tool_name, input: call.input },
      step: last.metadata.step ?? 0,
    }));
};

/** Stands in for the result of a call that never got one. */
export const missingResult = (code: string): ToolResult => {
  const message =
    'The turn ended before this call had a result. It may have been carried out or not.';
  return { status: 'error', text: `Error ${code}: ${message}`, data: {}, error: { code, message } };
};

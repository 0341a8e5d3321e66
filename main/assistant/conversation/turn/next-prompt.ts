/** Makes the prompt of a turn's next model call, and makes it shorter where that is due or asked for. */
import { assemblePrompt } from '../assemble.ts';
import { findConversation } from '../dependencies.ts';
import type { Removal } from '../offload/offloader.ts';
import { storeUnsaved } from '../offload/unsaved-output.ts';
import type { Prompt } from '../prompt.ts';
import { promptReductions } from '../reductions/index.ts';
import type { CountText, ToolTraits } from '../service.ts';
import type { StoredMessage } from '../store/message-store.ts';
import type { RunningTurn } from './running-turn.ts';

const liveRows = ({ dependencies, stored }: RunningTurn): StoredMessage[] =>
  dependencies.messages.live(stored.conversationId, stored.turnId);

/** Outputs that could not be written to a file are tried again before the model is asked once more. */
const storeLackingFiles = async (
  running: RunningTurn,
  rows: readonly StoredMessage[],
): Promise<readonly StoredMessage[]> => {
  const lacking = rows.filter(({ metadata }) => metadata.unsaved !== undefined);
  for (const row of lacking) await storeUnsaved(running.dependencies, row);
  return lacking.length > 0 ? liveRows(running) : rows;
};

const expireEphemeral = async (
  running: RunningTurn,
  rows: readonly StoredMessage[],
  { traitsOf, count }: PromptRequest,
): Promise<readonly StoredMessage[]> => {
  const { dependencies, stored } = running;
  const request = { rows, turnId: stored.turnId, count };
  const removals = await promptReductions.expireEphemeral(dependencies, request, traitsOf);
  if (removals.length === 0) return rows;
  running.change(() => promptReductions.storeRemovals(dependencies, stored, removals));
  if (removals.some(({ line }) => line)) await dependencies.writeOffloadLog(stored.conversationId);
  return liveRows(running);
};

/** What the model of the turn is given beside the conversation, and how it counts. */
export type PromptRequest = {
  system: string;
  traitsOf(toolName: string): ToolTraits;
  count: CountText;
  contextWindow?: number | undefined;
};

export const nextPrompt = async (running: RunningTurn, request: PromptRequest): Promise<Prompt> => {
  const { dependencies, stored } = running;
  const { system, count, contextWindow } = request;
  const withFiles = await storeLackingFiles(running, liveRows(running));
  const rows = await expireEphemeral(running, withFiles, request);
  const scope = { ...stored, contextWindow };
  const assembled = await assemblePrompt(dependencies, scope, { rows, system, count });
  running.lastPrompt = { ...assembled, count };
  return assembled.prompt;
};

/** `savedTokens`: of the last call, which the next one does without. */
const applyRemovals = async (
  { dependencies, stored, change }: RunningTurn,
  removals: readonly Removal[],
  savedTokens: number,
): Promise<void> => {
  const { conversationId } = stored;
  change(() => {
    promptReductions.storeRemovals(dependencies, stored, removals);
    const before = findConversation(dependencies, conversationId).lastInputTokens;
    const left = Math.max(0, before - savedTokens);
    dependencies.conversations.setLastInputTokens(conversationId, left);
  });
  await dependencies.writeOffloadLog(conversationId);
};

/** False when nothing is left that may leave. */
export const evictOldest = async (
  running: RunningTurn,
  count: CountText,
  minTokens?: number,
): Promise<boolean> => {
  const { dependencies, stored } = running;
  const request = { rows: liveRows(running), turnId: stored.turnId, count };
  const { removals, savedTokens } = await promptReductions.evictOldest(
    dependencies,
    request,
    minTokens,
  );
  if (removals.length === 0) return false;
  await applyRemovals(running, removals, savedTokens);
  return true;
};

/** False when there is no result as large as that. */
export const truncateLargest = async (
  running: RunningTurn,
  count: CountText,
  maxTokens: number,
): Promise<boolean> => {
  const { dependencies, stored } = running;
  const request = { rows: liveRows(running), turnId: stored.turnId, count };
  const removal = await promptReductions.truncateLargest(dependencies, request, maxTokens);
  // No call was measured with it: what the last one took stays what it was.
  if (removal) await applyRemovals(running, [removal], 0);
  return removal !== null;
};

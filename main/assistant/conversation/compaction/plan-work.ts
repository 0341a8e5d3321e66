/** Reads a conversation and decides what of it a compaction takes. */
import { type Dependencies, findConversation } from '../dependencies.ts';
import { itemTypeOf } from '../offload/record.ts';
import { shownText } from '../prompt-items.ts';
import { estimateTokens, roundsOf, selectArchivable } from '../rounds.ts';
import type { CompactionRequest } from '../service.ts';
import type { StoredMessage } from '../store/message-store.ts';
import { type CompactionPlan, planCompaction } from './plan-compaction.ts';

/** What a compaction is decided on, and what was decided. */
export type Work = {
  request: CompactionRequest;
  projectId: string;
  /** The turn under way; its messages stay. */
  turnId: string | null;
  plan: CompactionPlan;
  /** What a summary is to stand for; none when there is to be no summary. */
  archived: readonly StoredMessage[];
  /** Of the first and the last of them in the conversation, from 1. */
  range: string;
};

/** Ids of calls count within their turn: some servers give every turn's first call the same one. */
const withOwnCalls = (row: StoredMessage): StoredMessage => {
  const own = (callId: string): string => `${row.turnId} ${callId}`;
  const { call_id: callId, calls } = row.metadata;
  return {
    ...row,
    metadata: {
      ...row.metadata,
      ...(callId === undefined ? {} : { call_id: own(callId) }),
      ...(calls ? { calls: calls.map((call) => ({ ...call, call_id: own(call.call_id) })) } : {}),
    },
  };
};

export const planWork = (dependencies: Dependencies, request: CompactionRequest): Work => {
  const { messages, settings } = dependencies;
  const { conversationId, contextWindow, count, urgency, inputText = '', tokens = 0 } = request;
  const { projectId, turnId, lastInputTokens } = findConversation(dependencies, conversationId);
  const { keepRounds, offloadTokens } = settings.get().assistant;
  const rows = messages.live(conversationId, turnId);
  const live = rows.filter(({ role }) => role !== 'system');
  const old = selectArchivable(live.map(withOwnCalls), keepRounds);
  const oldIds = new Set(old.map(({ messageId }) => messageId));
  const plan = planCompaction({
    items: live.map((row) => ({
      messageId: row.messageId,
      type: itemTypeOf(row),
      tokens: count(shownText(row, turnId)),
      canEvict: row.placeholder === null && row.turnId !== turnId,
      mayArchive: oldIds.has(row.messageId),
    })),
    tokens: Math.max(tokens, estimateTokens(lastInputTokens, inputText)),
    contextWindow,
    urgency,
    offloadTokens,
    hasSummary: live.length < rows.length,
    archivableRounds: roundsOf(old).length,
  });
  const archived = plan.archive ? old : [];
  const [first, last] = [archived.at(0), archived.at(-1)].map((row) =>
    row ? messages.countUpTo(conversationId, row.sequence) : 0,
  );
  const range = `${first}-${last}`;
  return { request, projectId, turnId, plan, archived, range };
};

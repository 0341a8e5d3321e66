/** Stores a compaction in one transaction. */
import { AppError } from '#shared/errors.ts';
import { type Dependencies, findConversation, tellChange } from '../dependencies.ts';
import { answerTo } from '../provenance/provenance.ts';
import { promptReductions } from '../reductions/index.ts';
import type { Reduction } from '../reductions/reduction.ts';
import type { Work } from './plan-work.ts';
import type { Summary } from './write-summary.ts';

/**
 * All of it or nothing (S2-11): what leaves the prompt, the summary, and what it stands for. CONVERSATION_BUSY when
 * something of that was put away meanwhile.
 */
export const storeWork = (
  dependencies: Dependencies,
  { request, projectId, archived }: Work,
  { removals, savedTokens }: Reduction,
  summary: Summary | null,
): void => {
  const { conversations, messages, clock } = dependencies;
  const { conversationId, count } = request;
  conversations.transaction(() => {
    promptReductions.storeRemovals(dependencies, { conversationId, projectId }, removals);
    let freed = savedTokens;
    if (summary) {
      messages.insert({
        messageId: summary.messageId,
        conversationId,
        projectId,
        turnId: null,
        role: 'system',
        content: summary.content,
        original: null,
        metadata: { kind: 'summary', usage: request.writer.took() },
        contextRefs: summary.refs,
        createdAt: clock.now(),
        provenance: answerTo(summary.without),
      });
      freed -= count(summary.content);
      for (const row of archived) {
        freed += count(row.placeholder ?? row.content);
        if (messages.archive(row.messageId, summary.messageId)) continue;
        throw new AppError('CONVERSATION_BUSY', 'The conversation changed meanwhile.', {
          conversationId,
        });
      }
    }
    const { lastInputTokens } = findConversation(dependencies, conversationId);
    conversations.setLastInputTokens(conversationId, Math.max(0, lastInputTokens - freed));
  });
  tellChange(dependencies, { projectId, conversationId });
};

/** Has a conversation made smaller when that is due. */
import type { Output } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import type { ModelsService, ChatModel } from '#main/ai/runs/service.ts';
import type {
  ConversationService,
  Summarise,
  Urgency,
} from '#main/assistant/conversation/service.ts';
import type { SettingsService } from '#main/settings/service.ts';

export type CompactionDependencies = {
  conversations: Pick<ConversationService, 'compact' | 'needsCompaction' | 'info'>;
  models: Pick<ModelsService, 'complete' | 'chatModel'>;
  settings: Pick<SettingsService, 'get'>;
};

/** The profile that writes summaries (S4-21): the one of settings while it exists, else the conversation's. */
const summaryModelOf = (
  { models, settings }: CompactionDependencies,
  model: ChatModel,
): ChatModel => {
  const { summaryProfileId } = settings.get().assistant;
  if (summaryProfileId === null) return model;
  try {
    return models.chatModel(summaryProfileId);
  } catch (error) {
    // A profile may be removed after it was chosen for summaries: no reason to go without them.
    if (error instanceof AppError && error.code === 'MODEL_NOT_FOUND') return model;
    throw error;
  }
};

export type Compact = (
  conversationId: string,
  model: ChatModel,
  how: { urgency: Urgency; inputText?: string; tokens?: number },
  signal: AbortSignal,
) => Promise<Output<'conversation:compact'> | null>;

/**
 * Makes a conversation smaller, summaries written by a call of their own (S2-10, S4-20/21); null when it is not due.
 */
export const createCompact =
  (dependencies: CompactionDependencies): Compact =>
  async (conversationId, model, how, signal) => {
    const { conversations, models } = dependencies;
    const { contextWindow, count } = model;
    const isDue =
      how.urgency !== 'due' ||
      conversations.needsCompaction(conversationId, how.inputText ?? '', contextWindow);
    if (!isDue) return null;
    const writer = summaryModelOf(dependencies, model);
    const { projectId } = conversations.info(conversationId);
    const ask: Summarise = async (request, within) => {
      const answer = await models.complete(
        { ...request, purpose: 'summary', projectId, profileId: writer.profileId },
        within,
      );
      return answer.text;
    };
    return conversations.compact(
      {
        conversationId,
        contextWindow,
        count,
        writer: { ask, window: writer.contextWindow, count: writer.count },
        ...how,
      },
      signal,
    );
  };

import type { Output } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import type { ModelsService, TalkModel } from '#main/services/ai/service.ts';
import type { ConversationService, Summarise } from '#main/services/conversation/service.ts';
import type { SettingsService } from '#main/services/settings/service.ts';

export type CompactionNeeds = {
  conversations: Pick<ConversationService, 'compact' | 'needsCompaction'>;
  models: Pick<ModelsService, 'complete' | 'talkModel'>;
  settings: Pick<SettingsService, 'get'>;
};

/** The profile that writes summaries (S4-21): the one of settings while it exists, else the conversation's. */
const summaryModelOf = ({ models, settings }: CompactionNeeds, model: TalkModel): TalkModel => {
  const { summaryProfileId } = settings.get().assistant;
  if (summaryProfileId === null) return model;
  try {
    return models.talkModel(summaryProfileId);
  } catch (error) {
    // A profile may be removed after it was chosen for summaries: no reason to go without them.
    if (error instanceof AppError && error.code === 'MODEL_NOT_FOUND') return model;
    throw error;
  }
};

export type Compact = (
  conversationId: string,
  model: TalkModel,
  how: { force: boolean; inputText?: string },
  signal: AbortSignal,
) => Promise<Output<'conversation:compact'> | null>;

/** Summarises older rounds by a call of its own (S4-20/21); null when it is neither due nor forced. */
export const createCompact =
  (needs: CompactionNeeds): Compact =>
  async (conversationId, model, { force, inputText = '' }, signal) => {
    const { conversations, models } = needs;
    const isDue =
      force || conversations.needsCompaction(conversationId, inputText, model.contextWindow);
    if (!isDue) return null;
    const writer = summaryModelOf(needs, model);
    const summarise: Summarise = async (request, within) => {
      const answer = await models.complete({ ...request, profileId: writer.profileId }, within);
      return answer.text;
    };
    return conversations.compact(
      {
        conversationId,
        contextWindow: Math.min(model.contextWindow, writer.contextWindow),
        count: writer.count,
        summarise,
        force,
      },
      signal,
    );
  };

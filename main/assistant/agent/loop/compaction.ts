/** Has a conversation made smaller when that is due. */
import type { Output } from '#shared/contract/index.ts';
import { PurseQuestion } from '#shared/domain/purse.ts';
import { AppError } from '#shared/errors.ts';
import { noUsage, sumUsage } from '#shared/usage-sum.ts';
import type { ModelsService, ChatModel } from '#main/ai/runs/service.ts';
import type {
  ConversationService,
  Summarise,
  Urgency,
} from '#main/assistant/conversation/service.ts';
import type { SettingsService } from '#main/settings/service.ts';
import type { AskDependencies } from './ask-for-step.ts';

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

type Compacted = Output<'conversation:compact'>;

/** Answers that were paid for before the writer was asked about a later request of the same summary stay. */
const keepAnswers = (): ((
  request: Parameters<Summarise>[0],
  ask: () => Promise<string>,
) => Promise<string>) => {
  const answers = new Map<string, string>();
  return async ({ system, user, maxOutputTokens }, ask) => {
    const key = JSON.stringify([system, user, maxOutputTokens]);
    const answer = answers.get(key) ?? (await ask());
    answers.set(key, answer);
    return answer;
  };
};

export type CompactOrder = {
  urgency: Urgency;
  inputText?: string;
  tokens?: number;
  /** A summary above the writer's sum waits for their word as a turn's request does (E2). */
  agreement: AskDependencies['agreement'];
};

export type Compact = (
  conversationId: string,
  model: ChatModel,
  how: CompactOrder,
  signal: AbortSignal,
) => Promise<Compacted | null>;

/**
 * Makes a conversation smaller, summaries written by a call of their own (S2-10, S4-20/21); null when it is not due. The
 * writer is asked while nothing is under way, so that no time limit of a summary runs meanwhile; where they do not agree,
 * the conversation stays as it is.
 */
export const createCompact =
  (dependencies: CompactionDependencies): Compact =>
  async (conversationId, model, { agreement, ...how }, signal) => {
    const { conversations, models } = dependencies;
    const { contextWindow, count } = model;
    const isDue =
      how.urgency !== 'due' ||
      conversations.needsCompaction(conversationId, how.inputText ?? '', contextWindow);
    if (!isDue) return null;
    const writer = summaryModelOf(dependencies, model);
    const { projectId } = conversations.info(conversationId);
    const about = { purpose: 'summary', projectId, profileId: writer.profileId } as const;
    const keeping = keepAnswers();
    let agreedTo = agreement.agreedTo();
    let took = noUsage;
    for (;;) {
      const asked: PurseQuestion[] = [];
      const ask: Summarise = async (request, within) => {
        try {
          const question = { ...request, ...about, agreement: { agreedTo } };
          return await keeping(request, async () => {
            const { text, usage } = await models.complete(question, within);
            took = sumUsage(took, usage);
            return text;
          });
        } catch (error) {
          if (error instanceof AppError && error.code === 'PURSE_ASKS') {
            asked.push(PurseQuestion.parse(error.details));
          }
          throw error;
        }
      };
      const done = await conversations.compact(
        {
          conversationId,
          contextWindow,
          count,
          writer: {
            ...{ ask, window: writer.contextWindow, count: writer.count },
            took: () => took,
          },
          ...how,
        },
        signal,
      );
      const [question] = asked;
      // A summary may do without its second try.
      if (!question || done.summaryMessageId !== null) return done;
      const sum = await agreement.agree(question);
      if (!sum || signal.aborted) return done;
      agreedTo = sum;
    }
  };

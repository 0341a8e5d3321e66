/** What the first call of a turn would take. */
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { ConversationService } from '#main/assistant/conversation/service.ts';
import { countRequestTokens } from './request-size.ts';
import type { Speaking } from './speaking.ts';

/** S4-20. */
const compactAt = 0.8;

/** What the first call of the turn would take; nothing is stored or sent. */
export const forecastTurn = async (
  conversations: Pick<ConversationService, 'preview' | 'needsCompaction'>,
  input: Parsed<'conversation:forecast'>,
  how: Speaking,
): Promise<Output<'conversation:forecast'>> => {
  const { model, protocol, toolbox, system } = how;
  const { contextWindow, prices, exactness } = model;
  const { prompt } = await conversations.preview(input, system, model.count, contextWindow);
  const inputTokens = countRequestTokens(protocol.request(prompt, toolbox.offered), model.count);
  return {
    inputTokens,
    contextWindow,
    threshold: Math.floor(contextWindow * compactAt),
    willCompact: conversations.needsCompaction(input.conversationId, input.text, contextWindow),
    cost: prices === null ? null : (inputTokens * prices.input) / 1_000_000,
    currency: prices?.currency ?? null,
    exactness,
  };
};

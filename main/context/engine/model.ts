import type { Budget } from '#shared/domain/budget.ts';
import type { Prices } from '#shared/domain/model-profile.ts';
import type { TokensService } from '#main/context/tokens/service.ts';
import type { TokenCounter } from './trim-text.ts';

/** How a provider keeps what several requests begin with: by itself, where it is told to, or not at all. */
export type PrefixCache = 'automatic' | 'marked' | 'none';

/** The model a request is made for, as far as its context depends on it. */
export type ContextModel = {
  /** Whose prefix cache a request meets: changes when another model is meant. */
  id: string;
  profileId: string;
  contextWindow: number;
  /** Tokens of the largest request it is sent (E2). */
  maxInput: number;
  /** Tokens of its longest answer. */
  maxOutput: number;
  prices: Prices | null;
  cache: PrefixCache;
  /** Counts as the model does, or above it. */
  tokens: TokenCounter & Pick<TokensService, 'info' | 'countAhead'>;
};

/**
 * What the project asked for, within what the model has (S3-06). A project that never chose a window takes the
 * model's, as far as one request may go (S3-42). A model smaller than what was asked for gives at most half of
 * its window to the answer, so that something remains to be said.
 */
export const budgetWithin = (
  budget: Budget,
  model: Pick<ContextModel, 'contextWindow' | 'maxInput'> | null,
  systemTokens: number,
): Budget => {
  if (!model) return budget;
  const max = model.maxInput + systemTokens + budget.outputReserve;
  const wished = budget.followsModel ? max : budget.contextWindow;
  const contextWindow = Math.min(wished, model.contextWindow);
  const isSmaller = model.contextWindow < Math.max(wished, budget.contextWindow);
  const outputReserve = isSmaller
    ? Math.min(budget.outputReserve, Math.floor(contextWindow / 2))
    : budget.outputReserve;
  return { ...budget, contextWindow, outputReserve };
};

/** Tokens a prompt may take at most, whatever the writer lets in besides (N2): half of the answer's place is left. */
export const maxPromptTokens = (
  model: Pick<ContextModel, 'contextWindow'>,
  systemTokens: number,
  outputReserve: number,
): number => model.contextWindow - systemTokens - Math.ceil(outputReserve / 2);

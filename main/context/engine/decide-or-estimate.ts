/** Decides within the project's budget, counting as the model does, or with an estimate where that cannot be had (S3-35). */
import { type Budget, defaultBudget } from '#shared/domain/budget.ts';
import { defaultMaxInput } from '#shared/domain/model-profile.ts';
import type { Assembly } from './assembly.ts';
import type { AssemblyInput } from './assembly-input.ts';
import { type Counting, decide } from './decide.ts';
import type { Limits } from './limits.ts';
import { budgetWithin, type ContextModel, maxPromptTokens } from './model.ts';
import type { EngineState } from './parts.ts';
import { templatesFor } from './prompt-templates.ts';
import { isUncountable } from './uncountable.ts';
import { warn } from './warnings.ts';

type Deciding = Pick<EngineState, 'budgets' | 'logger' | 'tokens' | 'estimate' | 'estimateMargin'>;

const limitsWithin = (
  wished: Budget,
  model: ContextModel | null,
  systemTokens: number,
  input: AssemblyInput,
): Limits => {
  const { contextWindow, outputReserve, minimums, shares } = budgetWithin(
    wished,
    model,
    systemTokens,
  );
  return {
    total: contextWindow - systemTokens - outputReserve,
    minimums,
    maxInput: model?.maxInput ?? defaultMaxInput,
    shares: input.skill.shares ?? shares,
    ...(model ? { max: maxPromptTokens(model, systemTokens, outputReserve) } : {}),
  };
};

/** Adds to `warnings` what stood in for something. Errors: CONTEXT_INPUT_TOO_LARGE. */
export const decideOrEstimate = (
  state: Deciding,
  input: AssemblyInput,
  model: ContextModel | null,
  warnings: string[],
): Assembly => {
  const { projectId, language } = input;
  const decideWith = (counting: Counting, wished: Budget): Assembly => {
    const systemTokens = counting.tokens.count(templatesFor(language).system);
    const limits = limitsWithin(wished, model, systemTokens, input);
    return decide(input, limits, counting, systemTokens);
  };
  const fallBack = (cause?: 'damaged'): void => {
    state.logger.log('warn', 'CONTEXT_BUDGET_FALLBACK', { projectId });
    warnings.push(warn('CONTEXT_BUDGET_FALLBACK', language, cause));
  };
  try {
    const { budget, isDefault } = state.budgets.read(projectId);
    if (isDefault) fallBack('damaged');
    const tokens = model?.tokens ?? state.tokens;
    return decideWith({ tokens, tokenizer: tokens.info() }, budget);
  } catch (error) {
    if (!isUncountable(error)) throw error;
    fallBack();
    const margin = state.estimateMargin;
    const tokenizer = { name: 'estimate', exactness: 'estimate', margin } as const;
    return decideWith({ tokens: state.estimate, tokenizer }, { version: 1, ...defaultBudget });
  }
};

/** A chapter that is one endless paragraph would hold up everybody else while it is counted (S3-32). */
export const countAhead = async (
  state: Pick<Deciding, 'tokens'>,
  model: ContextModel | null,
  texts: readonly string[],
): Promise<void> => {
  const counter = model?.tokens ?? state.tokens;
  try {
    for (const text of texts) await counter.countAhead(text);
  } catch (error) {
    // Counting itself then fails as well, and is estimated with a warning.
    if (!isUncountable(error)) throw error;
  }
};

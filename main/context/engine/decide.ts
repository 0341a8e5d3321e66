/** From input to assembly: rank, choose within the budget, render, describe. Pure; all I/O came before. */
import type { TokenizerInfo } from '#shared/domain/assembly.ts';
import type { Assembly } from './assembly.ts';
import type { AssemblyInput } from './assembly-input.ts';
import { describeAssembly } from './describe-assembly.ts';
import { fitToBudget } from './fit-to-budget.ts';
import type { Limits } from './limits.ts';
import { templatesFor } from './prompt-templates.ts';
import { rankCandidates } from './rank-candidates.ts';
import type { TokenCounter } from './trim-text.ts';

export type Counting = { tokens: TokenCounter; tokenizer: TokenizerInfo };

/** The limit of any request is part of the budget: Retrieved gives way to it as to the window (S3-42). */
const withinInputLimit = (limits: Limits): Limits => ({
  ...limits,
  total: Math.min(limits.total, limits.maxInput),
});

/** `total` is never exceeded (S3-38). Errors: CONTEXT_INPUT_TOO_LARGE. */
export const decide = (
  input: AssemblyInput,
  wishedLimits: Limits,
  { tokens, tokenizer }: Counting,
  systemTokens: number,
): Assembly => {
  const templates = templatesFor(input.language);
  const limits = withinInputLimit(wishedLimits);
  const ranking = rankCandidates(input, templates, tokens, limits.total);
  const fitted = fitToBudget(ranking, templates, limits);
  const { hashPrefix } = input.prepare;
  const described = describeAssembly(fitted, { templates, limits, tokens, hashPrefix });
  return Object.assign(described, { systemTokens, tokenizer });
};

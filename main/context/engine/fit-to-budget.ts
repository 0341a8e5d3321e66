/** Chooses and renders until the prompt is within the budget (S3-38). */
import { type Choice, chooseWithin, type Ranking } from './choose.ts';
import { type Limits, overInputLimit, tooLarge } from './limits.ts';
import type { PromptTemplates } from './prompt-templates.ts';
import { type Rendered, render } from './render.ts';

/** Tokens given back beyond what was too much, so that the next trial ends it. */
const giveBackMargin = 8;

/** What was chosen, as it is sent; `total`: tokens there were, with those of what the writer let in. */
export type Fitted = Choice & { rendered: Rendered; total: number };

/** CONTEXT_INPUT_TOO_LARGE for what the writer let in besides (N2), and above the limit of any request (S3-42). */
const refuseOversized = ({ tokenCount }: Rendered, limits: Limits, { fixed }: Ranking): void => {
  const { max, maxInput } = limits;
  if (max !== undefined && tokenCount > max) {
    throw tooLarge(tokenCount, { total: max, maxInput }, fixed);
  }
  if (tokenCount > maxInput) throw overInputLimit(tokenCount, maxInput);
};

/**
 * Prices are of single items: where borders between items cost a token more, the choice is made again with less room.
 * Errors: CONTEXT_INPUT_TOO_LARGE.
 */
export const fitToBudget = (
  ranking: Ranking,
  templates: PromptTemplates,
  limits: Limits,
): Fitted => {
  const { headings, tokens, fixed } = ranking;
  for (let room = limits.total; ; ) {
    const choice = chooseWithin(ranking, { ...limits, total: room });
    const rendered = render(choice.selected, templates, headings, tokens);
    const total = limits.total + choice.granted;
    const excess = rendered.tokenCount - total;
    if (excess <= 0) {
      refuseOversized(rendered, limits, ranking);
      return { ...choice, rendered, total };
    }
    room -= excess + giveBackMargin;
    if (room <= 0) throw tooLarge(rendered.tokenCount, { ...limits, total }, fixed);
  }
};

/** Which candidates go into so many tokens: the passages beside the text, the plan, the selection. */
import type { Selected } from './choice.ts';
import { demandOf, type SentenceFloors } from './demand.ts';
import { type Limits, tooLarge } from './limits.ts';
import { type Plan, planBudget } from './plan.ts';
import type { Costed } from './price.ts';
import type { Span } from './rank-passages.ts';
import { type Reach, reachOf, repeatsText } from './reach.ts';
import { type Headings, selectItems } from './select.ts';
import type { TokenCounter } from './trim-text.ts';

/** The candidates of a request, as far as they do not depend on the room. */
export type Ranking = {
  /** Everything but passages, priced. */
  fixed: readonly Costed[];
  /** What retrieval brought, priced, beside the stretches that Immediate holds. */
  rankPassages(spans: readonly Span[]): readonly Costed[];
  /** What passages could take at most. */
  maxPassages: number;
  floors: SentenceFloors;
  headings: Headings;
  tokens: TokenCounter;
  admit: ReadonlySet<string>;
};

export type Choice = { selected: readonly Selected[]; granted: number; rulesOverLine: boolean };

/** Times the text may grow over passages that are then chosen anew; each time only by what the last one freed. */
const maxRounds = 4;

const nothingHeld: Reach = { spans: [], held: { before: 0, previousEnding: 0, after: 0 } };

const planFor = (
  costed: readonly Costed[],
  { held }: Reach,
  { headings, floors }: Ranking,
  limits: Limits,
  change: { passages?: number } = {},
): Extract<Plan, { fits: true }> => {
  const demand = { ...demandOf(costed, headings, floors, held), ...change };
  const plan = planBudget(demand, limits.total, limits.shares, limits.minimums);
  if (!plan.fits) throw tooLarge(plan.required, limits, costed);
  return plan;
};

/** How far Immediate reaches in any case: beside as much of Retrieved as it could ask for. */
const minReach = (ranking: Ranking, limits: Limits): Reach => {
  const { fixed, maxPassages, headings } = ranking;
  const { allowed } = planFor(fixed, nothingHeld, ranking, limits, { passages: maxPassages });
  const texts = fixed.filter(({ candidate }) => candidate.within !== undefined);
  const selection = { allowed, room: 0, extendsTexts: false };
  return reachOf(selectItems(texts, selection, ranking, ranking.admit).selected, headings);
};

/**
 * Decides about every candidate within `limits.total`. What passages leave unused goes to the text before the cursor;
 * where that then reaches a passage, the passages are chosen again beside the longer text.
 * Errors: CONTEXT_INPUT_TOO_LARGE.
 */
export const chooseWithin = (ranking: Ranking, limits: Limits): Choice => {
  let reach = minReach(ranking, limits);
  for (let round = 1; ; round += 1) {
    const costed = [...ranking.fixed, ...ranking.rankPassages(reach.spans)];
    const { allowed, rulesOverLine } = planFor(costed, reach, ranking, limits);
    const choose = (extendsTexts: boolean) =>
      selectItems(costed, { allowed, room: limits.total, extendsTexts }, ranking, ranking.admit);
    const choice = choose(true);
    const wider = reachOf(choice.selected, ranking.headings);
    if (!repeatsText(choice.selected, wider)) return { ...choice, rulesOverLine };
    if (round === maxRounds) return { ...choose(false), rulesOverLine };
    reach = wider;
  }
};

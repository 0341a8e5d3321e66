/** Which candidates go into so many tokens: the passages beside the text, the plan, the selection. */
import type { Chosen } from './choice.ts';
import { demandOf, type SentenceFloors } from './demand.ts';
import { type Limits, tooLarge } from './limits.ts';
import { type Plan, planBudget } from './plan.ts';
import type { Priced } from './price.ts';
import type { Span } from './rank-passages.ts';
import { type Reach, reachOf, repeatsText } from './reach.ts';
import { type Headings, selectItems } from './select.ts';
import type { TokenCounter } from './trim-text.ts';

/** The candidates of a request, as far as they do not depend on the room. */
export type Ranking = {
  /** Everything but passages, priced. */
  settled: readonly Priced[];
  /** What retrieval brought, priced, beside the stretches that Immediate holds. */
  rankPassages(spans: readonly Span[]): readonly Priced[];
  /** What passages could take at most. */
  maxPassages: number;
  floors: SentenceFloors;
  headings: Headings;
  tokens: TokenCounter;
  admit: ReadonlySet<string>;
};

export type Choice = { chosen: readonly Chosen[]; granted: number; rulesOverLine: boolean };

/** Times the text may grow over passages that are then chosen anew; each time only by what the last one freed. */
const maxRounds = 4;

const nothingHeld: Reach = { spans: [], held: { before: 0, previousEnding: 0, after: 0 } };

const planFor = (
  priced: readonly Priced[],
  { held }: Reach,
  { headings, floors }: Ranking,
  limits: Limits,
  change: { passages?: number } = {},
): Extract<Plan, { fits: true }> => {
  const demand = { ...demandOf(priced, headings, floors, held), ...change };
  const plan = planBudget(demand, limits.total, limits.shares, limits.minimums);
  if (!plan.fits) throw tooLarge(plan.required, limits, priced);
  return plan;
};

/** How far Immediate reaches in any case: beside as much of Retrieved as it could ask for. */
const leastReach = (ranking: Ranking, limits: Limits): Reach => {
  const { settled, maxPassages, headings } = ranking;
  const { allowed } = planFor(settled, nothingHeld, ranking, limits, { passages: maxPassages });
  const texts = settled.filter(({ candidate }) => candidate.within !== undefined);
  const selection = { allowed, room: 0, extendsTexts: false };
  return reachOf(selectItems(texts, selection, ranking, ranking.admit).chosen, headings);
};

/**
 * Decides about every candidate within `limits.total`. What passages leave unused goes to the text before the cursor;
 * where that then reaches a passage, the passages are chosen again beside the longer text.
 * Errors: CONTEXT_INPUT_TOO_LARGE.
 */
export const chooseWithin = (ranking: Ranking, limits: Limits): Choice => {
  let reach = leastReach(ranking, limits);
  for (let round = 1; ; round += 1) {
    const priced = [...ranking.settled, ...ranking.rankPassages(reach.spans)];
    const { allowed, rulesOverLine } = planFor(priced, reach, ranking, limits);
    const choose = (extendsTexts: boolean) =>
      selectItems(priced, { allowed, room: limits.total, extendsTexts }, ranking, ranking.admit);
    const choice = choose(true);
    const wider = reachOf(choice.chosen, ranking.headings);
    if (!repeatsText(choice.chosen, wider)) return { ...choice, rulesOverLine };
    if (round === maxRounds) return { ...choose(false), rulesOverLine };
    reach = wider;
  }
};

/** Gathers for the chosen model: as many passages as it could hold, and whole chapters where the book goes whole. */
import type { AssembleRequest } from '#shared/contract/context.ts';
import type { Budget } from '#shared/domain/budget.ts';
import { defaultMaxInput } from '#shared/domain/model-profile.ts';
import { type EngineWishes, gather } from './gather.ts';
import { foreseeWhole } from './foresee-whole.ts';
import { countAhead } from './decide-or-estimate.ts';
import { budgetWithin, type ContextModel } from './model.ts';
import type { EngineState } from './parts.ts';
import { passagesToOffer } from './rank-passages.ts';
import type { Sticky } from './sticky-entries.ts';

/** Within what the request will have, as far as it is known before its text is. */
const foreseerFor =
  (state: EngineState, wished: Budget, model: ContextModel | null): EngineWishes['foreseeWhole'] =>
  (input) => {
    const { contextWindow, outputReserve } = budgetWithin(wished, model, 0);
    const total = Math.min(contextWindow - outputReserve, model?.maxInput ?? defaultMaxInput);
    return foreseeWhole(input, model?.tokens ?? state.tokens, total);
  };

/** Errors of `gather`. */
export const gatherForModel = (
  state: EngineState,
  request: AssembleRequest,
  model: ContextModel | null,
  sticky: Sticky,
): ReturnType<typeof gather> => {
  const wished = state.budgets.get(request.projectId);
  return gather(request, state, {
    ...sticky,
    countAhead: (texts) => countAhead(state, model, texts),
    hitLimit: passagesToOffer(budgetWithin(wished, model, 0).contextWindow),
    storySoFar: wished.storySoFar,
    foreseeWhole: wished.wholeBook ? foreseerFor(state, wished, model) : null,
  });
};

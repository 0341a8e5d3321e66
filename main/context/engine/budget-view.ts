/** A project's budget as it is shown and changed: within what the chosen model has (S3-06). */
import type { Parsed } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { choosesWindow } from './budgets.ts';
import { budgetWithin } from './model.ts';
import type { EngineState } from './parts.ts';
import { templatesFor } from './prompt-templates.ts';
import type { BudgetView } from './service.ts';

const countSystemText = ({ sources, model, tokens, estimate }: EngineState, projectId: string) => {
  const { system } = templatesFor(sources.projects.projectContext(projectId).language);
  try {
    return (model()?.tokens ?? tokens).count(system);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return estimate.count(system);
  }
};

/** PROJECT_NOT_FOUND, PROJECT_CLOSED. */
export const viewBudget = (state: EngineState, projectId: string): BudgetView => {
  const systemTokens = countSystemText(state, projectId);
  const budget = budgetWithin(state.budgets.get(projectId), state.model(), systemTokens);
  return { ...budget, total: budget.contextWindow - systemTokens - budget.outputReserve };
};

/** CONTEXT_BUDGET_CONFLICT, CONTEXT_BUDGET_INVALID. */
export const changeBudget = (
  state: EngineState,
  change: Parsed<'context:budget:update'>,
): BudgetView => {
  const { projectId } = change;
  const { total, contextWindow, outputReserve, followsModel } = viewBudget(state, projectId);
  const systemTokens = contextWindow - outputReserve - total;
  // The first change of a project that followed its model must not shrink what the writer has seen.
  const pinned = followsModel && choosesWindow(change) && state.model() ? { contextWindow } : {};
  const budget = state.budgets.update({ ...pinned, ...change }, systemTokens);
  state.events.emit('budget:changed', { projectId, version: budget.version });
  return viewBudget(state, projectId);
};

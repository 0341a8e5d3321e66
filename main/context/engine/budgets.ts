import type { Database } from 'better-sqlite3';
import { createProjectCache } from '#main/db/project-cache.ts';
import type { Parsed } from '#shared/contract/index.ts';
import { Budget, defaultBudget, layerNames } from '#shared/domain/budget.ts';
import { AppError } from '#shared/errors.ts';

type Change = Parsed<'context:budget:update'>;

/** Shares may miss 1 by what decimals lose, not by more. */
const shareTolerance = 1e-6;

const invalid = (problem: string, message: string, numbers: Record<string, number>): AppError =>
  new AppError('CONTEXT_BUDGET_INVALID', message, { problem, ...numbers });

/**
 * CONTEXT_BUDGET_INVALID when the parts cannot hold together: shares not adding up to 1, nothing left beside the
 * answer. `details.problem` names which.
 */
const checkBudget = (budget: Budget, systemTokens: number): void => {
  const total = budget.contextWindow - systemTokens - budget.outputReserve;
  if (total <= 0) {
    throw invalid(
      'nothingLeft',
      'The window leaves no room beside the answer and the system text.',
      {
        contextWindow: budget.contextWindow,
        outputReserve: budget.outputReserve,
        systemTokens,
      },
    );
  }
  const shares = layerNames.reduce((sum, layer) => sum + budget.shares[layer], 0);
  if (Math.abs(shares - 1) > shareTolerance) {
    throw invalid('sharesNotOne', `The shares add up to ${shares}, not to 1.`, { shares });
  }
};

/** Minimums that are asked for must fit. A window made smaller later is taken: they then hold as far as they can. */
const checkMinimums = (budget: Budget, systemTokens: number): void => {
  const total = budget.contextWindow - systemTokens - budget.outputReserve;
  const minimums = layerNames.reduce((sum, layer) => sum + budget.minimums[layer], 0);
  if (minimums > total) {
    throw invalid('minimumsTooLarge', `The minimums need ${minimums} tokens, there are ${total}.`, {
      minimums,
      total,
    });
  }
};

/** Null when a row is not a budget that could have been stored. */
const parseStored = (row: { version: number; budget: string }): Budget | null => {
  try {
    const budget = Budget.parse({ ...JSON.parse(row.budget), version: row.version });
    checkBudget(budget, 0);
    return budget;
  } catch {
    return null;
  }
};

/** Nobody chose anything: the window is the model's. */
const unset: Budget = { version: 0, ...defaultBudget, followsModel: true };

/** Who sends the book whole has chosen no window by that. */
export const choosesWindow = (change: Change): boolean =>
  ['contextWindow', 'outputReserve', 'shares', 'minimums'].some(
    (field) => change[field as keyof Change] !== undefined,
  );

export type BudgetStore = {
  /** The default with version 0 when nothing was stored yet. */
  get(projectId: string): Budget;
  /** The same; `isDefault` when the stored one is damaged and the default stands in for it (S3-35). */
  read(projectId: string): { budget: Budget; isDefault: boolean };
  /** CONTEXT_BUDGET_CONFLICT on a stale version (the first write stays), CONTEXT_BUDGET_INVALID. */
  update(change: Change, systemTokens: number): Budget;
  forget(projectId: string): void;
};

export const createBudgetStore = (database: Database): BudgetStore => {
  const select = database.prepare<[string], { version: number; budget: string }>(
    'SELECT version, budget FROM budgets WHERE project_id = ?',
  );
  const upsert = database.prepare(
    `INSERT INTO budgets (project_id, version, budget) VALUES (?, ?, ?)
     ON CONFLICT (project_id) DO UPDATE SET version = excluded.version, budget = excluded.budget`,
  );
  const remove = database.prepare('DELETE FROM budgets WHERE project_id = ?');

  const known = createProjectCache(database, (projectId) => {
    const row = select.get(projectId);
    if (!row) return { budget: unset, isDefault: false };
    const budget = parseStored(row);
    if (budget) return { budget, isDefault: false };
    // Its version stays, so that the next change is taken and mends it.
    const version = Math.max(1, row.version);
    return { budget: { version, ...defaultBudget }, isDefault: true };
  });

  return {
    get: (projectId) => known.get(projectId).budget,
    read: known.get,
    update(change, systemTokens) {
      return database.transaction(() => {
        const current = known.get(change.projectId).budget;
        if (current.version !== change.expectedVersion) {
          throw new AppError('CONTEXT_BUDGET_CONFLICT', 'The budget was changed meanwhile.', {
            expectedVersion: change.expectedVersion,
            currentVersion: current.version,
          });
        }
        const next = Budget.parse({
          version: current.version + 1,
          contextWindow: change.contextWindow ?? current.contextWindow,
          outputReserve: change.outputReserve ?? current.outputReserve,
          shares: { ...current.shares, ...change.shares },
          minimums: { ...current.minimums, ...change.minimums },
          wholeBook: change.wholeBook ?? current.wholeBook,
          storySoFar: change.storySoFar ?? current.storySoFar,
          lookUp: change.lookUp ?? current.lookUp,
          followsModel: current.followsModel && !choosesWindow(change),
        });
        checkBudget(next, systemTokens);
        if (change.minimums) checkMinimums(next, systemTokens);
        upsert.run(change.projectId, next.version, JSON.stringify(next));
        known.drop(change.projectId);
        return next;
      })();
    },
    forget(projectId) {
      remove.run(projectId);
      known.drop(projectId);
    },
  };
};

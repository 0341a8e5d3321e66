import type { Minimums, Shares } from '#shared/domain/budget.ts';
import { type GroupName, groupNames } from './candidate.ts';

/** What every group asks for, in tokens with its heading; 0 when it has nothing to send. */
export type Demand = Record<GroupName, number> & {
  /** Writer's constraints with their heading: never cut (S3-26). Part of `constraints`. */
  writerConstraints: number;
  /** Tokens below which the text before the cursor, or the ending before it, would lose its last sentence (F4). */
  lastSentenceBefore: number;
  lastSentenceEnding: number;
};

/** What every group may take. */
export type Allowance = Record<GroupName, number>;

export type Plan =
  | { fits: true; allowed: Allowance; rulesLine: number; rulesOverLine: boolean }
  | { fits: false; required: number };

/** A layer's line: its share of the total, at least its minimum. */
export const lineOf = (share: number, minimum: number, total: number): number =>
  Math.max(minimum, Math.floor(share * total));

/** Parts of Immediate's line that its lesser parts may ask for. */
const endingPart = 0.2;
const afterPart = 0.15;
const workingPart = 0.1;

/**
 * The budget (S3-05 … S3-13, S3-26), as arithmetic on numbers.
 *
 * Rules keep to their line: entities give way first, then automatic constraints. What then fits goes whole (S3-07).
 * Everything else that asks for more than there is gives way in this order: Retrieved, Settings, then Immediate from its far end. So that a
 * long chapter does not silence the rest before trimming even starts, the text before the cursor asks for no
 * more than what the others' modest needs leave: Settings up to its line, Retrieved up to half of its own.
 */
export const planBudget = (
  demand: Demand,
  total: number,
  shares: Shares,
  minimums: Minimums,
): Plan => {
  const fixed = demand.instruction + demand.additional;
  const required = demand.writerConstraints + fixed;
  if (required > total) return { fits: false, required };

  const rulesLine = lineOf(shares.rules, minimums.rules, total);
  const settingsLine = lineOf(shares.settings, minimums.settings, total);
  const retrievedLine = lineOf(shares.retrieved, minimums.retrieved, total);
  const immediateLine = lineOf(shares.immediate, minimums.immediate, total);

  const automatic = demand.constraints - demand.writerConstraints;
  const allowed: Allowance = { ...demand };
  const automaticRoom = Math.max(0, rulesLine - demand.writerConstraints);
  allowed.constraints = demand.writerConstraints + Math.min(automatic, automaticRoom);
  allowed.entities = Math.min(demand.entities, Math.max(0, rulesLine - allowed.constraints));
  const rulesOverLine = demand.constraints + demand.entities > rulesLine;
  const sum = (): number => {
    let tokens = 0;
    for (const group of groupNames) tokens += allowed[group];
    return tokens;
  };
  if (sum() <= total) return { fits: true, allowed, rulesLine, rulesOverLine };

  allowed.previousEnding = Math.min(
    demand.previousEnding,
    Math.max(demand.lastSentenceEnding, Math.floor(immediateLine * endingPart)),
  );
  allowed.after = Math.min(demand.after, Math.floor(immediateLine * afterPart));
  allowed.working = Math.min(demand.working, Math.floor(immediateLine * workingPart));
  const retrieved = demand.passages + demand.episodes;
  const beside =
    allowed.constraints +
    allowed.entities +
    Math.min(demand.preferences, settingsLine) +
    Math.min(retrieved, Math.max(Math.floor(retrievedLine / 2), minimums.retrieved)) +
    allowed.previousEnding +
    allowed.after +
    allowed.working +
    fixed;
  const leastBefore = Math.max(
    demand.lastSentenceBefore,
    minimums.immediate - fixed - allowed.previousEnding,
  );
  allowed.before = Math.min(demand.before, Math.max(total - beside, leastBefore, 0));

  const give = (group: GroupName, floor: number): void => {
    const excess = sum() - total;
    if (excess <= 0) return;
    allowed[group] = Math.max(Math.min(floor, allowed[group]), allowed[group] - excess);
  };

  give('episodes', 0);
  give('passages', minimums.retrieved);
  give('preferences', minimums.settings);
  give('working', 0);
  give('after', 0);
  give('before', leastBefore);
  give('previousEnding', demand.lastSentenceEnding);
  // From here on the minimums themselves do not fit together.
  give('passages', 0);
  give('preferences', 0);
  give('entities', 0);
  give('constraints', demand.writerConstraints);
  give('before', demand.lastSentenceBefore);
  give('previousEnding', 0);
  give('before', 0);
  return { fits: true, allowed, rulesLine, rulesOverLine };
};

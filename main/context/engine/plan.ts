/** The budget as arithmetic: who gets how many tokens when there are fewer than everybody asks for. */
import type { Minimums, Shares } from '#shared/domain/budget.ts';
import { eachGroup, type GroupName } from './candidate.ts';

/** The texts of Immediate, which are cut; everything else goes item by item. */
export const cutGroups = ['before', 'previousEnding', 'after'] as const;
export type CutGroup = (typeof cutGroups)[number];

/** What every group asks for, in tokens with its heading; 0 when it has nothing to send. */
export type Demand = Record<GroupName, number> & {
  /** Entries named at the cursor, whole, with their heading: they may pass Rules' line (E7). Part of `entities`. */
  namedEntities: number;
  /** Writer's constraints with their heading: never cut (S3-26). Part of `constraints`. */
  writerConstraints: number;
  /** Tokens below which the text before the cursor, or the ending before it, would lose its last sentence (F4). */
  lastSentenceBefore: number;
  lastSentenceEnding: number;
  /** What the passages were already chosen beside: text that is not asked for anew, and must not be lost to both. */
  held: Record<CutGroup, number>;
};

/** What every group may take. */
export type Allowance = Record<GroupName, number>;

export type Plan =
  | { fits: true; allowed: Allowance; rulesOverLine: boolean }
  | { fits: false; required: number };

/** A layer's line: its share of the total, at least its minimum. */
export const lineOf = (share: number, minimum: number, total: number): number =>
  Math.max(minimum, Math.floor(share * total));

/** Parts of Immediate's line that its lesser parts have before the text before the cursor is whole. */
const endingPart = 0.2;
const afterPart = 0.15;
const workingPart = 0.1;
/** Part of Retrieved's line it keeps where Immediate has to be cut: a long chapter does not silence the book. */
const keptRetrievedPart = 0.5;

export type Lines = { rules: number; settings: number; retrieved: number; immediate: number };

const linesOf = (total: number, shares: Shares, minimums: Minimums): Lines => ({
  rules: lineOf(shares.rules, minimums.rules, total),
  settings: lineOf(shares.settings, minimums.settings, total),
  retrieved: lineOf(shares.retrieved, minimums.retrieved, total),
  immediate: lineOf(shares.immediate, minimums.immediate, total),
});

/** Part of the total up to which entries named at the cursor may take Rules past their line (E7). */
const namedRulesPart = 0.3;

/**
 * Rules keep to their line whatever the room: entries give way first, then automatic constraints (S3-13, S3-26). Only for
 * entries named at the cursor they may pass it.
 */
const withinRulesLine = (demand: Demand, line: number, total: number): Demand => {
  const automatic = demand.constraints - demand.writerConstraints;
  const constraints =
    demand.writerConstraints + Math.min(automatic, Math.max(0, line - demand.writerConstraints));
  const past = Math.max(line, Math.floor(namedRulesPart * total)) - constraints - demand.narration;
  const room = Math.max(
    0,
    line - constraints - demand.narration,
    Math.min(demand.namedEntities, past),
  );
  const entities = Math.min(demand.entities, room);
  return { ...demand, constraints, entities };
};

const immediateOf = (demand: Demand): number =>
  demand.previousEnding +
  demand.before +
  demand.after +
  demand.working +
  demand.instruction +
  demand.additional;

/**
 * What Retrieved may count on. Where Rules, Settings and Immediate fit beside each other it is the only one that gives way,
 * down to its minimum (S3-09); where they do not, Immediate is cut far enough to leave it a part of its line.
 */
const retrievedFloor = (
  demand: Demand,
  total: number,
  lines: Lines,
  { minimum, told }: { minimum: number; told: number },
): number => {
  const others =
    told +
    demand.constraints +
    demand.narration +
    demand.entities +
    Math.min(demand.style + demand.preferences + demand.threads, lines.settings) +
    immediateOf(demand);
  const min = Math.min(minimum, demand.passages + demand.episodes);
  return others + min <= total
    ? minimum
    : Math.max(minimum, Math.floor(lines.retrieved * keptRetrievedPart));
};

/** Part of Retrieved's line that synopses have before passages (E3): the rest is kept for evidence. */
const synopsesPart = 0.4;
/** Part of what Retrieved may count on that stays for passages beside them. */
const evidencePart = 0.5;

/** A group and how far its wish is heard here, counted from its first token. */
export type Claim = readonly [group: GroupName, upTo: number];

/**
 * Who gives way to whom, the strongest first (`docs/budget.md` says it in words): every line is filled before the next one gets anything (S3-08). What a line
 * does not need is there for the next, so that nothing stays unused while somebody still asks for it.
 */
export const claimsOf = (
  demand: Demand,
  total: number,
  lines: Lines,
  minimums: Minimums,
): readonly Claim[] => {
  const fixed = demand.instruction + demand.additional;
  const ending = Math.max(demand.lastSentenceEnding, Math.floor(lines.immediate * endingPart));
  const minBefore = minimums.immediate - fixed - Math.min(demand.previousEnding, ending);
  const told = Math.min(demand.synopses, Math.floor(lines.retrieved * synopsesPart));
  const floor = retrievedFloor(demand, total, lines, { minimum: minimums.retrieved, told });
  const retrieved = Math.max(floor - told, Math.floor(floor * evidencePart));
  return [
    ['constraints', demand.writerConstraints],
    ['narration', demand.narration],
    ['instruction', demand.instruction],
    ['additional', demand.additional],
    ['before', demand.lastSentenceBefore],
    ['previousEnding', demand.lastSentenceEnding],
    ['before', minBefore],
    ['constraints', demand.constraints],
    ['entities', demand.entities],
    ['style', minimums.settings],
    ['preferences', minimums.settings - demand.style],
    ['threads', minimums.settings - demand.style - demand.preferences],
    ['synopses', told],
    ['passages', Math.min(minimums.retrieved, retrieved)],
    ['previousEnding', ending],
    ['after', Math.floor(lines.immediate * afterPart)],
    ['working', Math.floor(lines.immediate * workingPart)],
    ['before', demand.held.before],
    ['previousEnding', demand.held.previousEnding],
    ['after', demand.held.after],
    ['style', lines.settings],
    ['preferences', lines.settings - demand.style],
    ['threads', lines.settings - demand.style - demand.preferences],
    ['passages', retrieved],
    ['episodes', retrieved - demand.passages],
    ['before', demand.before],
    ['previousEnding', demand.previousEnding],
    ['after', demand.after],
    ['working', demand.working],
    ['style', demand.style],
    ['preferences', demand.preferences],
    ['threads', demand.threads],
    ['passages', demand.passages],
    ['episodes', demand.episodes],
    ['synopses', demand.synopses],
  ];
};

const fill = (claims: readonly Claim[], demand: Demand, total: number): Allowance => {
  const allowed = eachGroup(() => 0);
  let left = total;
  for (const [group, upTo] of claims) {
    const wanted = Math.min(upTo, demand[group]) - allowed[group];
    const given = Math.max(0, Math.min(wanted, left));
    allowed[group] += given;
    left -= given;
  }
  return allowed;
};

/**
 * The budget (S3-05 … S3-13, S3-26): the sum of what is allowed is what is asked for, or the total where that is less.
 */
export const planBudget = (
  asked: Demand,
  total: number,
  shares: Shares,
  minimums: Minimums,
): Plan => {
  // Whole chapters were fitted into a room of their own before; what they leave is shared out.
  const rest = total - asked.chapters;
  const required = asked.writerConstraints + asked.narration + asked.instruction + asked.additional;
  if (required > rest) return { fits: false, required: required + asked.chapters };
  const lines = linesOf(rest, shares, minimums);
  const demand = withinRulesLine(asked, lines.rules, rest);
  const allowed = fill(claimsOf(demand, rest, lines, minimums), demand, rest);
  return {
    fits: true,
    allowed: { ...allowed, chapters: asked.chapters },
    rulesOverLine: asked.constraints + asked.narration + asked.entities > lines.rules,
  };
};

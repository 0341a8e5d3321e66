/** Turns what every group may take into one decision for every candidate, and hands back what was not taken. */
import type { Reason } from '#shared/domain/assembly.ts';
import { type Chosen, dropped, whole, wholeOrBeginning, wholeOrEnding } from './choice.ts';
import { eachGroup, type GroupName, groupNames } from './candidate.ts';
import { type Allowance, cutGroups } from './plan.ts';
import type { Priced } from './price.ts';
import { byScore } from './fill-room.ts';
import { takeEntries } from './take-entries.ts';
import { takePassages } from './take-passages.ts';
import type { TokenCounter } from './trim-text.ts';

export type Headings = Record<GroupName, number>;

/** What of a group's candidates goes, and what that takes with its heading. */
type Taken = { choices: readonly Chosen[]; tokens: number };

type Selecting = {
  members: Record<GroupName, readonly Priced[]>;
  headings: Headings;
  tokens: TokenCounter;
};

export type SelectionLimits = {
  allowed: Allowance;
  /** All the tokens there are; what nobody took of them is handed on. */
  room: number;
  /** False: the texts of Immediate keep to what they are allowed, for passages were chosen beside that. */
  extendsTexts: boolean;
};

/** Why something of a list stays out: Rules have a line of their own, the others share what there is. */
const reasonWhenFull = (group: GroupName): Reason =>
  group === 'constraints' || group === 'entities' ? 'layerLimit' : 'overBudget';

const isWriters = ({ candidate }: Priced): boolean => candidate.reason === 'writerConstraint';

/**
 * The best that fit, one at a time; one that is too big is passed over and smaller ones after it still get in
 * (S3-09, F3). Of habits nothing less certain gets in once a more certain one had to stay out (S3-10), unless
 * that one was too big for the whole place anyway.
 */
const takeList = (
  group: GroupName,
  items: readonly Priced[],
  allowed: number,
  heading: number,
): Chosen[] => {
  const inStrictOrder = group === 'preferences';
  const chosen = new Map<Priced, Chosen>();
  const out: Priced[] = [];
  let used = heading;
  let closed = false;
  for (const item of [...items.filter(isWriters), ...byScore(items)]) {
    if (chosen.has(item)) continue;
    const fits: boolean = isWriters(item) || (!closed && used + item.cost <= allowed);
    closed ||= inStrictOrder && !fits && heading + item.cost <= allowed;
    if (fits) {
      used += item.cost;
      chosen.set(item, whole(item));
    } else {
      out.push(item);
    }
  }
  for (const item of out) {
    const missing = Math.max(0, used + item.cost - allowed);
    chosen.set(item, dropped(item, reasonWhenFull(group), missing));
  }
  return items.flatMap((item) => chosen.get(item) ?? []);
};

const takeGroup = (
  group: GroupName,
  allowed: number,
  { members, headings, tokens }: Selecting,
): Taken => {
  const items = members[group];
  const heading = headings[group];
  const choose = (): Chosen[] => {
    switch (group) {
      case 'entities':
        return takeEntries(items, { allowed, heading, tokens });
      case 'passages':
        return takePassages(items, { allowed, heading, tokens });
      case 'before':
      case 'previousEnding':
        return items.map((item) => wholeOrEnding(item, allowed - heading, tokens));
      case 'after':
        return items.map((item) => wholeOrBeginning(item, allowed - heading, tokens));
      case 'narration':
      case 'instruction':
      case 'additional':
        return items.map(whole);
      default:
        return takeList(group, items, allowed, heading);
    }
  };
  const choices = choose();
  const sent = choices.filter(({ decision }) => decision !== 'dropped');
  const sum = sent.reduce((tokensSoFar, { cost }) => tokensSoFar + cost, 0);
  return { choices, tokens: sent.length > 0 ? heading + sum : 0 };
};

const isComplete = ({ choices }: Taken): boolean =>
  choices.every(({ reason }) => reason !== 'overBudget' && reason !== 'cutToBudget');

const isText = (group: GroupName): boolean => cutGroups.some((name) => name === group);

/** Who may have what others left, first come first served. Rules are not among them: they keep to their line. */
const heirs = [...cutGroups, 'working', 'style', 'preferences', 'passages', 'episodes'] as const;

/** Hands on what was allowed but not taken until nobody can use it. */
const handBack = (
  taken: Record<GroupName, Taken>,
  { room, extendsTexts }: SelectionLimits,
  selecting: Selecting,
): void => {
  let spare = room;
  for (const group of groupNames) spare -= taken[group].tokens;
  for (const group of heirs) {
    const had = taken[group];
    if (spare <= 0) return;
    if (isComplete(had) || (!extendsTexts && isText(group))) continue;
    const now = takeGroup(group, had.tokens + spare, selecting);
    // With more room a habit that was too big altogether may now silence less certain ones: then it stays as it was.
    if (now.tokens <= had.tokens) continue;
    taken[group] = now;
    spare -= now.tokens - had.tokens;
  }
};

/** What the writer lets in comes besides, on tokens of its own, and displaces nothing (N2): the answer is how many. */
const letIn = (
  taken: Record<GroupName, Taken>,
  admit: ReadonlySet<string>,
  { members, headings }: Selecting,
): number => {
  let granted = 0;
  for (const group of groupNames) {
    const { choices, tokens } = taken[group];
    const isOut = ({ decision, candidate }: Chosen): boolean =>
      decision === 'dropped' && !isText(group) && admit.has(candidate.id);
    if (!choices.some(isOut)) continue;
    granted += tokens === 0 ? headings[group] : 0;
    const withLetIn = members[group].flatMap((item, index): Chosen[] => {
      const choice = choices[index];
      if (!choice || !isOut(choice)) return choice ? [choice] : [];
      granted += item.cost;
      return [whole(item)];
    });
    taken[group] = { tokens, choices: withLetIn };
  }
  return granted;
};

const membersOf = (priced: readonly Priced[]): Selecting['members'] => {
  const members = eachGroup((): Priced[] => []);
  for (const item of priced) {
    if (!item.candidate.excluded) members[item.candidate.group].push(item);
  }
  return members;
};

/** Decisions, one for every candidate, in the candidates' order; `granted` is what was let in besides. */
export const selectItems = (
  priced: readonly Priced[],
  limits: SelectionLimits,
  { headings, tokens }: Pick<Selecting, 'headings' | 'tokens'>,
  admit: ReadonlySet<string>,
): { chosen: Chosen[]; granted: number } => {
  const selecting = { members: membersOf(priced), headings, tokens };
  const taken = eachGroup((group) => takeGroup(group, limits.allowed[group], selecting));
  handBack(taken, limits, selecting);
  const granted = letIn(taken, admit, selecting);
  const decided = new Map<string, Chosen>();
  for (const group of groupNames) {
    for (const choice of taken[group].choices) decided.set(choice.candidate.id, choice);
  }
  const chosen = priced.map((item): Chosen => {
    const { excluded } = item.candidate;
    if (excluded) return dropped(item, excluded.reason);
    return decided.get(item.candidate.id) ?? dropped(item, 'malformed');
  });
  return { chosen, granted };
};

import type { Decision, Reason } from '#shared/domain/assembly.ts';
import type { Candidate, GroupName } from './candidate.ts';
import { type CountedText, counterWithin } from './counted-text.ts';
import type { Allowance } from './plan.ts';
import type { Priced } from './price.ts';
import { keepBeginning, keepEnding, type TokenCounter } from './trim-text.ts';

export type Chosen = {
  candidate: Candidate;
  decision: Decision;
  reason: Reason;
  chapter?: number | undefined;
  /** What is sent, '' when dropped. */
  body: string;
  start?: number | undefined;
  end?: number | undefined;
  fullCost: number;
  /** The paragraphs of `candidate.body`, when it is a stretch of the manuscript. */
  counted: CountedText | null;
  admitTokens?: number | undefined;
};

export type Headings = Record<GroupName, number>;

const dropped = (
  { candidate, cost, counted }: Priced,
  reason: Reason,
  admitTokens?: number,
): Chosen => ({
  candidate,
  decision: 'dropped',
  reason,
  chapter: candidate.excluded?.chapter,
  body: '',
  fullCost: cost,
  counted,
  admitTokens,
});

const whole = ({ candidate, cost, counted }: Priced): Chosen => ({
  candidate,
  decision: candidate.shortened === undefined ? 'included' : 'trimmed',
  reason: candidate.shortened ?? candidate.reason,
  body: candidate.body,
  fullCost: cost,
  counted,
  start: candidate.start,
  end: candidate.end,
});

/** Best first; equal scores keep the order they came in. */
const byScore = (items: readonly Priced[]): Priced[] =>
  items.toSorted((left, right) => (right.candidate.score ?? 0) - (left.candidate.score ?? 0));

/**
 * The best that fit, one at a time; one that is too big is passed over and smaller ones after it still get in
 * (S3-09, F3). `admitted` ones are in besides, on tokens of their own, and displace nothing (N2): the answer is how many.
 */
const chooseList = (
  items: readonly Priced[],
  allowed: number,
  heading: number,
  admit: ReadonlySet<string>,
  whenFull: Reason,
  untouchable: (candidate: Candidate) => boolean,
  inStrictOrder: boolean,
  chosen: Map<string, Chosen>,
): number => {
  const out: Priced[] = [];
  let used = items.length > 0 ? heading : 0;
  for (const item of items) {
    if (!untouchable(item.candidate)) continue;
    used += item.cost;
    chosen.set(item.candidate.id, whole(item));
  }
  let closed = false;
  for (const item of byScore(items)) {
    if (chosen.has(item.candidate.id)) continue;
    // In strict order nothing less certain gets in once something had to stay out, unless that was too big for
    // the whole place anyway.
    const fits: boolean = !closed && used + item.cost <= allowed;
    closed ||= inStrictOrder && !fits && item.cost <= allowed;
    if (fits) {
      used += item.cost;
      chosen.set(item.candidate.id, whole(item));
    } else {
      out.push(item);
    }
  }
  let granted = 0;
  for (const item of out) {
    const missing = Math.max(0, used + item.cost - allowed);
    if (admit.has(item.candidate.id)) {
      granted += item.cost;
      chosen.set(item.candidate.id, whole(item));
    } else {
      chosen.set(item.candidate.id, dropped(item, whenFull, missing));
    }
  }
  return granted;
};

const chooseEnding = (
  item: Priced,
  allowed: number,
  heading: number,
  tokens: TokenCounter,
): Chosen => {
  if (item.cost + heading <= allowed) return whole(item);
  const { candidate } = item;
  const counter = counterWithin(item.counted, tokens);
  // One token for the line end that closes the item.
  const start = keepEnding(candidate.body, allowed - heading - 1, counter);
  if (start >= candidate.body.length) return dropped(item, 'overBudget');
  return {
    ...whole(item),
    decision: 'trimmed',
    reason: 'cutToBudget',
    body: candidate.body.slice(start),
    start: (candidate.start ?? 0) + start,
  };
};

const chooseBeginning = (
  item: Priced,
  allowed: number,
  heading: number,
  tokens: TokenCounter,
): Chosen => {
  if (item.cost + heading <= allowed) return whole(item);
  const { candidate } = item;
  const counter = counterWithin(item.counted, tokens);
  const end = keepBeginning(candidate.body, allowed - heading - 1, counter);
  const body = candidate.body.slice(0, end).trimEnd();
  if (body === '') return dropped(item, 'overBudget');
  return {
    ...whole(item),
    decision: 'trimmed',
    reason: 'cutToBudget',
    body,
    end: (candidate.start ?? 0) + body.length,
  };
};

/** Turns allowances into decisions, one for every candidate, in the candidates' order. */
export const selectItems = (
  priced: readonly Priced[],
  allowed: Allowance,
  headings: Headings,
  tokens: TokenCounter,
  admit: ReadonlySet<string>,
): { chosen: Chosen[]; granted: number } => {
  const decided = new Map<string, Chosen>();
  const groups = new Map<GroupName, Priced[]>();
  for (const item of priced) {
    if (item.candidate.excluded) continue;
    const members = groups.get(item.candidate.group);
    if (members) members.push(item);
    else groups.set(item.candidate.group, [item]);
  }
  const inGroup = (group: GroupName): Priced[] => groups.get(group) ?? [];
  let granted = 0;

  const list = (group: GroupName, whenFull: Reason, inStrictOrder = false): void => {
    const isWriters = (candidate: Candidate): boolean => candidate.reason === 'writerConstraint';
    granted += chooseList(
      inGroup(group),
      allowed[group],
      headings[group],
      admit,
      whenFull,
      isWriters,
      inStrictOrder,
      decided,
    );
  };
  list('constraints', 'layerLimit');
  list('entities', 'layerLimit');
  list('preferences', 'overBudget', true);
  list('passages', 'overBudget');
  list('episodes', 'overBudget');
  list('working', 'overBudget');
  for (const group of ['instruction', 'additional'] as const) {
    for (const item of inGroup(group)) decided.set(item.candidate.id, whole(item));
  }
  for (const item of inGroup('previousEnding')) {
    decided.set(
      item.candidate.id,
      chooseEnding(item, allowed.previousEnding, headings.previousEnding, tokens),
    );
  }
  for (const item of inGroup('before')) {
    decided.set(item.candidate.id, chooseEnding(item, allowed.before, headings.before, tokens));
  }
  for (const item of inGroup('after')) {
    decided.set(item.candidate.id, chooseBeginning(item, allowed.after, headings.after, tokens));
  }

  const chosen = priced.map((item): Chosen => {
    const { excluded } = item.candidate;
    if (excluded) return dropped(item, excluded.reason);
    return decided.get(item.candidate.id) ?? dropped(item, 'malformed');
  });
  return { chosen, granted };
};

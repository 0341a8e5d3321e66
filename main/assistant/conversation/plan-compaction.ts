/** What a compaction takes from the prompt: old outputs first, and a summary only where that is not enough (S2-10). */
import { compactionThreshold, type ItemType, reliefOrder } from './rounds.ts';
import type { Urgency } from './service.ts';

export type PlannedItem = {
  messageId: string;
  type: ItemType;
  /** Of what the prompt has of it now. */
  tokens: number;
  /** It may leave the prompt: a model saw it, it is still there, and its turn is over. */
  mayLeave: boolean;
  /** A summary may stand for it. */
  mayArchive: boolean;
};

export type CompactionPlan = {
  /** Message ids in the order in which they leave. */
  leave: readonly string[];
  /** Whether a summary is to stand for all that one may stand for. */
  archive: boolean;
};

type PlanInput = {
  /** Oldest first. */
  items: readonly PlannedItem[];
  /** Of the next request, as far as is known. */
  tokens: number;
  contextWindow: number;
  urgency: Urgency;
  /** Items above it are offloaded first (S2-09). */
  offloadTokens: number;
  /** Whether the conversation was summarised before, and how many rounds a summary now could stand for. */
  hasSummary: boolean;
  archivableRounds: number;
};

/** Shares of the window: how full it is left, and what a further summary must free to be worth its call. */
const targetShare = 0.5;
const worthShare = 0.15;
/** So many rounds are worth a summary, be they never so short. */
const worthRounds = 20;
/** Tokens: what is shorter than this saves nothing by leaving. */
export const leastToLeave = 200;
/** Tokens of what stands in its place. */
const placeholderTokens = 60;
/** Tokens of a summary, roughly. */
const summaryTokens = 1_000;

const sumOf = (items: readonly PlannedItem[]): number =>
  items.reduce((sum, { tokens }) => sum + tokens, 0);

/** By type what is above the threshold, then shorter results, the oldest first. */
const leavingOrder = (items: readonly PlannedItem[], offloadTokens: number): PlannedItem[] => {
  const long = reliefOrder.flatMap((type) =>
    items.filter((item) => item.mayLeave && item.type === type && item.tokens > offloadTokens),
  );
  const short = items.filter(
    ({ mayLeave, type, tokens }) =>
      mayLeave && type === 'tool_result' && tokens <= offloadTokens && tokens > leastToLeave,
  );
  return [...long, ...short];
};

/** As many as it takes to come down to the target. */
const takeUntil = (
  order: readonly PlannedItem[],
  tokens: number,
  target: number,
): { leave: PlannedItem[]; left: number } => {
  const leave: PlannedItem[] = [];
  let left = tokens;
  for (const item of order) {
    if (left <= target) break;
    leave.push(item);
    left -= item.tokens - placeholderTokens;
  }
  return { leave, left };
};

/**
 * Whether a summary would last: the first always; a further one when it frees much, or stands for many rounds. What the
 * model told of its input counts for more than our own count, which may miss what a provider adds.
 */
const isWorthIt = (
  input: PlanInput,
  archivable: readonly PlannedItem[],
  freed: number,
): boolean => {
  const { items, tokens, contextWindow, hasSummary, archivableRounds } = input;
  if (archivable.length === 0) return false;
  if (!hasSummary || archivableRounds >= worthRounds) return true;
  const counted = Math.max(1, sumOf(items));
  return freed * Math.max(1, tokens / counted) >= contextWindow * worthShare;
};

/**
 * Decides a compaction. Outputs leave until half of the window is free; only when that does not bring the request
 * below the threshold of S4-20 is there a summary, and then only for rounds enough to last: a conversation in a
 * narrow window would otherwise be summarised with every turn.
 */
export const planCompaction = (input: PlanInput): CompactionPlan => {
  const { items, tokens, contextWindow, urgency, offloadTokens } = input;
  const archivable = items.filter(({ mayArchive }) => mayArchive);
  if (urgency === 'asked') return { leave: [], archive: archivable.length > 0 };
  const target = contextWindow * targetShare;
  const idsOf = (leaving: readonly PlannedItem[]): string[] =>
    leaving.map(({ messageId }) => messageId);

  const alone = takeUntil(leavingOrder(items, offloadTokens), tokens, target);
  // Before the turn's own outputs are touched, those of the turns before go; asked again, rounds do.
  if (urgency === 'pressing' && alone.leave.length > 0) {
    return { leave: idsOf(alone.leave), archive: false };
  }
  const gone = new Set(alone.leave);
  const freed = archivable.reduce(
    (sum, item) => sum + (gone.has(item) ? placeholderTokens : item.tokens),
    0,
  );
  const isEnough = urgency === 'due' && alone.left < compactionThreshold(contextWindow);
  if (isEnough || !isWorthIt(input, archivable, freed)) {
    return { leave: idsOf(alone.leave), archive: false };
  }
  const kept = items.filter(({ mayArchive }) => !mayArchive);
  const after = tokens - sumOf(archivable) + summaryTokens;
  const beside = takeUntil(leavingOrder(kept, offloadTokens), after, target);
  return { leave: idsOf(beside.leave), archive: true };
};

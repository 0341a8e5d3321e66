/** What a compaction takes from the prompt: old outputs first, and a summary only where that is not enough (S2-10). */
import { compactionThreshold, type ItemType, evictionOrder } from '../rounds.ts';
import type { Urgency } from '../service.ts';

export type PlannedItem = {
  messageId: string;
  type: ItemType;
  /** Of what the prompt has of it now. */
  tokens: number;
  /** It may leave the prompt: a model saw it, it is still there, and its turn is over. */
  canEvict: boolean;
  /** A summary may stand for it. */
  mayArchive: boolean;
};

export type CompactionPlan = {
  /** Message ids in the order in which they leave. */
  evicted: readonly string[];
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
export const minEvictableTokens = 200;
/** Tokens of what stands in its place. */
const placeholderTokens = 60;
/** Tokens of a summary, roughly. */
const summaryTokens = 1_000;

const sumOf = (items: readonly PlannedItem[]): number =>
  items.reduce((sum, { tokens }) => sum + tokens, 0);

/** By type what is above the threshold, then shorter results, the oldest first. */
const orderEvictions = (items: readonly PlannedItem[], offloadTokens: number): PlannedItem[] => {
  const long = evictionOrder.flatMap((type) =>
    items.filter((item) => item.canEvict && item.type === type && item.tokens > offloadTokens),
  );
  const short = items.filter(
    ({ canEvict, type, tokens }) =>
      canEvict && type === 'tool_result' && tokens <= offloadTokens && tokens > minEvictableTokens,
  );
  return [...long, ...short];
};

/** As many as it takes to come down to the target. */
const evictUntil = (
  order: readonly PlannedItem[],
  tokens: number,
  target: number,
): { evicted: PlannedItem[]; left: number } => {
  const evicted: PlannedItem[] = [];
  let left = tokens;
  for (const item of order) {
    if (left <= target) break;
    evicted.push(item);
    left -= item.tokens - placeholderTokens;
  }
  return { evicted, left };
};

/**
 * Whether a summary would last: the first always; a further one when it frees much, or stands for many rounds. What the
 * model told of its input counts for more than our own count, which may miss what a provider adds.
 */
const isWorthIt = (
  input: PlanInput,
  selectArchivable: readonly PlannedItem[],
  freed: number,
): boolean => {
  const { items, tokens, contextWindow, hasSummary, archivableRounds } = input;
  if (selectArchivable.length === 0) return false;
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
  const selectArchivable = items.filter(({ mayArchive }) => mayArchive);
  if (urgency === 'asked') return { evicted: [], archive: selectArchivable.length > 0 };
  const target = contextWindow * targetShare;
  const idsOf = (leaving: readonly PlannedItem[]): string[] =>
    leaving.map(({ messageId }) => messageId);

  const alone = evictUntil(orderEvictions(items, offloadTokens), tokens, target);
  // Before the turn's own outputs are touched, those of the turns before go; asked again, rounds do.
  if (urgency === 'pressing' && alone.evicted.length > 0) {
    return { evicted: idsOf(alone.evicted), archive: false };
  }
  const gone = new Set(alone.evicted);
  const freed = selectArchivable.reduce(
    (sum, item) => sum + (gone.has(item) ? placeholderTokens : item.tokens),
    0,
  );
  const isEnough = urgency === 'due' && alone.left < compactionThreshold(contextWindow);
  if (isEnough || !isWorthIt(input, selectArchivable, freed)) {
    return { evicted: idsOf(alone.evicted), archive: false };
  }
  const kept = items.filter(({ mayArchive }) => !mayArchive);
  const after = tokens - sumOf(selectArchivable) + summaryTokens;
  const beside = evictUntil(orderEvictions(kept, offloadTokens), after, target);
  return { evicted: idsOf(beside.evicted), archive: true };
};

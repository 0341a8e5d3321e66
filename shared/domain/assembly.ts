/** An assembly: its items, their decisions and reasons. */
import { z } from 'zod';
import { LayerName } from './budget.ts';
import { Count, Identifier, Timestamp } from './identifiers.ts';

export const Decision = z.enum(['included', 'trimmed', 'dropped']);
export type Decision = z.infer<typeof Decision>;

/** Why items stay out, in the order in which the inspector speaks of them. */
export const droppedFamilies = [
  'room',
  'waits',
  'later',
  'fenced',
  'off',
  'past',
  'repeats',
  'unrelated',
  'broken',
] as const;
export type DroppedFamily = (typeof droppedFamilies)[number];

type DroppedFacts = {
  family: DroppedFamily;
  /** A fence: neither its text nor its title is told. */
  hidden?: true;
  /** Kept out by what else there was: with one item less it could come in. */
  displaced?: true;
};

const sentReasons = [
  // included
  'writerConstraint',
  'bookSetting',
  'automaticConstraint',
  'alwaysIncluded',
  'mentioned',
  'relatedToMentioned',
  'related',
  'confirmedRule',
  'promiseDue',
  'wholeChapter',
  'storySoFar',
  'tellsOfMentioned',
  'similarPassage',
  'lookedUp',
  'pastEpisode',
  'previousChapterEnding',
  'nearestCursor',
  'afterCursor',
  'workingMemory',
  'instruction',
  'additionalInput',
  // trimmed
  'cutToBudget',
  'overlapRemoved',
  'fencedPart',
] as const;

const droppedReasons = {
  overBudget: { family: 'room', displaced: true },
  layerLimit: { family: 'room', displaced: true },
  fartherBack: { family: 'room', displaced: true },
  lowRelevance: { family: 'unrelated', displaced: true },
  disabled: { family: 'off' },
  neverIncluded: { family: 'off' },
  unconfirmed: { family: 'off' },
  notYetValid: { family: 'waits' },
  noLongerValid: { family: 'past' },
  notDueYet: { family: 'waits' },
  promiseLost: { family: 'broken' },
  dueBeforeOpened: { family: 'broken' },
  chapterGone: { family: 'broken', hidden: true },
  fencedUntilChapter: { family: 'waits', hidden: true },
  fencedFromPointOfView: { family: 'fenced', hidden: true },
  // Not fenced itself: it names what is.
  fencedByName: { family: 'fenced', hidden: true },
  neverSend: { family: 'fenced', hidden: true },
  fenceUnknown: { family: 'fenced', hidden: true },
  laterChapter: { family: 'later' },
  alreadyInImmediate: { family: 'repeats' },
  alreadyWhole: { family: 'repeats' },
  nearDuplicate: { family: 'repeats', displaced: true },
  mutedByWriter: { family: 'off' },
  malformed: { family: 'broken' },
  emptyText: { family: 'broken' },
} as const satisfies Readonly<Record<string, DroppedFacts>>;

type DroppedReason = keyof typeof droppedReasons;

/** Why an item is in, cut or out (F6). Closed: each has its words in all languages. */
export const Reason = z.enum([...sentReasons, ...(Object.keys(droppedReasons) as DroppedReason[])]);
export type Reason = z.infer<typeof Reason>;

/** What is told of a reason for which an item stays out; null for one with which it goes. */
export const droppedFactsOf = (reason: Reason): DroppedFacts | null =>
  (droppedReasons as Readonly<Record<string, DroppedFacts>>)[reason] ?? null;

/** Whether a fence keeps the item out, or one may, so that neither its text nor its title may be told. */
export const isHidden = (reason: Reason): boolean => droppedFactsOf(reason)?.hidden === true;

/** Which store an item comes from. */
export const ItemSource = z.enum([
  'project',
  'constraint',
  'knowledge',
  'memory',
  'thread',
  'retrieval',
  'episode',
  'manuscript',
  'synopsis',
  'workingMemory',
  'skill',
  'request',
]);
export type ItemSource = z.infer<typeof ItemSource>;

/** One candidate of one layer, in or out (S3-02). */
export const AssemblyItem = z.object({
  id: Identifier,
  layer: LayerName,
  source: ItemSource,
  title: z.string(),
  /** What is sent (empty when dropped by a fence: fenced text leaves on no path). */
  text: z.string(),
  /** Tokens of `text` as sent; 0 when dropped. */
  tokenCount: Count,
  /** Tokens it would take whole. */
  fullTokenCount: Count,
  decision: Decision,
  reason: Reason,
  score: z.number().optional(),
  /** Names or words that brought it here. */
  matched: z.array(z.string()).optional(),
  /** How near the writer's own sentence model holds a passage to the place (cosine); absent where it had no say (E5). */
  similarity: z.number().optional(),
  /** The question of the model's that a passage was looked up for (E6). */
  question: z.string().optional(),
  /** A synopsis whose chapter went on since it was written (E3). */
  isStale: z.boolean().optional(),
  /** A chapter number the reason speaks of, e.g. the fence's. */
  chapter: Count.optional(),
  documentId: Identifier.optional(),
  start: Count.optional(),
  end: Count.optional(),
  /** Granting the layer so many more tokens admits exactly this item (N2). */
  admitTokens: Count.optional(),
});
export type AssemblyItem = z.infer<typeof AssemblyItem>;

/** What of an item a kept request still tells. */
export const KeptItem = AssemblyItem.pick({
  id: true,
  layer: true,
  source: true,
  title: true,
  tokenCount: true,
  decision: true,
  reason: true,
  chapter: true,
  question: true,
});
export type KeptItem = z.infer<typeof KeptItem>;

/** A run of the prompt. Segments in order concatenate to `prompt`, byte for byte (F5). */
export const Segment = z.object({
  kind: z.enum(['frame', 'item']),
  layer: LayerName,
  itemId: Identifier.nullable(),
  text: z.string(),
  tokenCount: Count,
});
export type Segment = z.infer<typeof Segment>;

export const TokenizerInfo = z.object({
  name: z.string(),
  exactness: z.enum(['exact', 'estimate']),
  /** Relative error to expect, e.g. 0.15; 0 when exact. */
  margin: z.number().nonnegative(),
});
export type TokenizerInfo = z.infer<typeof TokenizerInfo>;

/** How a layer stands in one assembly. */
export const LayerSummary = z.object({
  tokens: Count,
  /** The layer's line: share of the total, at least its minimum. */
  budget: Count,
  truncated: z.boolean(),
});
export type LayerSummary = z.infer<typeof LayerSummary>;

/** What the provider's cache will probably serve (N5). */
export const CacheForecast = z.object({
  /** Null when there is no earlier request of this project and model. */
  previousAssemblyId: Identifier.nullable(),
  cachedTokens: Count,
  freshTokens: Count,
  /** The request before was sent so long ago that no provider need keep it. */
  hasExpired: z.boolean(),
  /** First item or frame that differs from the previous request. */
  firstDifference: z
    .object({ layer: LayerName, itemId: Identifier.nullable(), title: z.string() })
    .nullable(),
  /** In the currency of the model's price list; null when prices are unknown. */
  cost: z.number().nullable(),
  /** Of the beginning that the next request will have too: system text, Rules, Settings, whole chapters (E2). */
  stableTokens: Count,
  /** What it costs where nothing is cached yet, and what the next one of its size costs where that beginning is. */
  firstCost: z.number().nullable(),
  nextCost: z.number().nullable(),
});
export type CacheForecast = z.infer<typeof CacheForecast>;

export const AssemblySummary = z.object({
  assemblyId: Identifier,
  documentId: Identifier,
  skillId: Identifier,
  tokenCount: Count,
  /** Tokens of the items of each layer, without headings. */
  layers: z.object({ rules: Count, settings: Count, retrieved: Count, immediate: Count }),
  /** Tokens there were for the four layers together. */
  budget: Count,
  stablePrefixHash: z.string(),
  createdAt: Timestamp,
  purpose: z.enum(['assemble', 'inspect', 'run']),
});
export type AssemblySummary = z.infer<typeof AssemblySummary>;

export const ChangeCause = z.enum([
  'edit',
  'setting',
  'retrieval',
  'budget',
  'memory',
  'knowledge',
  'constraint',
  'fence',
]);
export type ChangeCause = z.infer<typeof ChangeCause>;

export const AssemblyChange = z.object({
  change: z.enum(['added', 'removed', 'moved', 'trimmed', 'edited']),
  layer: LayerName,
  itemId: Identifier,
  title: z.string(),
  cause: ChangeCause,
  tokensBefore: Count,
  tokensAfter: Count,
});
export type AssemblyChange = z.infer<typeof AssemblyChange>;

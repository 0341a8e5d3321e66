/** The calls about what a request is made of. */
import { z } from 'zod';
import {
  AssemblyChange,
  AssemblyItem,
  AssemblySummary,
  CacheForecast,
  KeptItem,
  LayerSummary,
  Reason,
  Segment,
  TokenizerInfo,
} from '../domain/assembly.ts';
import { Budget, Minimums, Shares } from '../domain/budget.ts';
import { Count, Identifier, ProjectScope } from '../domain/identifiers.ts';
import { LookUp, LookUpForecast } from '../domain/look-up.ts';
import { defineChannel } from './define.ts';

/**
 * S3-27. `mute` leaves items out (N6), `admit` takes dropped ones in and grows the total by what they need (N2), `lookUp`
 * has questions answered by passages (E6); a run that names none asks the model where the book's setting says so.
 */
export const AssembleRequest = ProjectScope.extend({
  documentId: Identifier,
  /** UTF-16 code units into the document's saved text. */
  cursorPosition: Count,
  skillId: Identifier,
  /** The passage a skill is to work on; skills that need one take the cursor's paragraph without it. */
  selection: z.object({ start: Count, end: Count }).optional(),
  additionalInput: z.string().max(2_000_000).optional(),
  mute: z.array(Identifier).max(500).optional(),
  admit: z.array(Identifier).max(50).optional(),
  lookUp: LookUp.optional(),
});
export type AssembleRequest = z.infer<typeof AssembleRequest>;

/** S3-28. */
export const AssembleResult = z.object({
  assemblyId: Identifier,
  prompt: z.string(),
  /** Constant text before the prompt; its tokens are already taken off the budget (S3-06). */
  systemPrompt: z.string(),
  tokenCount: Count,
  stablePrefixHash: z.string(),
  stablePrefixUnchanged: z.boolean(),
  /** UTF-16 length of the stable prefix inside `prompt`. */
  stablePrefixLength: Count,
  layers: z.object({
    rules: LayerSummary,
    settings: LayerSummary,
    retrieved: LayerSummary.extend({ chunks: Count }),
    immediate: LayerSummary,
  }),
  /** `CODE: words`, in the project's language. */
  warnings: z.array(z.string()),
});
export type AssembleResult = z.infer<typeof AssembleResult>;

const InspectedLayer = LayerSummary.extend({ items: z.array(AssemblyItem) });

/** Passages that may not go compete for no place: they are counted by reason, and a few of them are items. */
const WithheldPassages = z.object({ reason: Reason, passages: Count });

/** Chapters that go whole with their tokens, and how many farther back do not fit; null where none goes (E2). */
const WholeBook = z.object({ chapters: Count, tokens: Count, farther: Count }).nullable();

export const InspectResult = AssembleResult.omit({ layers: true }).extend({
  /** Tokens there are for the four layers together. */
  budget: Count,
  contextWindow: Count,
  outputReserve: Count,
  systemTokens: Count,
  /** Tokens of headings and separators: items' tokens + this = tokenCount. */
  framingTokens: Count,
  tokenizer: TokenizerInfo,
  layers: z.object({
    rules: InspectedLayer,
    settings: InspectedLayer,
    retrieved: InspectedLayer.extend({ withheld: z.array(WithheldPassages) }),
    immediate: InspectedLayer,
  }),
  segments: z.array(Segment),
  forecast: CacheForecast,
  wholeBook: WholeBook,
  /** What asking the model first takes besides; absent where it is not asked (E6). */
  lookUp: LookUpForecast.optional(),
});
export type InspectResult = z.infer<typeof InspectResult>;

/** What sending a request takes, before anything is sent; no text of it (E2). */
export const RequestForecast = z.object({
  tokenCount: Count,
  /** Of the whole request as a cap counts it: with its system prompt and what stands around its messages (N12). */
  requestTokens: Count,
  /** What a cap counts for the answer; absent without a model. */
  outputTokens: Count.optional(),
  wholeBook: WholeBook,
  /** Of the input: the first time, and then while the provider keeps its beginning. Null where prices are not known. */
  firstCost: z.number().nonnegative().nullable(),
  nextCost: z.number().nonnegative().nullable(),
  currency: z.string().nullable(),
  /** What asking the model first takes besides; absent where it is not asked (E6). */
  lookUp: LookUpForecast.optional(),
});
export type RequestForecast = z.infer<typeof RequestForecast>;

const BudgetView = Budget.extend({
  /** Tokens left for the four layers: window − system prompt − output reserve. */
  total: z.number().int(),
});

export const contextContract = {
  'context:assemble': defineChannel(AssembleRequest, AssembleResult),
  /** The same assembly, explained; sends nothing. CONTEXT_INSPECT_FORBIDDEN unless debug mode is on (S3-45). */
  'context:inspect': defineChannel(AssembleRequest, InspectResult),
  /** What the same assembly would take; sends nothing, and leaves no trace. */
  'context:forecast': defineChannel(AssembleRequest, RequestForecast),
  'context:budget:get': defineChannel(ProjectScope, BudgetView),
  'context:budget:update': defineChannel(
    ProjectScope.extend({
      expectedVersion: Count,
      contextWindow: z.number().int().min(1).max(10_000_000).optional(),
      outputReserve: z.number().int().min(0).max(10_000_000).optional(),
      shares: Shares.partial().optional(),
      minimums: Minimums.partial().optional(),
      wholeBook: z.boolean().optional(),
      storySoFar: z.boolean().optional(),
      lookUp: z.boolean().optional(),
    }),
    BudgetView,
  ),
  'context:history:list': defineChannel(
    ProjectScope.extend({ limit: z.number().int().min(1).max(500).optional() }),
    z.object({ items: z.array(AssemblySummary) }),
  ),
  'context:history:replay': defineChannel(
    z.object({ assemblyId: Identifier }),
    /** SHA-256 over system text and prompt, one after the other in UTF-8: the whole of what was shown and sent. */
    z.object({ systemPrompt: z.string(), prompt: z.string(), sha256: z.string() }),
  ),
  /** What was considered for a kept request and what became of it, in the order of the layers; without texts. */
  'context:history:items': defineChannel(
    z.object({ assemblyId: Identifier }),
    /** `lookUp`: what passages were looked up for, where that was asked (E6). */
    z.object({ items: z.array(KeptItem), lookUp: LookUp.optional() }),
  ),
  'context:history:compare': defineChannel(
    z.object({ from: Identifier, to: Identifier }),
    z.object({ changes: z.array(AssemblyChange) }),
  ),
};

import type {
  AssembleRequest,
  AssembleResult,
  InspectResult,
  RequestForecast,
} from '#shared/contract/context.ts';
import type {
  AssemblyChange,
  AssemblyItem,
  CacheForecast,
  Segment,
  TokenizerInfo,
} from '#shared/domain/assembly.ts';
import type { Constraint } from '#shared/domain/constraint.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { Entity, Relation } from '#shared/domain/knowledge.ts';
import type { Output, Parsed } from '#shared/contract/index.ts';

import type { Exclusion } from './eligibility.ts';
import type { LookUpAsk } from './look-up-ask.ts';

/** Who asked for an assembly: `run` is a request that goes on to a model. */
export type Purpose = 'assemble' | 'inspect' | 'run';

export type BudgetView = Output<'context:budget:get'>;

/** A request ready to be sent: its prompt, and what the answer must be measured and placed with. */
export type Prepared = AssembleResult & {
  segments: readonly Segment[];
  systemTokens: number;
  /** Lengths of the beginnings of the prompt that are worth marking for a cache, rising. */
  cacheMarks: readonly number[];
  tokenizer: TokenizerInfo;
  forecast: CacheForecast;
  /** What the model is to be asked before; null where it is not asked (E6). */
  lookUp: LookUpAsk | null;
  language: Language;
  /** To be called once a model has begun to answer: only then its cache can hold the prefix. */
  markSent(): void;
  /** Profile the context was made for; null when no model is chosen. */
  profileId: string | null;
  /** The chapter as it was read: [start, end) is the passage, or the cursor. */
  chapter: { title: string; version: string; text: string; start: number; end: number };
};

/** What was considered and what became of it, without what only a person asks for. */
export type ExaminedItem = Pick<
  AssemblyItem,
  'id' | 'layer' | 'source' | 'title' | 'decision' | 'reason'
> & {
  /** What it says, without its heading, before anything is cut off it for want of room. */
  body: string;
  /** What it takes as it is sent, without its heading; 0 when it is not. */
  tokens: number;
  chapter: number | undefined;
  score: number | undefined;
  documentId: string | undefined;
  /** Its stretch of the chapter: of what is sent, or of the whole where nothing is. */
  start: number | undefined;
  end: number | undefined;
};

/** What may be kept out of a request: something of the codex, a constraint, or a passage of a chapter. */
export type KeptOutTarget =
  | { kind: 'entity' | 'constraint'; id: string }
  | { kind: 'passage'; documentId: string; start: number; quote: string };

/** An assembly that was made to be looked at. */
export type Examined = {
  prompt: string;
  segments: readonly Segment[];
  /** The chapter's text. */
  text: string;
  total: number;
  tokenCount: number;
  warnings: readonly string[];
  items: readonly ExaminedItem[];
  /**
   * What keeps something from the request of this place before anybody asks whether it matters there: a fence, or that it
   * stands behind the cursor. Null where nothing does, or what nobody knows.
   */
  keptOut(target: KeptOutTarget): Exclusion | null;
  /** The whole explanation of one of them. */
  explain(itemId: string): AssemblyItem | undefined;
  /** What tells it from another one of its place, to be kept. */
  record(): string;
};

/**
 * The one engine (S3, Decision under S3-29): the AI service, the inspector and `context:assemble` all call this
 * instance, so what is shown is what is sent.
 */
export type ContextEngine = {
  assemble(request: AssembleRequest, signal: AbortSignal): Promise<AssembleResult>;
  /** The same for a request that goes on to a model. */
  prepare(request: AssembleRequest, signal: AbortSignal): Promise<Prepared>;
  /** CONTEXT_INSPECT_FORBIDDEN unless debug mode is on (S3-45). */
  inspect(request: AssembleRequest, signal: AbortSignal): Promise<InspectResult>;
  /** What sending it would take; leaves no trace, as {@link examine}. Errors as `assemble`. */
  forecast(request: AssembleRequest, signal: AbortSignal): Promise<RequestForecast>;
  /** Looks at the request of a place, which leaves no trace: no log, no history, no request before (N11). Errors as `assemble`. */
  examine(request: AssembleRequest): Promise<Examined>;
  /** What is different between the records of two examined requests; null where that cannot be told any more. */
  compareExamined(from: string, to: string): AssemblyChange[] | null;
  getBudget(projectId: string): BudgetView;
  updateBudget(change: Parsed<'context:budget:update'>): BudgetView;
  /** Writes the assemblies that still wait for the history, before somebody copies its rows. */
  writeWaiting(): void;
  listHistory(projectId: string, limit: number): Output<'context:history:list'>['items'];
  replay(assemblyId: string): Output<'context:history:replay'>;
  /** CONTEXT_ASSEMBLY_NOT_FOUND. */
  listItems(assemblyId: string): Output<'context:history:items'>;
  compare(from: string, to: string): Output<'context:history:compare'>['changes'];
  /** What fences leave to a conversation held beside this chapter, or beside none. DOCUMENT_NOT_FOUND. */
  fenceView(projectId: string, documentId: string | null): FenceView;
  forgetProject(projectId: string): void;
  /** Writes what is still in memory. */
  close(): void;
};

/**
 * What a conversation may be shown (N3), asked by its tools before anything is handed to a model. Without a
 * chapter nothing that is fenced is shown; with one its number and its point of view open what they open.
 */
export type FenceView = {
  /** Whether there are entries whose names must not be shown: without any, no text need be looked through. */
  readonly hidesNames: boolean;
  /** False: the chapter is not to be listed, read or searched. */
  allowsDocument(documentId: string): boolean;
  /** False also for a fact that is not yet true beside the conversation's chapter. */
  allowsEntity(entity: Entity): boolean;
  allowsRelation(relation: Relation): boolean;
  /** As a request of the place: the writer's own rule that bears no fence may name what is hidden, not what is never sent. */
  allowsConstraint(constraint: Constraint): boolean;
  /** False when the text names an entry that is kept back. */
  allowsText(text: string): boolean;
  /**
   * The text with every paragraph that names such an entry replaced by one line that says so; line count and the
   * other lines stay, `redacted` counts paragraphs.
   */
  redact(text: string): { text: string; redacted: number };
  /** As {@link redact}, but only what names an entry that is never sent: the rest of its own chapter a request has. */
  redactUnsendable(text: string): { text: string; redacted: number };
  /**
   * Keys of all that is closed from here now: `document:<id>`, `entity:<id>`, `relation:<id>`, `constraint:<id>`, and
   * `name:<entityId>:<digest>` of each entry whose names must not be shown.
   */
  closed(): ReadonlySet<string>;
  /** Answers from now on whether nothing more has been closed since. */
  openSince(): () => boolean;
  /** Whether what a key names is closed; also of a chapter or a relation that is gone, of which nobody knows the fence. */
  closes(key: string): boolean;
  /** Keys of all entries a text names, hidden or not: the same as long as `names` is the same object. */
  namesIn(text: string): readonly string[];
  readonly names: object;
  /**
   * What was said in a conversation as {@link redact} leaves it, and without the titles and paths of closed chapters.
   * `meant`: keys of names that stay.
   */
  redactSaid(text: string, meant?: ReadonlySet<string>): string;
};

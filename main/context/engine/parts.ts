/** What the engine is made of, and what its operations share. */
import type { Database } from 'better-sqlite3';
import type { EventBus } from '#main/events.ts';
import type { Clock, Logger } from '#main/platform.ts';
import type { TokensService } from '#main/context/tokens/service.ts';
import type { Assembly } from './assembly.ts';
import type { AssemblyInput } from './assembly-input.ts';
import type { BudgetStore } from './budgets.ts';
import type { Sources } from './sources.ts';
import type { History } from './history.ts';
import type { LastRequests } from './last-requests.ts';
import type { ContextModel } from './model.ts';
import type { StickyEntries } from './sticky-entries.ts';
import type { TokenCounter } from './trim-text.ts';

export type ContextEngineParts = {
  database: Database;
  clock: Clock;
  logger: Logger;
  events: EventBus;
  sources: Omit<Sources, 'prepare' | 'findMentions'>;
  tokens: Pick<TokensService, 'info' | 'count' | 'paragraphs' | 'countAhead'>;
  /** Counts when the tokenizer cannot (S3-35); never fails, never less than the truth by more than its margin. */
  estimate: TokenCounter;
  estimateMargin: number;
  /** The chosen model; null while there is none, and a modest local one is assumed. */
  model(): ContextModel | null;
};

/** What the operations of one engine share. */
export type EngineState = Omit<ContextEngineParts, 'sources' | 'database'> & {
  sources: Sources;
  budgets: BudgetStore;
  history: History;
  lastRequests: LastRequests;
  sticky: StickyEntries;
};

/** An assembly and what it was made of. */
export type MadeAssembly = {
  assemblyId: string;
  projectId: string;
  assembly: Assembly;
  input: AssemblyInput;
  warnings: string[];
  model: ContextModel | null;
};

/** Stands for the model while none is chosen. */
export const modelId = (model: ContextModel | null): string => model?.id ?? 'none';

/** What a start of the program may do otherwise than usual. */
import type { AiTiming, DefaultPlace } from './ai/runs/index.ts';
import type { SittingTiming } from './archive/index.ts';
import type { AgentConditions } from './assistant/agent/index.ts';
import type { MatcherTools } from './book/knowledge/index.ts';
import type { ReadingTiming } from './context/retrieval/index.ts';
import type { WatchTiming } from './context/expectations/index.ts';
import type { CountTokens } from './context/tokens/service.ts';
import type { Vocabularies } from './context/tokens/vocabularies.ts';
import type { BackupTiming } from './db/backups/index.ts';

export type AppOptions = {
  /** Also parse what handlers answer: tests and development do. */
  checkOutputs?: boolean;
  /** Takes the place of the tokenizer: tests of its failure do. */
  countTokens?: CountTokens;
  /** For several apps in one process, as tests have them; an app's own otherwise. */
  vocabularies?: Vocabularies;
  /** For the same: what names are found with, made of the program's own list of words. */
  nameTools?: MatcherTools;
  /** How long models are waited for: tests are shorter of breath. */
  aiTiming?: AiTiming;
  /** Where local model servers are looked for; the usual ports unless told otherwise. */
  localServers?: readonly DefaultPlace[];
  /** What the assistant's tools may reach, and how long servers are waited for. */
  agentConditions?: AgentConditions;
  /** Ends a summary that takes too long; 120 s unless told otherwise. */
  summaryDeadline?: () => AbortSignal;
  /** When backups of the database are made: tests do not wait that long. */
  backupTiming?: Partial<BackupTiming>;
  /** How soon expectations are looked at after a change. */
  expectationTiming?: WatchTiming;
  /** How soon sentences are read, and how long a request waits for what a sentence model says. */
  readingTiming?: ReadingTiming;
  /** In what surroundings git runs; those of this process unless told otherwise. */
  gitEnvironment?: Readonly<Record<string, string | undefined>>;
  /** Lends books out and changes none: the writing in them is left to a desk, also to one that comes later (N16, F17). */
  lends?: boolean;
  /** When books are backed up. */
  sittingTiming?: SittingTiming;
};

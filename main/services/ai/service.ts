import type { Output, Parsed } from '#shared/contract/index.ts';
import type { Candidate } from '#shared/domain/candidate.ts';
import type { Run, Usage } from '#shared/domain/run.ts';
import type { ContextModel } from '#main/services/context-engine/index.ts';

/** A plain question to the chosen model: the judge and the conversation ask such. */
export type Completion = { text: string; usage: Usage; finish: 'stop' | 'length' };

/** Which models there are and which one is meant. */
export type ModelsService = {
  list(): Promise<Output<'ai:models:list'>>;
  /** MODEL_INVALID, MODEL_KEY_STORE_FAILED. */
  save(input: Parsed<'ai:models:save'>): Promise<Output<'ai:models:save'>>;
  /** MODEL_NOT_FOUND. */
  select(id: string): Promise<Output<'ai:models:select'>>;
  remove(id: string): Promise<Output<'ai:models:remove'>>;
  /** MODEL_NOT_FOUND; what is wrong with the connection is in the result. */
  test(id: string, signal: AbortSignal): Promise<Output<'ai:models:test'>>;
  discover(): Promise<Output<'ai:models:discover'>>;
  /** The chosen model for the context engine. */
  contextModel(): ContextModel | null;
  /**
   * Asks the chosen model, or the named one. MODEL_NOT_SELECTED, MODEL_NOT_FOUND, CANCELLED, and what calls to
   * models meet.
   */
  complete(
    question: { system: string; user: string; maxOutputTokens?: number; profileId?: string },
    signal: AbortSignal,
    onText?: (text: string) => void,
  ): Promise<Completion>;
};

export type { SkillLibrary } from './skills/library.ts';

export type AiService = {
  run(input: Parsed<'ai:run'>, signal: AbortSignal): Promise<Output<'ai:run'>>;
  cancel(runId: string): void;
  listRuns(projectId: string, limit: number): Run[];
  listCandidates(projectId: string, documentId?: string): Promise<Candidate[]>;
  accept(candidateId: string, hunks?: readonly number[]): Promise<Output<'ai:candidates:accept'>>;
  reject(candidateId: string): void;
  forgetProject(projectId: string): void;
  /** Ends runs and keeps what they had. */
  close(): Promise<void>;
};

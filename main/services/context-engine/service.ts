import type { AssembleRequest, AssembleResult, InspectResult } from '#shared/contract/context.ts';
import type { Output, Parsed } from '#shared/contract/index.ts';

/** Who asked for an assembly: `run` is a request that goes on to a model. */
export type Purpose = 'assemble' | 'inspect' | 'run';

export type BudgetView = Output<'context:budget:get'>;

/**
 * The one engine (S3, Decision under S3-29): the AI service, the inspector and `context:assemble` all call this
 * instance, so what is shown is what is sent.
 */
export type ContextEngine = {
  assemble(request: AssembleRequest, signal: AbortSignal): Promise<AssembleResult>;
  /** CONTEXT_INSPECT_FORBIDDEN unless debug mode is on (S3-45). */
  inspect(request: AssembleRequest, signal: AbortSignal): Promise<InspectResult>;
  getBudget(projectId: string): BudgetView;
  updateBudget(change: Parsed<'context:budget:update'>): BudgetView;
  listHistory(projectId: string, limit: number): Output<'context:history:list'>['items'];
  replay(assemblyId: string): Output<'context:history:replay'>;
  compare(from: string, to: string): Output<'context:history:compare'>['changes'];
  forgetProject(projectId: string): void;
  /** Writes what is still in memory. */
  close(): void;
};

/** What others may ask of synopses that a model proposes. */
import type { ProposedSynopses } from '#main/book/replace/service.ts';
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { SynopsisForecast, SynopsisJob, SynopsisProposal } from '#shared/domain/synopsis.ts';

export type SynopsesService = {
  /** Of chapters that are there, in the order they were made. PROJECT_CLOSED, PROJECT_NOT_FOUND. */
  list(projectId: string): Output<'synopses:list'>;
  /**
   * DOCUMENT_NOT_FOUND, SYNOPSIS_KEPT_BACK, SYNOPSIS_BUSY, PROJECT_LOCKED, PURSE_ASKS, CANCELLED, and what reading and
   * calls to models meet.
   */
  propose(input: Parsed<'synopses:propose'>, signal: AbortSignal): Promise<SynopsisProposal>;
  /** Of a scene: it is kept nowhere. SCENE_NOT_FOUND, and the errors of `propose`. */
  proposeScene(
    input: Parsed<'synopses:scene:propose'>,
    signal: AbortSignal,
  ): Promise<Output<'synopses:scene:propose'>>;
  /** MODEL_NOT_SELECTED, SYNOPSIS_JOB_NOT_FOUND, CANCELLED. */
  forecast(input: Parsed<'synopses:job:forecast'>, signal: AbortSignal): Promise<SynopsisForecast>;
  /** Answers when the job has begun. The same, and SYNOPSIS_BUSY, PROJECT_LOCKED, PURSE_ASKS. */
  start(input: Parsed<'synopses:job:start'>, signal: AbortSignal): Promise<SynopsisJob>;
  /** Answers when the job has ended. */
  cancel(projectId: string): Promise<void>;
  /** SYNOPSIS_NOT_FOUND, SYNOPSIS_SETTLED, SYNOPSIS_CHANGED, and the errors of updating a chapter. */
  accept(input: Parsed<'synopses:accept'>): Promise<Output<'synopses:accept'>>;
  /** SYNOPSIS_NOT_FOUND, SYNOPSIS_SETTLED, SYNOPSIS_CHANGED, and the errors of updating a chapter. */
  takeBack(input: Parsed<'synopses:takeBack'>): Promise<Output<'synopses:takeBack'>>;
  /** SYNOPSIS_NOT_FOUND, SYNOPSIS_SETTLED. */
  reject(input: Parsed<'synopses:reject'>): Promise<Output<'synopses:reject'>>;
  /** What waits for the writer, to a rename. */
  proposals: ProposedSynopses;
  /** Ends what a project has under way, and waits until that is written. */
  closeProject(projectId: string): Promise<void>;
  forgetProject(projectId: string): void;
  /** The same for all. */
  close(): Promise<void>;
};

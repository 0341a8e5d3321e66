/** What others may ask of the room that holds requests against what is expected of them. */
import type { Output } from '#shared/contract/index.ts';
import type { Expectation, ExpectationResult } from '#shared/domain/expectation.ts';

export type ExpectationChecks = {
  /** Each with what was found out last; from now on the book is watched, and looked at after every change. */
  list(projectId: string): (Expectation & { result: ExpectationResult | null })[];
  /** Looks now, at all of them or at those named. EXPECTATION_NOT_FOUND, CANCELLED, the errors of a project that is not open. */
  run(
    projectId: string,
    expectationIds: readonly string[] | undefined,
    signal: AbortSignal,
  ): Promise<Output<'expectations:run'>>;
  /** Ends what is under way for a project. */
  leaveProject(projectId: string): Promise<void>;
  forgetProject(projectId: string): void;
  close(): Promise<void>;
};

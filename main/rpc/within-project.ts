import type { Call } from './dispatch.ts';

/**
 * Makes handlers of calls that name a project ask first whether it is there.
 * @param requireOpen throws for a project that is unknown or closed
 */
export const createWithinProject =
  (requireOpen: (projectId: string) => void) =>
  <I extends { projectId: string }, O>(handle: (input: I, call: Call) => O) =>
  (input: I, call: Call): O => {
    requireOpen(input.projectId);
    return handle(input, call);
  };

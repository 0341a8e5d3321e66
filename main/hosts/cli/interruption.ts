/** Lets a command end in order when it is interrupted, so that it leaves nothing half. */

/** What a shell expects of a program that was interrupted. */
const interruptedExit = 130;

/**
 * Runs a command whose signal aborts at the first interruption; a second one ends the program as the system does.
 * @returns the command's exit code, or that of an interrupted program
 * @throws what the command throws while nobody interrupts it
 */
export const untilInterrupted = async (
  work: (signal: AbortSignal) => Promise<number>,
): Promise<number> => {
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, interrupt);
  try {
    return await work(interruption.signal);
  } catch (error) {
    if (interruption.signal.aborted) return interruptedExit;
    throw error;
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
  }
};

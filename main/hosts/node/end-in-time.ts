/** The end of a process that was told to stop: orderly where it can be, and in time whatever hangs. */

/** From the signal to the end at the latest, ms (F17: 5 s). */
const longestEnd = 4_500;

/**
 * Ends the process the hard way unless it has ended by itself in time. A read that hangs in the system (a pipe, a dead
 * network drive) keeps one of Node's threads, and an ordinary exit would wait for that thread. What was saved is on
 * disk by then, and the database recovers from its log.
 * @param say tells that it came to this, before it does
 * @returns takes it back: everything has ended
 */
export const endInTime = (say: () => void, limit = longestEnd): (() => void) => {
  const timer = setTimeout(() => {
    say();
    process.kill(process.pid, 'SIGKILL');
  }, limit);
  timer.unref();
  return () => clearTimeout(timer);
};

/** What a process does about an error that nobody caught: tell it, save what there is, end. */
import { reportError } from '#main/base/failures/error-report.ts';
import type { Logger } from '#main/platform.ts';
import { endInTime } from './end-in-time.ts';

export type CrashGuard = {
  /** What is to be closed before the end, and the log it has; the last one named. */
  protect(close: () => Promise<void>, logger: Logger): void;
};

export type CrashNeeds = {
  /** Says what happened. */
  say(error: unknown): void;
  /** Ends the process, with exit code 1; everything is closed. */
  end(error: unknown): void;
};

/**
 * Takes up uncaught exceptions and unhandled rejections from now on. What was protected is closed first; that does not
 * hold the end up for more than a few seconds. Errors that follow are told, and change nothing.
 */
export const guardAgainstCrash = ({ say, end }: CrashNeeds): CrashGuard => {
  let close = (): Promise<void> => Promise.resolve();
  let log: Logger | null = null;
  let isEnding = false;
  const report = (error: unknown): void => {
    log?.log('error', 'an error nobody caught ends the program', reportError(error));
    say(error);
  };
  const crash = (error: unknown): void => {
    report(error);
    if (isEnding) return;
    isEnding = true;
    const hasEnded = endInTime(() => undefined);
    void close()
      .catch(report)
      .then(() => {
        hasEnded();
        end(error);
      });
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  return {
    protect(work, logger) {
      close = work;
      log = logger;
    },
  };
};

/** Asks anew where a fence went up before a request left. */
import { appErrorCode } from '#shared/errors.ts';

/**
 * Does all of it again, reading what may be told included, as long as a fence goes up between the reading and the sending
 * (REQUEST_FENCED, N3): nothing had been sent. Throws what else `attempt` throws.
 */
export const repeatWhileFenced = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (appErrorCode(error) !== 'REQUEST_FENCED') throw error;
    }
  }
};

/**
 * The ways of making a prompt shorter. Each takes the live messages and gives removals that are ready: files made,
 * nothing stored. {@link storeRemovals} stores them, in the caller's transaction.
 */
import { evictOldest } from './evict-oldest.ts';
import { evictPlanned } from './evict-planned.ts';
import { expireEphemeral } from './expire-ephemeral.ts';
import { storeRemovals } from './store-removals.ts';
import { truncateLargest } from './truncate-largest.ts';

export const promptReductions = {
  /** Before every model call. */
  expireEphemeral,
  /** Near the end of the window, with a summary or without. */
  evictPlanned,
  /** When the provider refuses a prompt for its length. */
  evictOldest,
  /** When a single result does not fit the window. */
  truncateLargest,
  storeRemovals,
};

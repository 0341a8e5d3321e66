/** Finds up to where a model has answered a conversation. */
import type { StoredMessage } from '../store/message-store.ts';

/**
 * The sequence up to which every output was in a prompt that a model answered (S2-08); 0 before the first answer. One
 * that broke off is none: its turn is gone on with on the same outputs.
 */
export const lastSeenSequence = (
  rows: readonly Pick<StoredMessage, 'sequence' | 'metadata'>[],
): number =>
  rows.findLast(
    ({ metadata: { kind, error } }) =>
      error === undefined && (kind === 'step' || kind === 'finish'),
  )?.sequence ?? 0;

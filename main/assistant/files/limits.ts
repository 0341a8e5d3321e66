/** Everything that bounds context files. */

const kibi = 1024;
const mebi = 1024 * kibi;
const gibi = 1024 * mebi;
const hour = 3_600_000;

/** Everything that bounds the store; sizes in bytes, times in ms. Tests pass smaller ones. */
export type ContextFileLimits = {
  conversationBytes: number;
  totalBytes: number;
  /** Lazy files kept on disk (S0-15). */
  cacheBytes: number;
  cacheLifetime: number;
  /** Files at least this big are packed once nobody has used them for `packAfter`. */
  packFrom: number;
  packAfter: number;
  grepTimeoutMs: number;
  /** One line in a grep answer; a longer one is shown around its match. */
  lineBytes: number;
  /** All lines of a grep answer, or of a tail. */
  answerBytes: number;
  archiveEntries: number;
  /** Unpacked to packed, above which an archive of more than `bombFloor` is refused. */
  archiveRatio: number;
  bombFloor: number;
  /** Outputs that could not be written, kept in memory for a retry (S1-15). */
  unsavedBytes: number;
  lockTimeoutMs: number;
};

export const defaultLimits: ContextFileLimits = {
  conversationBytes: gibi,
  totalBytes: 4 * gibi,
  cacheBytes: 256 * mebi,
  cacheLifetime: 7 * 24 * hour,
  packFrom: mebi,
  packAfter: hour,
  grepTimeoutMs: 5_000,
  lineBytes: 2_000,
  answerBytes: 256 * kibi,
  archiveEntries: 20_000,
  archiveRatio: 200,
  bombFloor: 16 * mebi,
  unsavedBytes: 64 * mebi,
  lockTimeoutMs: 10_000,
};

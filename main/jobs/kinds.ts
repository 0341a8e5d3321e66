/** What is done with each kind of long work beside carrying it out. */
import type { JobKind } from '#shared/domain/job.ts';

type KindRules = {
  /**
   * Written down, so that the next start can say that it broke off; `paused`: only once the writer paused it, for it goes on
   * by itself otherwise. Others leave nothing to be said, or go on by themselves.
   */
  isNoted: boolean | 'paused';
  staysWhenDone: boolean;
  /** In a book, its end is told by the next start too: it can still be taken back. */
  isNotedWhenDone?: boolean;
  /** It goes on where it was, and so stays in the list for as long as it has not ended well. */
  canResume: boolean;
};

const lasting: KindRules = { isNoted: true, staysWhenDone: true, canResume: false };
const passing: KindRules = { isNoted: false, staysWhenDone: false, canResume: false };

export const kindRules: Readonly<Record<JobKind, KindRules>> = {
  importPreview: passing,
  import: { ...lasting, isNotedWhenDone: true },
  backup: lasting,
  // One that breaks off is made again by itself.
  autoBackup: { ...lasting, isNoted: false },
  verify: lasting,
  restore: lasting,
  bundleExport: lasting,
  bundleImport: lasting,
  export: lasting,
  reports: lasting,
  replace: lasting,
  undoReplace: lasting,
  index: { ...passing, canResume: true },
  sentenceModel: { ...passing, canResume: true, isNoted: 'paused' },
  modelDownload: lasting,
  check: passing,
  contradictions: lasting,
  contradictionsAsked: { ...lasting, canResume: true },
  synopses: { ...lasting, canResume: true },
  expectations: passing,
  compaction: passing,
  gitPull: lasting,
  gitPush: lasting,
};

import { z } from 'zod';
import { Count, Identifier, Timestamp } from './identifiers.ts';

/** What a look at a book's folder did: records taken in, files written, both sides joined, fields in conflict, records withheld. */
export const SyncCounts = z.object({
  read: Count,
  written: Count,
  merged: Count,
  conflicts: Count,
  withheld: Count,
});
export type SyncCounts = z.infer<typeof SyncCounts>;

/** A field of a record as it was here, as it came from outside, and as it is now. */
export const OutsideField = z.object({
  field: z.string(),
  before: z.string(),
  after: z.string(),
});

export const OutsideKind = z.enum([
  'changed',
  'merged',
  'deleted',
  'restored',
  'fenceKept',
  'sameName',
  'copy',
  'copyMerged',
  'renamed',
]);
export type OutsideKind = z.infer<typeof OutsideKind>;

/** So many changes are listed at once; how many wait in all is told. */
export const maxListedOutside = 200;

/** A record that came changed from outside and that the writer has not looked at. */
export const OutsideChangeInfo = z.object({
  changeId: Count,
  kind: z.enum([
    'codex',
    'constraints',
    'habits',
    'chapters',
    'expectations',
    'threads',
    'notes',
    'scenes',
    'dismissed',
    'book',
  ]),
  recordId: Identifier,
  /**
   * `fenceKept`: a file was edited by hand, and a fence in it would be looser: the stricter one holds until someone says so.
   * `sameName`: an entry came that bears the name of one that is here: two until someone joins them.
   * `copy`: a conflict copy of a chapter's text, which could not be merged without doubt and waits beside it; `copyMerged`:
   * one that was merged into its chapter. `renamed`: a chapter was renamed on two machines, and has one of the names on both.
   */
  change: OutsideKind,
  title: z.string(),
  fields: z.array(OutsideField),
  noticedAt: Timestamp,
  /** Only a choice ends it: something of one side stands in no record, or a fence or an entry waits. */
  needsChoice: z.boolean(),
});
export type OutsideChangeInfo = z.infer<typeof OutsideChangeInfo>;

/** Folders at the top of a book that may hold its records; a folder of chapters that bears such a name keeps it. */
export const recordFolderNames: readonly string[] = [
  'codex',
  'constraints',
  'habits',
  'fabula-codex',
  'fabula-constraints',
  'fabula-habits',
];

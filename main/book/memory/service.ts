/** What others may ask of what was learned. */
import type { Parsed } from '#shared/contract/index.ts';
import type { HabitFields, RecordSource } from '../record-source.ts';
import type { Episode, MemoryRule, WorkingNote } from '#shared/domain/memory.ts';

export type MemoryService = {
  /** For the records of the book's folder. */
  records: RecordSource<HabitFields>;
  /** Most confident first, then oldest; unconfirmed ones are in it. */
  listRules(projectId: string): MemoryRule[];
  /** Ids of rows that are damaged and therefore in no list. */
  malformed(projectId: string): { rules: readonly string[]; episodes: readonly string[] };
  createRule(input: Parsed<'memory:rules:create'>): MemoryRule;
  confirmRule(input: Parsed<'memory:rules:confirm'>): MemoryRule;
  updateRule(input: Parsed<'memory:rules:update'>): MemoryRule;
  removeRule(projectId: string, ruleId: string): void;
  restoreRule(projectId: string, ruleId: string): MemoryRule;
  /** Newest first. */
  listEpisodes(projectId: string, limit: number): Episode[];
  /** How many there are. */
  countEpisodes(projectId: string): number;
  createEpisode(input: Parsed<'memory:episodes:create'>): Episode;
  /** MEMORY_EPISODE_NOT_FOUND, of {@link restoreEpisode} too. */
  removeEpisode(projectId: string, episodeId: string): void;
  /** Brings a deleted one back as it was, with its time. */
  restoreEpisode(projectId: string, episodeId: string): Episode;
  /** Oldest first; at most the last 20 of this sitting. */
  listWorkingNotes(projectId: string): WorkingNote[];
  /** A note of the same document with the same text is not added twice in a row. */
  addWorkingNote(projectId: string, documentId: string | null, text: string): void;
  forgetProject(projectId: string): void;
  /** Drops the sitting's notes when a project is closed. */
  endSitting(projectId: string): void;
};

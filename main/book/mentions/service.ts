/** What others may ask of the mentions of codex entries. */
import type { Output, Parsed } from '#shared/contract/index.ts';

export type MentionsService = {
  /** PROJECT_CLOSED. */
  list(projectId: string): Promise<Output<'knowledge:mentions:list'>>;
  /** ENTITY_NOT_FOUND, PROJECT_CLOSED. */
  read(input: Parsed<'knowledge:mentions:read'>): Promise<Output<'knowledge:mentions:read'>>;
};

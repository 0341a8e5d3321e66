/** What others may ask of the portraits of codex entries. */
import type { Output, Parsed } from '#shared/contract/index.ts';

export type PortraitsService = {
  /** Of entries that are there; nothing for a file that is no picture of a portrait's size. PORTRAIT_UNREADABLE. */
  list(projectId: string): Promise<Output<'knowledge:portraits:list'>>;
  /** Null where there is none. PORTRAIT_INVALID, PORTRAIT_UNREADABLE. */
  read(projectId: string, entityId: string): Promise<Output<'knowledge:portraits:read'>>;
  /** ENTITY_NOT_FOUND, PORTRAIT_INVALID, PROJECT_LOCKED, and what keeps a file from being written. */
  set(input: Parsed<'knowledge:portraits:set'>): Promise<void>;
  /**
   * `gone` is to become `kept`, and so is its portrait where the other has none. Of two the kept one's stays, and the
   * other goes into the book's bin (`.fabula/trash`). PROJECT_LOCKED, and what keeps a file from being written.
   */
  join(projectId: string, entries: { kept: string; gone: string }): Promise<void>;
};

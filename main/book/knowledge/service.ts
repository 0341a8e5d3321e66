/** What others may ask of the codex. */
import type { Parsed } from '#shared/contract/index.ts';
import type { CodexFields, RecordSource } from '../record-source.ts';
import type { KnownEntry } from '#shared/domain/known-entry.ts';
import type { EntityChange, WrittenEntity } from '#shared/domain/entity-change.ts';
import type { Entity, Relation } from '#shared/domain/knowledge.ts';

export type NameMatch = {
  entityId: string;
  /** The name or alias as the entity has it. */
  name: string;
  /** UTF-16 code units into the text that was searched. */
  start: number;
  end: number;
};

/** Somebody or something with names. */
export type NamedEntity = {
  entityId: string;
  /** As the writer spells them; the first is the entity's name, the others its aliases. */
  names: readonly string[];
};

/** One matcher for triggers, search, relevance and fences (N8): compiled from a project's names, linear in the text. */
export type NameMatcher = {
  /** Leftmost-longest, no overlaps, in text order. */
  find(text: string): NameMatch[];
};

export type KnowledgeService = {
  /** For the records of the book's folder. */
  records: RecordSource<CodexFields>;
  listEntities(projectId: string): Entity[];
  /** The aliases that an entry of this name keeps of these: none that is the name, or another of them. */
  distinctAliases(name: string, aliases: readonly string[]): string[];
  /** Ids of rows that are damaged and therefore in no list. */
  malformed(projectId: string): { entities: readonly string[]; relations: readonly string[] };
  /** Ids of deleted entities that had a fence. */
  listDeletedFenced(projectId: string): string[];
  createEntity(input: Parsed<'knowledge:entities:create'>): WrittenEntity;
  updateEntity(input: Parsed<'knowledge:entities:update'>): WrittenEntity;
  removeEntity(projectId: string, entityId: string): void;
  restoreEntity(projectId: string, entityId: string): Entity;
  /**
   * Takes back all of what writes changed, or nothing; `portrayed`: ids of entries that have a portrait. FIELD_CHANGED,
   * ENTITY_INVALID, ENTITY_NOT_FOUND. Answers with what it changed.
   */
  takeBackEntities(
    projectId: string,
    changes: readonly EntityChange[],
    portrayed: ReadonlySet<string>,
  ): EntityChange[];
  listRelations(projectId: string): Relation[];
  /** Fenced relations, those among them that were deleted or stand with a deleted entity. */
  countFencedRelations(projectId: string): number;
  /** One that says the same already is answered, and nothing made. */
  createRelation(input: Parsed<'knowledge:relations:create'>): Relation;
  /** RELATION_NOT_FOUND, also for a version that is no longer the relation's. */
  rewordRelation(input: {
    projectId: string;
    relationId: string;
    expectedVersion: number;
    predicate: string;
  }): void;
  removeRelation(projectId: string, relationId: string): void;
  /** RELATION_NOT_FOUND. One of a deleted entity is seen again with that; where the same was made meanwhile, it is that. */
  restoreRelation(projectId: string, relationId: string): Relation;
  /** As it is true in a chapter. ENTITY_NOT_FOUND, DOCUMENT_NOT_FOUND. */
  knownIn(projectId: string, entityId: string, documentId: string): KnownEntry;
  /** Cached until an entity of the project changes. */
  matcher(projectId: string): NameMatcher;
  /** The project's names together with others, not cached: what lies within a longer name is that name's. */
  matcherWith(projectId: string, others: readonly NamedEntity[]): NameMatcher;
  /** Whether a dictionary of common Chinese words has it; spellings of a character are one. */
  isOrdinaryWord(word: string): boolean;
  /** Equal for two spellings of one name. */
  foldedName(name: string): string;
  /** Characters that a reader takes for the same as this one: other widths, cases, traditional and simplified forms. */
  spellingsOf(character: string): readonly string[];
  /** The chapters that facts name changed in the database. */
  reread(projectId: string): void;
  forgetProject(projectId: string): void;
};

import type { Constraint } from '#shared/domain/constraint.ts';
import type { BookSettings } from '#shared/domain/book-settings.ts';
import type { LookUp } from '#shared/domain/look-up.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { Entity, Relation } from '#shared/domain/knowledge.ts';
import type { Episode, MemoryRule, WorkingNote } from '#shared/domain/memory.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { SearchHit } from '#shared/domain/retrieval.ts';
import type { NameMatch } from '#main/book/knowledge/service.ts';
import type { NearThread } from '#main/book/threads/service.ts';
import type { RelatedPassages } from '#main/context/retrieval/service.ts';
import type { Passage } from './passage.ts';
import type { Preparation } from './preparation.ts';
import type { Skill } from './skill.ts';

/** A chapter before the one being written; its fence is looked up when it is ranked. */
export type EarlierChapter = {
  documentId: string;
  version: string;
  /** Null where its file could not be read. */
  text: string | null;
};

/** Everything one assembly is decided from. What is not in here cannot influence a prompt. */
export type AssemblyInput = {
  projectId: string;
  language: Language;
  /** The chapter that is being written, and where in it. */
  document: DocumentInfo;
  documentVersion: string;
  /** The chapter's whole text, and what of it stands before and after the cursor or the passage. */
  text: string;
  before: string;
  after: string;
  /** All chapters in binder order. */
  chapters: readonly DocumentInfo[];
  /** The chapter before this one, when there is one and its file can be read. */
  previous: { document: DocumentInfo; version: string; text: string } | null;
  /** The chapters before this one, in order, where the book goes whole (E2); otherwise none. */
  earlier: readonly EarlierChapter[];
  /** Whether the story so far goes along: synopses of the chapters before this one (E3). */
  storySoFar: boolean;
  /** Whose eyes the chapter is seen through: the chapter's own choice, else the project's. */
  pointOfViewEntityId: string | null;
  /** What holds for the whole book. */
  book: BookSettings;
  constraints: readonly Constraint[];
  entities: readonly Entity[];
  relations: readonly Relation[];
  /** Names met near the cursor and in the writer's instruction. */
  mentions: readonly NameMatch[];
  /** Finds the project's names in a text; results may be cached. */
  findNames(text: string): readonly NameMatch[];
  /** The codex's names as they are: one object until they change, by which what was found may be remembered; null where
   * the codex cannot be read, and nobody knows what its fences hide. */
  names: object | null;
  /** What serves other requests too. */
  prepare: Preparation;
  /** The text the mentions were looked for in. */
  focus: string;
  rules: readonly MemoryRule[];
  episodes: readonly Episode[];
  /** Open threads that are due near this chapter (N13). */
  threads: readonly NearThread[];
  notes: readonly WorkingNote[];
  hits: readonly SearchHit[];
  /** Passages that may not go and rank as high as one that does, by chapter: counted, and a few of them among `hits`. */
  withheld: RelatedPassages['withheld'];
  /** What passages were looked up for, and those that were found, by their ids with the question (E6). */
  lookUp: LookUp | null;
  lookedUp: ReadonlyMap<string, string>;
  skill: Skill;
  /** What the skill is to work on; it stands neither in `before` nor in `after`. */
  passage: Passage | null;
  additionalInput: string;
  allowLaterChapters: boolean;
  mute: ReadonlySet<string>;
  admit: ReadonlySet<string>;
  /** Entities of the last request of this project and model: kept while they may be (stable prefix). */
  stickyEntityIds: ReadonlySet<string>;
  /** Item of the first chapter that went whole in it, for the same reason. */
  stickyChapterStart: string | null;
};

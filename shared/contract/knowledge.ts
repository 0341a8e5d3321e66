/** The calls about the codex. */
import { z } from 'zod';
import { EntityChange, WrittenEntity } from '../domain/entity-change.ts';
import { FenceInput } from '../domain/fence.ts';
import { ChapterNumber, Count, Identifier, Nothing, ProjectScope } from '../domain/identifiers.ts';
import { KnownEntry } from '../domain/known-entry.ts';
import {
  ChangedDetails,
  Entity,
  EntityFacts,
  EntityKind,
  EntityName,
  maxPortraitBytes,
  NewEntityFacts,
  Predicate,
  Relation,
} from '../domain/knowledge.ts';
import { ReportPlace } from '../domain/report.ts';
import { defineChannel } from './define.ts';

const EntityScope = ProjectScope.extend({ entityId: Identifier });
const EntityChanges = z.array(EntityChange).max(1000);
const RelationScope = ProjectScope.extend({ relationId: Identifier });
/** In which chapters a fact holds, and for whom. */
const Holding = z.object({
  validFromChapter: ChapterNumber.nullable().optional(),
  validToChapter: ChapterNumber.nullable().optional(),
  fence: FenceInput.nullable().optional(),
});

/** UTF-16 code units of a text in which names are looked for: more than any chapter has. */
const maxSearchedText = 4_000_000;

const NamedPlace = z.object({ entityId: Identifier, name: z.string(), start: Count, end: Count });

const NewName = z.object({
  name: z.string(),
  /** A guess, for the writer to change. */
  kind: EntityKind,
  count: Count,
  /** That name it, in the order of the book. */
  chapters: z.array(Identifier),
  /** Two at most. */
  quotes: z.array(ReportPlace),
});
/** Not an entry's name yet: what was found in the text, or was once. */
const NameOfText = ProjectScope.extend({ name: EntityName });

/** Where an entry is named in a chapter: how often, by which names, and where first. */
const ChapterMentions = z.object({
  documentId: Identifier,
  chapter: ChapterNumber,
  count: Count,
  /** As the entry has them. */
  names: z.array(z.object({ name: z.string(), count: Count })),
  /** UTF-16 code units of the chapter's text as it was counted. */
  start: Count,
  end: Count,
});

export const knowledgeContract = {
  'knowledge:entities:list': defineChannel(ProjectScope, z.object({ items: z.array(Entity) })),
  'knowledge:entities:create': defineChannel(
    ProjectScope.extend({ ...NewEntityFacts.shape, ...Holding.shape }),
    WrittenEntity,
  ),
  'knowledge:entities:update': defineChannel(
    EntityScope.extend({
      expectedVersion: Count,
      ...EntityFacts.partial().shape,
      details: ChangedDetails.optional(),
      ...Holding.shape,
    }),
    WrittenEntity,
  ),
  /** Takes the entity's relations with it; `knowledge:entities:restore` brings all back. */
  'knowledge:entities:delete': defineChannel(EntityScope, Nothing),
  'knowledge:entities:restore': defineChannel(EntityScope, Entity),
  /**
   * Takes all of these changes back or none; what is as before already is left. FIELD_CHANGED with the fields that say something
   * else since, or `relations` or `portrait` where an entry that there was not has one by now; ENTITY_INVALID for a name that
   * another has by now. Answers with what it changed, by which it can be taken back in turn.
   */
  'knowledge:entities:takeBack': defineChannel(
    ProjectScope.extend({ changes: EntityChanges }),
    z.object({ changes: EntityChanges }),
  ),
  'knowledge:relations:list': defineChannel(ProjectScope, z.object({ items: z.array(Relation) })),
  'knowledge:relations:create': defineChannel(
    ProjectScope.extend({
      subjectId: Identifier,
      predicate: Predicate,
      objectId: Identifier,
      ...Holding.shape,
    }),
    Relation,
  ),
  'knowledge:relations:delete': defineChannel(RelationScope, Nothing),
  /** RELATION_NOT_FOUND. One of a deleted entity is in the list again with that. */
  'knowledge:relations:restore': defineChannel(RelationScope, Relation),
  /**
   * The names of entries in a text, in its order, found as requests find them; `entityId`: of this entry alone. A name that
   * several bear is told for each of them.
   */
  'knowledge:names:find': defineChannel(
    ProjectScope.extend({
      text: z.string().max(maxSearchedText),
      entityId: Identifier.optional(),
    }),
    z.object({ items: z.array(NamedPlace) }),
  ),
  /** An entry as it is true in a chapter. ENTITY_NOT_FOUND, DOCUMENT_NOT_FOUND. */
  'knowledge:card': defineChannel(EntityScope.extend({ documentId: Identifier }), KnownEntry),
  /** Entries that have a portrait; `version` is another one for another picture. PORTRAIT_UNREADABLE. */
  'knowledge:portraits:list': defineChannel(
    ProjectScope,
    z.object({ items: z.array(z.object({ entityId: Identifier, version: z.string() })) }),
  ),
  /** The bytes of a JPEG; null where there is none. PORTRAIT_INVALID for a file that is no such picture, PORTRAIT_UNREADABLE for one that may not be looked at. */
  'knowledge:portraits:read': defineChannel(
    EntityScope,
    z.object({ image: z.base64().nullable() }),
  ),
  /**
   * Keeps a JPEG of at most 1024 × 1024 points, without what it notes beside the picture, as a file in the book's folder; null
   * takes it away. ENTITY_NOT_FOUND, PORTRAIT_INVALID, PROJECT_LOCKED, DISK_FULL, DISK_READ_ONLY, FILE_NOT_PERMITTED,
   * FILE_WRITE_FAILED.
   */
  'knowledge:portraits:set': defineChannel(
    EntityScope.extend({
      image: z
        .base64()
        .max(Math.ceil(maxPortraitBytes / 3) * 4)
        .nullable(),
    }),
    Nothing,
  ),
  /**
   * How often each entry that is named in the book is named, and in how many chapters; fenced chapters count too. Counted
   * by the names that requests go by. `unread`: chapters that cannot be read now.
   */
  'knowledge:mentions:list': defineChannel(
    ProjectScope,
    z.object({
      items: z.array(z.object({ entityId: Identifier, count: Count, chapters: Count })),
      unread: z.array(Identifier),
    }),
  ),
  /**
   * Where one entry is named, in the order of the book. `beside`: in how many of these chapters others are named too.
   * ENTITY_NOT_FOUND.
   */
  'knowledge:mentions:read': defineChannel(
    EntityScope,
    z.object({
      chapters: z.array(ChapterMentions),
      beside: z.array(z.object({ entityId: Identifier, chapters: Count })),
      unread: z.array(Identifier),
    }),
  ),
  /**
   * Names that recur in the text and that no entry has as its name or alias, most frequent first, found by rules without a model;
   * fenced chapters are read too, and no request holds any of it. `total`: also those beyond the hundred that are listed.
   * `dismissed`: names the writer wants to hear no more of. PROJECT_CLOSED.
   */
  'knowledge:newNames:list': defineChannel(
    ProjectScope,
    z.object({
      items: z.array(NewName),
      total: Count,
      dismissed: z.array(z.string()),
      unread: z.array(Identifier),
    }),
  ),
  'knowledge:newNames:dismiss': defineChannel(NameOfText, Nothing),
  'knowledge:newNames:restore': defineChannel(NameOfText, Nothing),
};

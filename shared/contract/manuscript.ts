/** The calls about finding and replacing in the whole book. */
import { z } from 'zod';
import { WordGoal } from '../domain/days.ts';
import { Count, Identifier, ProjectScope } from '../domain/identifiers.ts';
import { EntityName } from '../domain/knowledge.ts';
import {
  LeftAlone,
  ManuscriptPlace,
  NameForm,
  PlaceToReplace,
  RecordChange,
  RecordKind,
  RenamePlace,
  UnfitWords,
  maxQuery,
  maxReplacement,
} from '../domain/manuscript.ts';
import { ChapterStatus, DocumentInfo } from '../domain/project.ts';
import { ChapterScenes } from '../domain/scene.ts';
import { SceneAddress, SceneFacts, ScenePlaces, SceneSynopsis } from '../domain/scene-facts.ts';
import { defineChannel } from './define.ts';

/** More places than this are counted, not listed. */
export const maxPlaces = 20_000;
/** As many as a book may have of all kinds together. */
const maxRecords = 60_000;

/** The whole book as one text (W2). */
export const manuscriptContract = {
  /**
   * Every place of a text, in binder order. Full width and half width, simplified and traditional characters are
   * different unless `foldForms`. Words go on over marks of emphasis, as on the page: what takes the place of such a one stands
   * between its `keptMarks`. A `regex` (RE2) is looked for within paragraphs; SEARCH_PATTERN_INVALID.
   */
  'manuscript:search': defineChannel(
    ProjectScope.extend({
      query: z.string().min(1).max(maxQuery),
      wholeWord: z.boolean().optional(),
      matchCase: z.boolean().optional(),
      foldForms: z.boolean().optional(),
      regex: z.boolean().optional(),
      limit: Count.max(maxPlaces).optional(),
    }),
    z.object({
      items: z.array(ManuscriptPlace),
      total: Count,
      /** How many places each chapter has, listed or not. */
      chapters: z.array(z.object({ documentId: Identifier, count: Count })),
      leftAlone: z.array(LeftAlone),
    }),
  ),
  /**
   * Replaces these places and no others; every changed chapter becomes a snapshot first. A place whose text is not
   * `expected` stops the whole before anything is written: REPLACE_PLACE_CHANGED names it. What stops it later
   * (REPLACE_STOPPED) tells what was replaced till then and the `undoId` for it.
   */
  'manuscript:replace': defineChannel(
    ProjectScope.extend({
      replacement: z.string().max(maxReplacement),
      places: z.array(PlaceToReplace).max(maxPlaces),
      records: z.array(RecordChange).max(maxRecords).optional(),
    }),
    z.object({ replaced: Count, undoId: Identifier }),
  ),
  /**
   * Every place, and every field of a record, that still is as the replacement left it reads as before, whatever was written
   * around it since; a chapter in which nothing was has its bytes back. What was reworded since is counted in `changed`.
   * REPLACEMENT_NOT_FOUND.
   */
  'manuscript:undo': defineChannel(
    ProjectScope.extend({ undoId: Identifier }),
    z.object({
      documents: z.array(DocumentInfo),
      changed: z.array(
        z.object({
          kind: z.enum(['chapter', ...RecordKind.options]),
          id: Identifier,
          title: z.string(),
          /** Places of a chapter, fields of a record. */
          count: Count,
        }),
      ),
    }),
  ),
  /** The last replacement or renaming that was not taken back, of whichever window and sitting; null where there is none (W2). */
  'manuscript:latest': defineChannel(ProjectScope, z.object({ undoId: Identifier.nullable() })),
  /**
   * Ends what is under way between two chapters: a replacement is taken back and answers CANCELLED, an undo answers it too
   * and can be asked for again.
   */
  'manuscript:cancel': defineChannel(ProjectScope, z.object({})),
  /** Chapters that have two scenes or more, in binder order; chapters that cannot be read now are left out; of one chapter where it is named; `single`: also where it is one scene (W1). */
  'manuscript:scenes': defineChannel(
    ProjectScope.extend({ documentId: Identifier.optional(), single: z.boolean().optional() }),
    z.object({ items: z.array(ChapterScenes) }),
  ),
  /**
   * What is absent stays; nothing of it is ever sent. `sceneId`: what was decided of a scene, `at`: the scene; with both, it is
   * put with that scene, and the answer says in `placesBefore` what it was known by, which as `places` puts it back. Where nothing is left of it, it is gone. SCENE_NOT_FOUND, SCENE_TAKEN where something else was decided
   * of that scene, SCENE_LIMIT; DOCUMENT_NOT_FOUND (W1).
   */
  'manuscript:scenes:update': defineChannel(
    ProjectScope.extend({
      sceneId: Identifier.optional(),
      at: SceneAddress.optional(),
      /** With `sceneId` and without `at`. */
      places: ScenePlaces.optional(),
      status: ChapterStatus.nullable().optional(),
      synopsis: SceneSynopsis.optional(),
      wordGoal: WordGoal.nullable().optional(),
      pointOfViewEntityId: Identifier.nullable().optional(),
    }),
    SceneFacts.extend({ placesBefore: ScenePlaces.optional() }),
  ),
  /** Where an entry's names stand in chapters and records, and what they would become. Changes nothing. */
  'manuscript:rename:preview': defineChannel(
    ProjectScope.extend({
      entityId: Identifier,
      name: EntityName,
      /** What other names become; those that are not here get a proposal. */
      forms: z.array(NameForm).max(600).optional(),
    }),
    z.object({
      forms: z.array(
        NameForm.extend({ kind: z.enum(['name', 'alias', 'part']), count: Count, sure: Count }),
      ),
      items: z.array(RenamePlace),
      total: Count,
      records: z.array(
        z.object({
          change: RecordChange,
          title: z.string(),
          /** Its fields in which something changes, one behind the other: what a part becomes, where it does not stay. */
          parts: z.array(z.object({ text: z.string(), to: z.string().optional() })),
          /** Why a field in which something would change is left as it is. */
          leftOut: UnfitWords.optional(),
          /** Nothing but such fields: it cannot be reworded at all. */
          isUnfit: z.boolean(),
        }),
      ),
      /** What has a name in it and stays: volumes, chapters called by their file's name alone, and labels. */
      namesLeft: z.object({
        volumes: z.array(z.string()),
        chapters: z.array(z.string()),
        labels: z.array(z.string()),
      }),
      leftAlone: z.array(LeftAlone),
    }),
  ),
};

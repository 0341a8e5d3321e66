/** The calls about chapters. */
import { z } from 'zod';
import { WordChange, WordGoal } from '../domain/days.ts';
import { FenceInput } from '../domain/fence.ts';
import { Count, Identifier, ProjectScope } from '../domain/identifiers.ts';
import { MovedPiece } from '../domain/moved-piece.ts';
import { OriginRuns } from '../domain/origins.ts';
import {
  ChapterStatus,
  DeletedChapter,
  DocumentConflict,
  DocumentInfo,
  EncodingChoice,
  Labels,
  SnapshotInfo,
  Synopsis,
  longestTitle,
} from '../domain/project.ts';
import { defineChannel } from './define.ts';

const DocumentScope = ProjectScope.extend({ documentId: Identifier });
const Title = z.string().trim().min(1).max(longestTitle);
/** Of one line of Markdown: no file has a longer one that could be a title. */
const HeadingWords = z.string().regex(/^[^\r\n]*$/);
/** A folder inside the project, with forward slashes; '' is its top. */
const Volume = z.string().max(1000);
const SnapshotName = z.string().trim().min(1).max(80);
/** UTF-16 code units of a text. */
const Stretch = z.object({ start: Count, end: Count });
/** What of the chapters' texts went where, as they were before and are then. */
const MovedPieces = z.array(MovedPiece);
const DocumentList = z.object({ documents: z.array(DocumentInfo) });
/** Text uses `\n`; the file keeps its own line ends and encoding. Version: opaque, changes with the text. */
const DocumentText = z.object({ text: z.string(), version: z.string() });
const TextWithOrigins = DocumentText.extend({ origins: OriginRuns });
/**
 * Which open page a text comes from. Where a text must be kept aside, a later one of the same page takes the place of
 * its earlier one; texts of other pages, and those without the field, are all kept.
 */
const DraftId = Identifier.optional();
/** Longest stretch a draft tells, UTF-16 units; a page that has more to tell saves. */
const longestDraft = 40_000;

export const documentsContract = {
  'documents:list': defineChannel(ProjectScope, DocumentList),
  'documents:read': defineChannel(DocumentScope, TextWithOrigins),
  /**
   * Atomic. A stale `expectedVersion` answers DOCUMENT_CONFLICT with details {version}: both texts are kept
   * and `documents:conflict:read` shows them. Emptying a chapter that had text needs `allowEmpty`.
   */
  'documents:save': defineChannel(
    DocumentScope.extend({
      text: z.string(),
      expectedVersion: z.string(),
      reason: z.enum(['save', 'autosave']).optional(),
      allowEmpty: z.boolean().optional(),
      draftId: DraftId,
      /** As in `documents:draft`; without it drafts of the page that came before are not known to be older. */
      step: Count.optional(),
      /** What a page counted key by key since its last save; without it the two texts are compared (W3). */
      words: WordChange.optional(),
      /**
       * Where each stretch of `text` comes from, as the page saw it come (N14). Without it, or where it is not as long as
       * the text, what is new is unknown.
       */
      origins: OriginRuns.optional(),
    }),
    z.object({
      version: z.string(),
      charCount: Count,
      wordCount: Count,
      savedAt: Count,
      /**
       * True when the file also held an outside edit of other paragraphs: the file and `version` now have both,
       * and the caller must go on from `text`.
       */
      merged: z.boolean(),
      /** What the file holds now; present when it was merged. */
      text: z.string().optional(),
      /** Of `text`. */
      origins: OriginRuns.optional(),
    }),
  ),
  /**
   * What a page has typed since its last save: kept in memory alone, and saved as `documents:save` would when no save of
   * the page follows for some seconds, when the chapter is read, or when its book is closed (W10). `change` makes the page's
   * text of that of `expectedVersion`. `step` grows with each draft and save of a page: what comes late or twice changes
   * nothing. `kept` is false where that text is not known any more; the page saves at once.
   */
  'documents:draft': defineChannel(
    DocumentScope.extend({
      draftId: Identifier,
      step: Count,
      expectedVersion: z.string(),
      change: z.object({ from: Count, to: Count, insert: z.string().max(longestDraft) }),
      /** Since the last save, as there. */
      words: WordChange.optional(),
      /** Of what `change` puts in. */
      origins: OriginRuns.optional(),
    }),
    z.object({ kept: z.boolean() }),
  ),
  'documents:create': defineChannel(
    ProjectScope.extend({
      title: Title,
      /** Nobody chose the title: where a file has its name it gets the next number, instead of DOCUMENT_NAME_TAKEN. */
      isUntitled: z.literal(true).optional(),
      afterDocumentId: Identifier.optional(),
      text: z.string().optional(),
      /** What of `text` a page counted and no save has told yet (W3). */
      words: WordChange.optional(),
    }),
    z.object({ documentId: Identifier, documents: z.array(DocumentInfo) }),
  ),
  /**
   * `heading`: the words of the heading with their marks, as a rename that is taken back had them in `headingBefore`;
   * INVALID_INPUT where they do not read as the title. Null: the chapter has no heading, and its file has the title.
   */
  'documents:rename': defineChannel(
    DocumentScope.extend({ title: Title, heading: HeadingWords.optional() }),
    DocumentList.extend({ headingBefore: z.string().nullable() }),
  ),
  /** Moves a chapter to a place in the binder, from 0; with `volume` its file goes into that folder, too (W1). */
  'documents:move': defineChannel(
    DocumentScope.extend({ toIndex: Count, volume: Volume.optional() }),
    DocumentList,
  ),
  /**
   * Puts chapters into a volume, which need not be there yet; their order stays. `isRename`: they are all of a volume that is called so
   * from now on, and its deleted chapters are of it too (W1).
   */
  'documents:toVolume': defineChannel(
    ProjectScope.extend({
      documentIds: z.array(Identifier).min(1).max(20_000),
      volume: Volume,
      isRename: z.boolean().optional(),
    }),
    DocumentList,
  ),
  /** Takes the file out of the folder; it is kept and `documents:restore` brings it back. */
  'documents:delete': defineChannel(DocumentScope, DocumentList),
  /** What `documents:restore` can bring back, last deleted first. */
  'documents:deleted': defineChannel(ProjectScope, z.object({ items: z.array(DeletedChapter) })),
  'documents:restore': defineChannel(DocumentScope, DocumentList),
  /**
   * The text from `at` on becomes a chapter of its own behind the old one; the two texts one after the other are the old
   * one. `title` names the file; a heading in the text goes before it. DOCUMENT_CONFLICT for a stale version (W1).
   */
  'documents:split': defineChannel(
    DocumentScope.extend({
      at: Count,
      title: Title.optional(),
      expectedVersion: z.string(),
    }),
    DocumentList.extend({ documentId: Identifier, undoId: Identifier }),
  ),
  /**
   * Neighbours, in order, become the first of them; the others go to the trash. Where one would run into the next within
   * a line, an empty line comes between. Front matter of the others is no text of the whole: `frontMatterLeftOut` names their
   * chapters. `expectedVersions`: of each, where the caller has read them (W1).
   */
  'documents:merge': defineChannel(
    ProjectScope.extend({
      documentIds: z.array(Identifier).min(2).max(1_000),
      expectedVersions: z.array(z.string()).optional(),
    }),
    DocumentList.extend({
      undoId: Identifier,
      pieces: MovedPieces,
      frontMatterLeftOut: z.array(Identifier),
    }),
  ),
  /**
   * A scene, counted from 0 as `manuscript:scenes` lists them, goes before the `toScene`-th of those that `toDocumentId` has
   * without it, or behind the last where none is named. DOCUMENT_CONFLICT for a stale version, INVALID_INPUT where there is no such scene or no
   * other place. A chapter that gets a scene of a fenced one is closed as that one is: `fenced` says whether it was open (W1).
   */
  'documents:moveScene': defineChannel(
    DocumentScope.extend({
      scene: Count,
      expectedVersion: z.string(),
      toDocumentId: Identifier,
      toScene: Count.optional(),
      toExpectedVersion: z.string().optional(),
    }),
    DocumentList.extend({ undoId: Identifier, fenced: z.boolean(), pieces: MovedPieces }),
  ),
  /** Takes a split, a merge or the move of a scene back. STEP_NOT_FOUND; STEP_CHANGED, and nothing is done, when a text went on since. */
  'documents:undo': defineChannel(
    ProjectScope.extend({ undoId: Identifier }),
    DocumentList.extend({ pieces: MovedPieces }),
  ),
  /** What is absent stays. `title` as in `documents:rename`, `order` as in `documents:move`. */
  'documents:update': defineChannel(
    DocumentScope.extend({
      title: Title.optional(),
      order: Count.optional(),
      synopsis: Synopsis.optional(),
      /** The synopsis is one of an earlier text, as when an undo gives back one that was (E3). */
      synopsisStale: z.literal(true).optional(),
      status: ChapterStatus.nullable().optional(),
      labels: Labels.optional(),
      wordGoal: WordGoal.nullable().optional(),
      pointOfViewEntityId: Identifier.nullable().optional(),
      fence: FenceInput.nullable().optional(),
    }),
    DocumentInfo,
  ),
  /** `mine` is the text of `draftId` where one is kept, else the last kept of those written here. */
  'documents:conflict:read': defineChannel(
    DocumentScope.extend({ draftId: DraftId }),
    DocumentConflict,
  ),
  /** Ends the conflict; the texts that were not chosen stay among the snapshots. */
  'documents:conflict:resolve': defineChannel(
    DocumentScope.extend({
      text: z.string(),
      theirsVersion: z.string(),
      draftId: DraftId,
      /** As in `documents:save`. */
      origins: OriginRuns.optional(),
    }),
    TextWithOrigins,
  ),
  /** How the chapter's file reads in each encoding that makes sense of it, the likeliest first. */
  /** While the list of fences is damaged or gone: those known here are the true ones, and the list is made anew. */
  'documents:fences:confirm': defineChannel(
    ProjectScope,
    z.object({ documents: z.array(DocumentInfo) }),
  ),
  'documents:encodings:list': defineChannel(
    DocumentScope,
    z.object({ encoding: z.string(), items: z.array(EncodingChoice) }),
  ),
  /** Reads the file in this encoding from now on, and writes it so. Nothing is written yet. */
  'documents:encodings:choose': defineChannel(
    DocumentScope.extend({ encoding: z.string().min(1).max(40) }),
    DocumentText,
  ),
  'documents:snapshots:list': defineChannel(
    DocumentScope,
    z.object({ items: z.array(SnapshotInfo) }),
  ),
  'documents:snapshots:create': defineChannel(
    DocumentScope.extend({ name: SnapshotName.optional() }),
    SnapshotInfo,
  ),
  /** A named version is never thinned out; null takes the name away. */
  'documents:snapshots:name': defineChannel(
    DocumentScope.extend({ snapshotId: Identifier, name: SnapshotName.nullable() }),
    SnapshotInfo,
  ),
  'documents:snapshots:read': defineChannel(
    DocumentScope.extend({ snapshotId: Identifier }),
    SnapshotInfo.extend({ text: z.string() }),
  ),
  /**
   * The present text becomes a snapshot first. With `passage` only its words come back, `into` a stretch of the
   * present text; a chapter that is no longer `expectedVersion` answers DOCUMENT_CONFLICT. With `takesBack`, the version
   * that an earlier restore made, what was written over it since stays (`merged`); where that is in the same paragraphs
   * nothing is written and DOCUMENT_CONFLICT answered. `keptId`: the snapshot that the text before became.
   */
  'documents:snapshots:restore': defineChannel(
    DocumentScope.extend({
      snapshotId: Identifier,
      passage: z.object({ text: z.string(), into: Stretch }).optional(),
      expectedVersion: z.string().optional(),
      takesBack: z.string().optional(),
    }),
    TextWithOrigins.extend({ keptId: Identifier, merged: z.boolean() }),
  ),
  /** Puts the kept file back, byte for byte; the present one is kept the same way first. */
  'documents:snapshots:restoreOriginal': defineChannel(
    DocumentScope.extend({ snapshotId: Identifier }),
    TextWithOrigins,
  ),
};

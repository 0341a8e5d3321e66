/** Taking in a text that was written elsewhere: looked at first, then written, then taken back if it was a mistake (B10). */
import { z } from 'zod';
import { Count, Identifier, Language, ProjectScope } from '../domain/identifiers.ts';
import { DocumentInfo, EncodingChoice, longestBookName, longestTitle } from '../domain/project.ts';
import { defineChannel } from './define.ts';

export const ImportFormat = z.enum(['markdown', 'txt', 'rtf', 'docx', 'epub', 'scrivener']);
export type ImportFormat = z.infer<typeof ImportFormat>;

/** Where chapters begin. `auto` takes what fits the text best; `parts` are those of the file itself (epub, Scrivener), or the files of a folder. */
export const SplitRule = z.enum(['auto', 'parts', 'headings', 'pattern', 'scenes', 'none']);
export type SplitRule = z.infer<typeof SplitRule>;

/** What becomes of tracked changes: taken in with the earlier text among the snapshots, taken in, or taken back. */
export const ChangeChoice = z.enum(['keep', 'accept', 'reject']);
export type ChangeChoice = z.infer<typeof ChangeChoice>;

export const ImportWarning = z.object({
  code: z.enum([
    'ENCODING_GUESSED',
    'ENCODING_UNSURE',
    'BYTES_UNREADABLE',
    'CHANGES_TRACKED',
    'COMMENTS_FOUND',
    'PICTURES_LEFT_OUT',
    'FILES_LEFT_OUT',
    'NOTES_AT_CHAPTER_END',
    'DOCUMENTS_LEFT_OUT',
    'DOCUMENT_NOTES_LEFT_OUT',
    'SYNOPSES_TAKEN',
    'SYNOPSES_LEFT_OUT',
    'LABELS_LEFT_OUT',
    'GOALS_TAKEN',
    'GOALS_LEFT_OUT',
    'CHAPTERS_SHORT',
    'CHAPTERS_DOUBLED',
  ]),
  message: z.string(),
  count: Count.optional(),
});
export type ImportWarning = z.infer<typeof ImportWarning>;

/** One chapter as it would be written. */
export const ImportChapter = z.object({
  title: z.string(),
  charCount: Count,
  /** As binder and status bar will count it. */
  wordCount: Count,
  /** False where the text gives no title and one was made up. */
  titled: z.boolean(),
  /** The volume it stands in, a folder of the book; null for none. */
  group: z.string().nullable(),
  /** How it begins, without the title. */
  excerpt: z.string(),
  changes: Count,
  comments: Count,
  /** So short that it may belong to the chapter before. */
  short: z.boolean(),
  /** Place, from 0, of an earlier chapter with the same text. */
  sameAs: Count.optional(),
});
export type ImportChapter = z.infer<typeof ImportChapter>;

const TrackedChange = z.object({
  chapter: Count,
  kind: z.enum(['inserted', 'deleted']),
  author: z.string(),
  text: z.string(),
});
const FoundComment = z.object({ chapter: Count, author: z.string(), text: z.string() });

const Source = z.object({
  /** Full path of a file, of a Scrivener project, of a folder of texts, or of what `import:upload` took. */
  path: z.string().min(1).max(4096),
  splitAt: SplitRule.optional(),
  /** A regular expression (RE2) that finds the lines chapters begin with; for `splitAt: 'pattern'`. */
  pattern: z.string().min(1).max(300).optional(),
  /** Instead of the one that was guessed. */
  encoding: z.string().min(1).max(40).optional(),
  changes: ChangeChoice.optional(),
  /** Comments become one more chapter at the end. */
  keepComments: z.boolean().optional(),
  /** Names the work: `jobs:changed` tells how far it is, and `jobs:cancel` calls it off. */
  taskId: Identifier.optional(),
});

/** What the writer made of one chapter of the preview, named by its place from 0. */
const ChapterEdit = z.object({
  chapter: Count,
  title: z.string().trim().min(1).max(longestTitle).optional(),
  /** Not taken in. */
  skip: z.boolean().optional(),
  /** Joined to the end of the one before it that is taken in. */
  mergeUp: z.boolean().optional(),
});
export type ChapterEdit = z.infer<typeof ChapterEdit>;

const FolderPath = z.string().min(1).max(4096);
const Into = z.union([
  /** A folder that is not there yet, or empty. */
  z.object({ folder: FolderPath, language: Language }),
  /** A new folder of that name among the writer's documents, or in `parentPath`. */
  z.object({
    name: z.string().trim().min(1).max(longestBookName),
    language: Language,
    parentPath: FolderPath.optional(),
  }),
  /** Behind a chapter of an open book; behind the last one unless told otherwise. */
  z.object({ projectId: Identifier, afterDocumentId: Identifier.optional() }),
]);

const maxUploadPart = 8 * 1024 * 1024;

export const importContract = {
  /** What taking it in would make. Writes nothing. IMPORT_* codes. */
  'import:preview': defineChannel(
    Source,
    z.object({
      format: ImportFormat,
      /** The name the file gives the book, or the file's own. */
      name: z.string(),
      language: Language,
      encoding: z.string().optional(),
      /** How the text begins in each encoding that makes sense of it. */
      encodings: z.array(EncodingChoice).optional(),
      /** The rule that was used; never `auto`. */
      splitAt: SplitRule,
      /** How many chapters each rule makes. */
      splits: z.array(z.object({ splitAt: SplitRule, chapters: Count })),
      chapters: z.array(ImportChapter),
      charCount: Count,
      wordCount: Count,
      changes: z.array(TrackedChange),
      comments: z.array(FoundComment),
      warnings: z.array(ImportWarning),
    }),
  ),
  /**
   * Takes it in: all chapters or none. Nothing that is there is written over. IMPORT_* codes, those of `projects:create`
   * and of `documents:create`.
   */
  'import:commit': defineChannel(
    Source.extend({ edits: z.array(ChapterEdit).max(20_000).optional(), into: Into }),
    z.object({
      projectId: Identifier,
      documents: z.array(DocumentInfo),
      /** The new chapters, for `import:undo`. */
      created: z.array(z.object({ documentId: Identifier, version: z.string() })),
      warnings: z.array(ImportWarning),
    }),
  ),
  /**
   * Puts imported chapters among the deleted ones; one that was changed since stays where it is. Without `created` those of the
   * latest import into this book, which a page that was loaded anew or a program that was started anew knows no more: STEP_NOT_FOUND where
   * nothing was taken in, or it was taken out again.
   */
  'import:undo': defineChannel(
    ProjectScope.extend({
      created: z
        .array(z.object({ documentId: Identifier, version: z.string() }))
        .max(20_000)
        .optional(),
    }),
    z.object({
      removed: Count,
      kept: Count,
      /** The chapters that stayed. */
      keptDocumentIds: z.array(Identifier),
      documents: z.array(DocumentInfo),
    }),
  ),
  /**
   * Takes a file from a page that knows no paths, piece by piece; what it answers is a path for the other calls. It is
   * deleted by `import:discard`, and at the next start. `name` may lead through folders, for a Scrivener project or a folder of texts.
   */
  'import:upload': defineChannel(
    z.object({
      uploadId: Identifier.optional(),
      name: z.string().min(1).max(1000),
      content: z.base64().max(Math.ceil(maxUploadPart / 3) * 4),
    }),
    z.object({ uploadId: Identifier, path: z.string(), bytes: Count }),
  ),
  'import:discard': defineChannel(z.object({ uploadId: Identifier }), z.object({})),
};

/** The calls about exports. */
import { z } from 'zod';
import { ExportChoices, ExportFormat, ExportLayoutChange } from '../domain/export.ts';
import { Count, Identifier, ProjectScope } from '../domain/identifiers.ts';
import { defineChannel } from './define.ts';

/** What is to be made. A choice that is not named is the one remembered with the book. */
const ExportRequest = ProjectScope.extend({
  format: ExportFormat,
  /** In binder order whatever their order here; all chapters when absent. */
  documentIds: z.array(Identifier).min(1).max(100_000).optional(),
  author: ExportChoices.shape.author.optional(),
  contact: ExportChoices.shape.contact.optional(),
  layout: ExportLayoutChange.optional(),
});

const Answer = z.object({ bytes: Count, chapters: Count });

/** Row B10: the book as a file of another kind. Fences do not matter here: the file is the writer's own. */
export const exportContract = {
  /**
   * Writes the book to `path`. The file appears whole or not at all; cancelling leaves nothing. EXPORT_FILE_EXISTS
   * unless `replace`; EXPORT_FOLDER_MISSING, EXPORT_PLACE_INVALID, EXPORT_EMPTY, NOT_AVAILABLE_HERE (pdf without a
   * desktop), DISK_FULL. `exportId` names the work: `jobs:changed` tells how far it is, a step for each chapter and one
   * for the writing of the file, `jobs:cancel` calls it off, and it goes on without who asked for it.
   */
  'documents:export': defineChannel(
    ExportRequest.extend({
      path: z.string().min(1).max(4096),
      replace: z.boolean().optional(),
      exportId: Identifier.optional(),
    }),
    Answer.extend({ path: z.string() }),
  ),
  /** The same for a page that saves the file itself, as browsers do. */
  'documents:export:download': defineChannel(
    ExportRequest.extend({ exportId: Identifier.optional() }),
    Answer.extend({ fileName: z.string(), mediaType: z.string(), base64: z.string() }),
  ),
  /** The whole book as set pages, for the browser's own print view: style and body of a page without scripts. */
  'documents:export:print': defineChannel(
    ExportRequest.omit({ format: true }).extend({ exportId: Identifier.optional() }),
    z.object({ css: z.string(), body: z.string(), chapters: Count }),
  ),
  /** How title page and chapter will look: set pages, or the very text for formats of plain text. */
  'documents:export:preview': defineChannel(
    ExportRequest.extend({ documentId: Identifier }),
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('pages'),
        css: z.string(),
        titlePage: z.string(),
        /** The titles of the volumes that begin with the chapter, on a page of their own; '' for none. */
        volumePage: z.string(),
        chapter: z.string(),
      }),
      z.object({ kind: z.literal('text'), titlePage: z.string(), chapter: z.string() }),
    ]),
  ),
  /** What was chosen last for this book, and the folder exports go to unless told otherwise. */
  'documents:export:choices:get': defineChannel(
    ProjectScope,
    z.object({ choices: ExportChoices, folder: z.string(), fileName: z.string() }),
  ),
  'documents:export:choices:update': defineChannel(
    ProjectScope.extend(ExportChoices.partial().shape),
    ExportChoices,
  ),
  /** Shows what was exported last from this book in the system's file browser. CAPABILITY_MISSING. */
  'documents:export:reveal': defineChannel(ProjectScope, z.object({})),
};

/** The calls about what stands in forms and is not saved (W4, W10). */
import { z } from 'zod';
import { KeptFormDraft, maxDraftsInCall, ToldFormDraft } from '../domain/form-draft.ts';
import { Identifier, Nothing, ProjectScope } from '../domain/identifiers.ts';
import { defineChannel } from './define.ts';

export const formsContract = {
  /**
   * Keeps what stands in forms of a page, all or nothing; what comes late changes nothing.
   * Also of a book that was just closed. FORM_TOO_LARGE, FORM_LIMIT.
   */
  'forms:keep': defineChannel(
    ProjectScope.extend({
      /** The page that has them now. */
      pageId: Identifier,
      drafts: z.array(ToldFormDraft).max(maxDraftsInCall),
    }),
    z.object({
      /** Drafts that are not the page's: they were dropped, or another page took them. Nothing is kept of what was told of them. */
      lost: z.array(Identifier),
    }),
  ),
  /** What is kept of a book's forms, what was told last first. */
  'forms:list': defineChannel(ProjectScope, z.object({ items: z.array(KeptFormDraft) })),
  /** What was saved, or let go by the writer. Dropping what is not there changes nothing. */
  'forms:drop': defineChannel(
    ProjectScope.extend({ draftIds: z.array(Identifier).max(maxDraftsInCall) }),
    Nothing,
  ),
};

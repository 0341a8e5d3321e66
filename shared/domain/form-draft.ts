/** What stands in a form and is not saved: it outlives the page and the program (W4, W10). */
import { z } from 'zod';
import { Count, Identifier, Timestamp } from './identifiers.ts';

/** Of one form, UTF-16 code units. */
export const maxFormFields = 100_000;
/** Of one book. */
export const formDraftLimit = 1_000;
export const maxDraftsInCall = 100;

export const FormDraft = z.object({
  /** Which form it is, of which entry: `note:new`, `entity:<id>`. */
  form: Identifier,
  /** One time that it was opened and filled in. */
  draftId: Identifier,
  /** Rises with each telling of the draft; what comes with a lower one is late. */
  step: Count,
  /** What the form holds, as it alone reads it. */
  fields: z.string(),
});
export type FormDraft = z.infer<typeof FormDraft>;

/** What a page tells of a draft; of one that another page left behind, whose it was. */
export const ToldFormDraft = FormDraft.extend({ takenFrom: Identifier.optional() });
export type ToldFormDraft = z.infer<typeof ToldFormDraft>;

export const KeptFormDraft = FormDraft.extend({ pageId: Identifier, changedAt: Timestamp });
export type KeptFormDraft = z.infer<typeof KeptFormDraft>;

/** What others may ask of what stands in forms. No request, search, record or bundle does. */
import type { Output, Parsed } from '#shared/contract/index.ts';

export type FormDraftsService = {
  /** FORM_TOO_LARGE, FORM_LIMIT; then nothing of it is kept. */
  keep(input: Parsed<'forms:keep'>): Output<'forms:keep'>;
  list(projectId: string): Output<'forms:list'>;
  drop(input: Parsed<'forms:drop'>): void;
  forgetProject(projectId: string): void;
};

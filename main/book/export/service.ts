/** What other rooms and the border may ask of exports (B10). */
import type { Output, Parsed } from '#shared/contract/index.ts';

export type ExportService = {
  /** Writes the book to a path. Errors: see the contract. */
  toFile(
    input: Parsed<'documents:export'>,
    signal: AbortSignal,
  ): Promise<Output<'documents:export'>>;
  /** The same as bytes, for a page that saves them. */
  download(
    input: Parsed<'documents:export:download'>,
    signal: AbortSignal,
  ): Promise<Output<'documents:export:download'>>;
  /** Set pages for a browser's own print view. */
  print(
    input: Parsed<'documents:export:print'>,
    signal: AbortSignal,
  ): Promise<Output<'documents:export:print'>>;
  preview(
    input: Parsed<'documents:export:preview'>,
    signal: AbortSignal,
  ): Promise<Output<'documents:export:preview'>>;
  getChoices(projectId: string): Promise<Output<'documents:export:choices:get'>>;
  updateChoices(
    input: Parsed<'documents:export:choices:update'>,
  ): Output<'documents:export:choices:update'>;
  /** CAPABILITY_MISSING; EXPORT_FOLDER_MISSING when nothing was exported from this book since the start. */
  reveal(projectId: string): void;
  forgetProject(projectId: string): void;
};

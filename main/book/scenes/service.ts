/** What others may ask of the scenes of a book's chapters. */
import type { Input, Output } from '#shared/contract/index.ts';

export type ScenesService = {
  /** PROJECT_CLOSED. */
  list(input: Input<'manuscript:scenes'>): Promise<Output<'manuscript:scenes'>>;
};

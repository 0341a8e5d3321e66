/** What others may ask of the scenes of a book's chapters. */
import type { Output } from '#shared/contract/index.ts';

export type ScenesService = {
  /** PROJECT_CLOSED. */
  list(projectId: string): Promise<Output<'manuscript:scenes'>>;
};

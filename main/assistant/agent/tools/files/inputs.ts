/** Inputs that several file tools share. */
import { z } from 'zod';

const maxPathLength = 1000;

/** Where in the project; the same words in every tool. */
export const FilePath = z
  .string()
  .min(1, 'A path is needed, relative to the project folder.')
  .max(maxPathLength)
  .describe('Relative to the project folder, with forward slashes, as LS and Glob show it.');

export const FolderPath = z
  .string()
  .max(maxPathLength)
  .optional()
  .describe('Folder relative to the project folder; left out, the project folder itself.');

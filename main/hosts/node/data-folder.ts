/** Looks at the data folder before anything else is begun in it. */
import { accessSync, constants, mkdirSync } from 'node:fs';
import { explainOpenFailure } from '#main/db/explain-open-failure.ts';

/**
 * Makes the data folder where it is absent. DATA_FOLDER_UNWRITABLE when that is not possible or nothing can be written
 * there, with the folder's path; DISK_FULL when there is no room for it.
 */
export const prepareDataFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw explainOpenFailure(folder, error);
  }
};

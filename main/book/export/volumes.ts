/** Where the volumes of a book begin (W1). */
import { sharedLength, volumeTitle } from '#shared/volumes.ts';

export type VolumePlace = { depth: number; opens: string[] };

/**
 * @param chapters the volumes of each, as names of folders, the outermost first; a volume that others interrupt begins anew
 * behind them, as the binder shows it
 */
export const placeInVolumes = (chapters: readonly (readonly string[])[]): VolumePlace[] =>
  chapters.map((volumes, at) => ({
    depth: volumes.length,
    opens: volumes.slice(sharedLength(volumes, chapters[at - 1] ?? [])).map(volumeTitle),
  }));

/** A volume is a folder of the book, called by the folder's name; its path has forward slashes, '' is the top (W1). */

/** A folder's name without the number that orders it: "01 上卷" is called 上卷, a path by its last part. */
export const volumeTitle = (folder: string): string =>
  folder.slice(folder.lastIndexOf('/') + 1).replace(/^\d{1,4}[\s._-]+(?=\S)/, '');

const partsOf = (folder: string): string[] => (folder === '' ? [] : folder.split('/'));

/** How many parts both begin with. */
export const sharedLength = (one: readonly string[], other: readonly string[]): number => {
  const differs = one.findIndex((part, at) => part !== other[at]);
  return differs < 0 ? one.length : differs;
};

/**
 * Tells the volumes that a folder's chapters stand in, as names of folders, the outermost first.
 * @param folders of all chapters of the book; a folder that holds the whole book is none of its volumes
 */
export const volumesIn = (folders: readonly string[]): ((folder: string) => string[]) => {
  const [first = [], ...others] = [...new Set(folders)].map(partsOf);
  const whole = others.reduce(
    (min, parts) => Math.min(min, sharedLength(first, parts)),
    first.length,
  );
  return (folder) => partsOf(folder).slice(whole);
};

/** Marks of two versions that git could not join. */

/** In this order, each at the beginning of a line: a text that has them all is two texts, and none of them. */
const marks = ['<<<<<<<(?: |$)', '=======$', '>>>>>>>(?: |$)'] as const;

/** Whether a text with `\n` line ends holds two versions of a passage with git's marks around them (B4). */
export const holdsMergeMarks = (text: string): boolean => {
  let at = text.indexOf('<<<<<<<');
  for (const mark of marks) {
    if (at < 0) return false;
    const line = new RegExp(`^${mark}`, 'gmu');
    line.lastIndex = at;
    at = line.exec(text) === null ? -1 : line.lastIndex;
  }
  return at >= 0;
};

/** Which of several files are sent: a film beside the chapters is as large as a book may be, and nobody would read it (W10); pure. */

/** What some reader takes: texts, the parts of a Scrivener project, and those of an unpacked EPUB. */
const readable = /\.(?:md|markdown|mdown|txt|rtf|scrivx|xml|x?html?|opf|ncx)$|(?:^|\/)mimetype$/i;

/** Systems keep files of their own in a folder of a person’s. */
const isHidden = (name: string): boolean => name.split('/').some((part) => part.startsWith('.'));

/**
 * A file that was chosen alone is sent whatever it is. `leftOut` are the names of those that are not, in their order;
 * what a system hides is neither.
 */
export function filesToSend<File extends { name: string }>(
  picked: readonly File[],
): { sent: readonly File[]; leftOut: string[] } {
  if (picked.length === 1) return { sent: picked, leftOut: [] };
  const shown = picked.filter(({ name }) => !isHidden(name));
  return {
    sent: shown.filter(({ name }) => readable.test(name)),
    leftOut: shown.map(({ name }) => name).filter((name) => !readable.test(name)),
  };
}

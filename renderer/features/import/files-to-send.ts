/** Which of several files are sent: a film beside the chapters is as large as a book may be, and nobody would read it (W10); pure. */

/** What some reader takes: texts, the parts of a Scrivener project, and those of an unpacked EPUB. */
const readable =
  /\.(?:md|markdown|mdown|txt|rtf|comments|scrivx|xml|x?html?|opf|ncx)$|(?:^|\/)mimetype$/i;

/** Systems keep files of their own in a folder of a person’s. */
const isHidden = (name: string): boolean => name.split('/').some((part) => part.startsWith('.'));

/** A program could read it for what it says: its owner may miss it, so it is named. */
const nameable = /\.(?:docx?|odt|pages|wps|pdf|epub|mobi|azw3?|fb2|zip|rar|7z|tar|gz|tgz|fabula)$/i;

/** Stands at the top of a Scrivener project or an unpacked EPUB: what else lies in that folder is of its format. */
const topOfSource = /(?:^|\/)(?:[^/]*\.scrivx|mimetype|META-INF\/container\.xml)$/i;

/** What was not sent. */
export type LeftOut = {
  /** Documents and archives, by their ways, in their order. */
  documents: readonly string[];
  /** How many others: pictures, films. */
  others: number;
};

/**
 * A file that was chosen alone is sent whatever it is. What a system hides is neither sent nor left out; nor is a file
 * within a Scrivener project or an unpacked EPUB, which its format expects.
 */
export function filesToSend<File extends { name: string }>(
  picked: readonly File[],
): { sent: readonly File[]; leftOut: LeftOut } {
  const none = { documents: [], others: 0 };
  if (picked.length === 1) return { sent: picked, leftOut: none };
  const shown = picked.filter(({ name }) => !isHidden(name));
  const sent = shown.filter(({ name }) => readable.test(name));
  const tops = sent.flatMap(({ name }) => {
    const top = topOfSource.exec(name);
    return top ? [name.slice(0, top.index)] : [];
  });
  const isExpected = (name: string): boolean =>
    tops.some((top) => top === '' || name.startsWith(`${top}/`));
  const rest = shown
    .map(({ name }) => name)
    .filter((name) => !readable.test(name) && !isExpected(name));
  const documents = rest.filter((name) => nameable.test(name));
  return { sent, leftOut: { documents, others: rest.length - documents.length } };
}

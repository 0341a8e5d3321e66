/** YAML before a Markdown text, as our own export and other programs write it. Pure. */

/** A key and its value on one line; what is deeper, or of other shape, is left to whoever understands it. */
export const frontMatterEntry = /^(\p{L}[\p{L}\p{N}_-]*):(?:\s+(.*))?$/u;

/** Front matter, its borders with it, and the lines between them; null where a text has none. */
export type FoundFrontMatter = { whole: string; content: string };

/** Whether a text with this first line may have one. */
export const mayBeginFrontMatter = (line: string): boolean => /^---[ \t]*$/.test(line);

/** A text that begins with a scene break has none: something in it must read as a key. */
export const findFrontMatter = (text: string): FoundFrontMatter | null => {
  const [whole, content] = /^---[ \t]*\n((?:.*\n)*?)---[ \t]*(?:\n|$)/.exec(text) ?? [];
  if (whole === undefined || content === undefined) return null;
  const lines = content.trimEnd().split('\n');
  // Prose has blank lines and begins with no key; this has none and does.
  const isYaml = frontMatterEntry.test(lines[0] ?? '') && lines.every((line) => line.trim() !== '');
  return isYaml ? { whole, content } : null;
};

/** The text behind it, which is all of it where there is none. */
export const withoutFrontMatter = (text: string): string =>
  text.slice(findFrontMatter(text)?.whole.length ?? 0);

/** YAML before a Markdown text, as our own export and other programs write it. Pure. */

/** A key and its value on one line; what is deeper, or of other shape, is left to whoever understands it. */
const entry = /^([A-Za-z][\w-]*):(?:\s+(.*))?$/;
/** What the book has places of its own for. */
const known = new Set(['title', 'author']);

export type FrontMatter = {
  title: string | null;
  /** '' where it said nothing else. */
  kept: string;
  /** The text behind it. */
  text: string;
};

const textOfValue = (written: string): string => {
  const value = written.trim();
  if (/^'.*'$/.test(value)) return value.slice(1, -1).replaceAll("''", "'");
  if (!/^".*"$/.test(value)) return value.replace(/\s+#.*$/, '');
  try {
    return String(JSON.parse(value));
  } catch {
    return value.slice(1, -1);
  }
};

/** A text that begins with a scene break has none: something in it must read as a key. */
export const readFrontMatter = (text: string): FrontMatter => {
  const none = { title: null, kept: '', text };
  const [whole, content] = /^---[ \t]*\n((?:.*\n)*?)---[ \t]*(?:\n|$)/.exec(text) ?? [];
  if (whole === undefined || content === undefined) return none;
  const lines = content.trimEnd().split('\n');
  const entries = lines.flatMap((line) => {
    const [, key, value = ''] = entry.exec(line) ?? [];
    return key === undefined ? [] : [{ key, value: textOfValue(value) }];
  });
  // Prose has blank lines and begins with no key; this has none and does.
  if (!entry.test(lines[0] ?? '') || lines.some((line) => line.trim() === '')) return none;
  const isKnown = entries.length === lines.length && entries.every(({ key }) => known.has(key));
  return {
    title: entries.find(({ key }) => key === 'title')?.value.trim() || null,
    kept: isKnown ? '' : `---\n${content}---\n`,
    text: text.slice(whole.length).replace(/^\n+/, ''),
  };
};

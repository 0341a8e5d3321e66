/** What the front matter of a Markdown text says of its book. Pure. */
import { findFrontMatter, frontMatterEntry } from '#shared/front-matter.ts';

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

export const readFrontMatter = (text: string): FrontMatter => {
  const found = findFrontMatter(text);
  if (found === null) return { title: null, kept: '', text };
  const { whole, content } = found;
  const lines = content.trimEnd().split('\n');
  const entries = lines.flatMap((line) => {
    const [, key, value = ''] = frontMatterEntry.exec(line) ?? [];
    return key === undefined ? [] : [{ key, value: textOfValue(value) }];
  });
  const isKnown = entries.length === lines.length && entries.every(({ key }) => known.has(key));
  return {
    title: entries.find(({ key }) => key === 'title')?.value.trim() || null,
    kept: isKnown ? '' : `---\n${content}---\n`,
    text: text.slice(whole.length).replace(/^\n+/, ''),
  };
};

/** What stands beside a rich text with a mark in it: footnotes and comments. */
import { plainProse } from '#shared/count-text.ts';
import { commentsIn, shownLine } from '../marks.ts';
import type { Comment } from '../source-text.ts';
import type { Change, Span } from './spans.ts';

/** What the texts of one source share. */
export type RtfNotes = {
  /** By names that are used once. */
  footnotes: Map<string, string>;
  changeAuthors: string[];
  comments: Comment[];
  /** The mark of what Scrivener keeps beside the text for the words behind a link; null for what is not there. */
  markOf: (id: string) => Span | null;
};

export const freshNotes = (markOf: RtfNotes['markOf'] = () => null): RtfNotes => ({
  ...{ footnotes: new Map(), changeAuthors: [], comments: [], markOf },
});

/** Scrivener writes a link for each run of the words that a note stands to. */
export const noteLinks = /scrivcmt:\/\/([0-9A-Za-z-]{1,64})/g;

/** Plain words: a comment has no looks. */
export const commentText = (paragraphs: readonly string[]): string =>
  plainProse(paragraphs.map(shownLine).join('\n')).trim();

/** Its marks, none for one without words. Its call is changed with the words around it. */
export const takeFootnote = (
  { footnotes }: RtfNotes,
  paragraphs: readonly string[],
  change: Change | null,
): Span[] => {
  const text = paragraphs.join(' ').replace(/\s+/g, ' ').trim();
  if (text === '') return [];
  const name = String(footnotes.size + 1);
  footnotes.set(name, text);
  // Comments are looked for in the text of chapters.
  const inside = commentsIn(text).map((index): Span => ({ kind: 'comment', index }));
  return [{ kind: 'footnote', name, change }, ...inside];
};

export const takeComment = (
  { comments }: RtfNotes,
  paragraphs: readonly string[],
  author: string,
): Span[] => {
  const text = commentText(paragraphs);
  return text === '' ? [] : [{ kind: 'comment', index: comments.push({ author, text }) - 1 }];
};

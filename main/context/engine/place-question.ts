/** What retrieval is asked with at a place: the text before the cursor, and where a chapter only begins, what leads up to it. Pure. */
import { chapterHeading, isChapterLabel } from '#shared/chapter-heading.ts';
import type { AssemblyInput } from './assembly-input.ts';
import { endingOf, sendableEnding } from './immediate-texts.ts';
import { fencedChapter, type PassageScope } from './passage-filter.ts';

/** The nearer a word before the cursor, the more it counts. `exclude`: stretches that a request sends first, as far as it has room. */
export type PlaceQuestion = {
  text: string;
  cursor: number;
  exclude: readonly { documentId: string; start: number; end: number }[];
};

export type QuestionPlace = Pick<
  AssemblyInput,
  'text' | 'before' | 'passage' | 'document' | 'previous'
> & { scope: Pick<PassageScope, 'at' | 'forbidden'> };

/** Text before the cursor that any budget sends: what is farther back may be retrieved again. */
export const sentAnyway = 2000;

/** With less text of its own before the cursor, code units, a chapter has hardly said what it is about. */
const openingLength = 300;

const headingLine = /^\s*#{1,6}[ \t]+[^\n]*(?:\n|$)/u;

/** "Chapter 12" says nothing of a chapter, and would find every chapter's beginning. */
const ownTitle = (title: string): string =>
  isChapterLabel(title) ? '' : chapterHeading(title).title;

/** The end of the chapter before, as far as it may be known here. */
const endingBefore = ({ previous, scope }: QuestionPlace) => {
  if (previous === null || fencedChapter(previous.document, scope)) return null;
  const { start, text } = endingOf(previous.text);
  const within = { chapter: previous.text, start, end: start + text.length };
  const ending = sendableEnding(within, scope.forbidden);
  return ending.text === '' ? null : { ...ending, documentId: previous.document.documentId };
};

export const questionAt = (place: QuestionPlace): PlaceQuestion => {
  const { text, before, passage, document, scope } = place;
  const cursor = before.length;
  const { documentId } = document;
  const own = {
    documentId,
    start: Math.max(0, cursor - sentAnyway),
    end: passage?.end ?? cursor,
  };
  const said = before.replace(headingLine, '');
  if (said.trim().length >= openingLength) return { text, cursor, exclude: [own] };
  const ending = endingBefore(place);
  const known = [document.synopsis, ownTitle(document.title)].filter(
    (words) => !scope.forbidden.mentionedIn(words),
  );
  // The nearer to the cursor the more a word counts: a long synopsis must not push the scene itself away.
  const asked = [...known, ending?.text ?? '', said]
    .filter((words) => words.trim() !== '')
    .join('\n\n');
  return {
    text: asked,
    cursor: asked.length,
    exclude: ending === null ? [own] : [own, ending],
  };
};

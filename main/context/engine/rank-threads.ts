/** Open threads near the chapter they are due in, as candidates: so that a promise is not forgotten where it is to be paid off (N13). */
import type { NearThread } from '#main/book/threads/service.ts';
import { beginningWithin } from '#main/base/text/graphemes.ts';
import { aboutClosed } from './about-closed.ts';
import type { AssemblyInput } from './assembly-input.ts';
import type { Candidate } from './candidate.ts';
import type { Exclusion, PointOfView } from './eligibility.ts';
import type { ForbiddenNames } from './forbidden-names.ts';
import { markWithheld } from './immediate-texts.ts';
import { findTellsAhead, type TellsAhead } from './not-told-yet.ts';
import type { PromptTemplates } from './prompt-templates.ts';
import { sentAround } from './read-threads.ts';

/** UTF-16 code units of the promise that are sent. */
const quoteLength = 300;

type View = { templates: PromptTemplates; at: PointOfView; forbidden: ForbiddenNames };

type Closing = View & { input: AssemblyInput; tellsAhead: TellsAhead };

/**
 * Whether one of these names what is hidden. The writer wrote them with the end in mind: what is not yet true at the cursor,
 * and the title of a closed chapter, stay out too.
 */
const anyTells = (texts: readonly string[], { forbidden, tellsAhead }: Closing): boolean =>
  texts.some((text) => forbidden.mentionedIn(text) || tellsAhead(text));

/**
 * Why none of it may be told: a chapter that it speaks of, or a name in what was marked, or in what would be sent of it
 * without its note, where a line end that parted a name is gone.
 */
const closedBy = (
  { title, opened, documentIds }: NearThread,
  bare: string,
  closing: Closing,
): Exclusion | null => {
  for (const documentId of documentIds) {
    const closed = aboutClosed(documentId, closing.input, closing.at);
    if (closed) return closed;
  }
  return anyTells([title, opened?.quote ?? '', bare], closing) ? { reason: 'fencedByName' } : null;
};

/** Whether the promise stands behind the cursor: what has not been told is not to be kept in mind. */
const isAhead = ({ opened }: NearThread, { document, text, after }: AssemblyInput): boolean => {
  if (!opened || opened.chapter < document.chapter) return false;
  return opened.chapter > document.chapter || opened.start >= text.length - after.length;
};

const exclusionOf = (thread: NearThread, input: AssemblyInput): Exclusion | null => {
  const { threadId, opened, dueChapter, send } = thread;
  if (input.mute.has(threadId)) return { reason: 'mutedByWriter' };
  if (!send) return { reason: 'disabled' };
  if (!opened) return { reason: 'promiseLost' };
  if (isAhead(thread, input) && !input.allowLaterChapters) {
    return { reason: 'laterChapter', chapter: opened.chapter };
  }
  if (opened.chapter > dueChapter) return { reason: 'dueBeforeOpened', chapter: opened.chapter };
  const isFar = dueChapter > input.document.chapter + sentAround;
  return isFar ? { reason: 'notDueYet', chapter: dueChapter } : null;
};

const inOneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

const shortQuote = (quote: string): string => {
  const line = inOneLine(quote);
  return line.length <= quoteLength ? line : `${beginningWithin(line, quoteLength)}…`;
};

const bodyOf = (
  { title: name, opened, dueChapter }: NearThread,
  note: string,
  { thread, titles }: PromptTemplates,
): string =>
  opened
    ? thread({
        ...{ name, quote: shortQuote(opened.quote), note },
        ...{ openedIn: opened.chapter, dueIn: dueChapter },
      })
    : titles.thread(name, dueChapter);

/** Where only its note tells too much, it goes without the note. */
const candidateOf = (thread: NearThread, closing: Closing): Candidate => {
  const { threadId, title, note, dueChapter, revision } = thread;
  const { input, templates } = closing;
  const bare = bodyOf(thread, '', templates);
  const noted = bodyOf(thread, inOneLine(note), templates);
  const isNoteClosed = noted !== bare && anyTells([note, noted], closing);
  return {
    id: threadId,
    group: 'threads',
    source: 'thread',
    title: templates.titles.thread(title, dueChapter),
    ...{ body: isNoteClosed ? bare : noted, revision },
    reason: 'promiseDue',
    excluded: closedBy(thread, bare, closing) ?? exclusionOf(thread, input),
    // What was due comes before what will be.
    score: input.document.chapter - dueChapter,
    ...markWithheld(isNoteClosed),
  };
};

export const rankThreads = (input: AssemblyInput, view: View): Candidate[] => {
  if (input.threads.length === 0) return [];
  const closing = { ...view, input, tellsAhead: findTellsAhead(input, view) };
  return input.threads.map((thread) => candidateOf(thread, closing));
};

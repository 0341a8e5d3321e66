/** The chapter that is being written and the one before it, and where in it a request stands. */
import type { AssembleRequest } from '#shared/contract/context.ts';
import { AppError } from '#shared/errors.ts';
import { borderAfter } from '#main/base/text/graphemes.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { AssemblyInput } from './assembly-input.ts';
import { type Passage, passageOf } from './passage.ts';
import type { Skill } from './skill.ts';

type Documents = Pick<DocumentsService, 'list' | 'info' | 'read'>;

/** The text of the chapter before this one; what kept it from being read is told, and no error of the request. */
export type PreviousRead = {
  previous: { documentId: string; version: string; text: string } | null;
  failure?: unknown;
};

const readPrevious = async (
  documents: Documents,
  { projectId, documentId }: AssembleRequest,
): Promise<PreviousRead> => {
  const { order } = documents.info(projectId, documentId);
  const before = documents.list(projectId)[order - 1];
  if (!before) return { previous: null };
  try {
    const { version, text } = await documents.read(projectId, before.documentId);
    return { previous: { documentId: before.documentId, version, text } };
  } catch (failure) {
    return { previous: null, failure };
  }
};

/** The chapter before as it stands in the book now, which is not what it was when its text was read; null where it is gone. */
export const previousNow = (
  documents: Pick<DocumentsService, 'byId'>,
  projectId: string,
  { previous }: PreviousRead,
): AssemblyInput['previous'] => {
  const document = previous && documents.byId(projectId).get(previous.documentId);
  return document ? { document, version: previous.version, text: previous.text } : null;
};

/** Errors: PROJECT_NOT_FOUND, PROJECT_CLOSED, DOCUMENT_NOT_FOUND and what keeps the chapter from being read. */
export const readChapters = async (
  documents: Documents,
  request: AssembleRequest,
): Promise<{ text: string; version: string; previousRead: PreviousRead }> => {
  // Both at once: many requests then share one look at each file.
  const [{ text, version }, previousRead] = await Promise.all([
    documents.read(request.projectId, request.documentId),
    readPrevious(documents, request),
  ]);
  return { text, version, previousRead };
};

/** What stands before and after the cursor or the passage a skill works on. */
export type CursorPlace = {
  passage: Passage | null;
  before: string;
  after: string;
  /** Where the passage, or the cursor, ends. */
  end: number;
};

/** CONTEXT_CURSOR_OUTSIDE, SELECTION_INVALID. */
export const placeCursor = (
  text: string,
  { cursorPosition, selection }: AssembleRequest,
  skill: Skill,
): CursorPlace => {
  const { length } = text;
  if (cursorPosition > length) {
    throw new AppError(
      'CONTEXT_CURSOR_OUTSIDE',
      `The cursor stands at ${cursorPosition}, the text has ${length} characters.`,
      { cursorPosition, length },
    );
  }
  // A cursor inside a character as readers see it would tear it: all of it belongs to the text before.
  const cursor = borderAfter(text, cursorPosition);
  const passage = passageOf(text, cursor, selection, skill.passage);
  const end = passage?.end ?? cursor;
  return { passage, before: text.slice(0, passage?.start ?? cursor), after: text.slice(end), end };
};

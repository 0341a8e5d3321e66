/** Keeps words of closed chapters, entries and constraints out of what commands and servers answer. */
import type { ToolContext } from '../tool.ts';
import { closedLineNotice } from './closed-line-notice.ts';
import type { ClosedPassages } from './closed-passages.ts';

export { closedLineNotice } from './closed-line-notice.ts';
export { createChapterCopies, type ChapterCopies } from './copies.ts';
export { createClosedPassages, type ClosedPassages } from './closed-passages.ts';

/** The view of a turn for texts that come from outside our own tools, which may have read the project's files. */
export type GuardView = (
  context: Pick<ToolContext, 'projectId' | 'language' | 'view'>,
) => Promise<ToolContext['view']>;

/**
 * Keeps back, besides names, the words of chapters that a fence closes (N3): a command or a server that reads the
 * folder knows no fences. It recognises words as they are written; what a command encodes it does not see.
 */
export const createGuardView =
  (closedPassages: ClosedPassages): GuardView =>
  async ({ projectId, language, view }) => {
    const passages = await closedPassages({ projectId, view });
    if (passages === null) return view;
    const redact: typeof view.redact = (text) => {
      const words = passages.redact(text, closedLineNotice(language));
      const names = view.redact(words.text);
      return { text: names.text, redacted: words.redacted + names.redacted };
    };
    const allowsText = (text: string): boolean => redact(text).redacted === 0;
    return { ...view, hidesNames: true, allowsText, redact };
  };

/** Keeps words of closed chapters out of what commands and servers answer. */
import type { Language } from '#shared/domain/identifiers.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { ToolContext } from '../tool.ts';
import { createPassages } from './passages.ts';

const notices: Record<Language, string> = {
  'zh-CN': '〔此行出自设防的章节，不予显示〕',
  en: '[This line is from a fenced chapter and is not shown]',
};

/** The view of a turn for texts that come from outside our own tools, which may have read the project's files. */
export type GuardView = (
  context: Pick<ToolContext, 'projectId' | 'language' | 'view'>,
) => Promise<ToolContext['view']>;

/**
 * Keeps back, besides names, the words of chapters that a fence closes (N3): a command or a server that reads the
 * folder knows no fences. It recognises words as they are written; what a command encodes it does not see.
 */
export const createGuardView =
  (dependencies: { documents: Pick<DocumentsService, 'list' | 'read'> }): GuardView =>
  async ({ projectId, language, view }) => {
    const { documents } = dependencies;
    const closed = documents.list(projectId).filter((one) => !view.allowsDocument(one.documentId));
    if (closed.length === 0) return view;
    const passages = createPassages();
    for (const { documentId } of closed) {
      passages.add((await documents.read(projectId, documentId)).text);
    }
    const withhold: typeof view.withhold = (text) => {
      const words = passages.withhold(text, notices[language]);
      const names = view.withhold(words.text);
      return { text: names.text, withheld: words.withheld + names.withheld };
    };
    const allowsText = (text: string): boolean => withhold(text).withheld === 0;
    return { ...view, hidesNames: true, allowsText, withhold };
  };

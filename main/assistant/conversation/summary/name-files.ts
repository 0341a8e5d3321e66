/** Names the files of a summary and of what it stands for. */
import type { ContextFilesService } from '#main/assistant/files/service.ts';
import { archiveSource, messageSource } from '../sources.ts';

/**
 * Names the files of a summary, its own and then that of the messages it stands for (S4-19). Both are lazy: the
 * originals stay in the database, and files of them are made when somebody looks. `made` hears of each. Errors of
 * context files.
 *
 * @returns ids; the archive's is the last
 */
export const nameSummaryFiles = async (
  files: Pick<ContextFilesService, 'createLazy'>,
  of: { conversationId: string; messageId: string; range: string; hasSummary: boolean },
  made: string[],
): Promise<string[]> => {
  const { conversationId, messageId, range, hasSummary } = of;
  const file = { kind: 'history' as const, mimeType: 'text/markdown' };
  const refs: string[] = [];
  const keep = ({ id }: { id: string }): void => {
    made.push(id);
    refs.push(id);
  };
  if (hasSummary) {
    keep(
      await files.createLazy(conversationId, {
        ...file,
        hint: `Summary of messages ${range} of the conversation`,
        source: messageSource(messageId),
        name: { for: 'summary' },
      }),
    );
  }
  keep(
    await files.createLazy(conversationId, {
      ...file,
      hint: `Messages ${range} of the conversation as they were before they were archived`,
      source: archiveSource(messageId),
      name: { for: 'archive', range },
    }),
  );
  return refs;
};

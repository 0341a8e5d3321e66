/** The writer's words as the model gets them. */
import type { Parsed } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import type { FenceView } from '#main/context/engine/service.ts';
import type { ContextFilesService } from '#main/assistant/files/service.ts';
import { attachmentReminders } from './attachments.ts';
import { readMentionedFiles, type MentionedProject } from './mentioned-files.ts';
import { writeReminders } from './mentions.ts';

/** More than any conversation has files. */
const allFiles = 10_000;

/**
 * The writer's words as the model gets them (S4-23): with what it must read first. Errors:
 * CONTEXT_FILE_NOT_FOUND for an attachment that is not this conversation's.
 */
export const prepareQuestion = async (
  input: Parsed<'conversation:send'>,
  project: MentionedProject,
  view: Pick<FenceView, 'allowsDocument'>,
  files: Pick<ContextFilesService, 'list'>,
): Promise<string> => {
  const { conversationId, text, attachments = [] } = input;
  const mentioned = text.includes('@') ? await readMentionedFiles(text, project, view) : [];
  const known =
    attachments.length === 0 ? [] : (await files.list({ conversationId, limit: allFiles })).items;
  const attached = [...new Set(attachments)].map((id) => {
    const file = known.find((item) => item.id === id);
    if (file) return file;
    throw new AppError(
      'CONTEXT_FILE_NOT_FOUND',
      'There is no such context file in this conversation.',
      { id },
    );
  });
  return [text, ...writeReminders(mentioned), ...attachmentReminders(attached)].join('\n\n');
};

/** Deletes files that were made for nothing. */
import { AppError } from '#shared/errors.ts';
import type { Logger } from '#main/platform.ts';
import type { ContextFilesService } from '#main/assistant/files/service.ts';

/** Deletes files that were made for something that did not happen. One that cannot be deleted is logged and stays. */
export const discardFiles = async (
  { files, logger }: { files: Pick<ContextFilesService, 'remove'>; logger: Logger },
  conversationId: string,
  ids: readonly string[],
): Promise<void> => {
  for (const id of ids) {
    try {
      await files.remove({ conversationId, id });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      logger.log('warn', 'a context file nobody needs could not be deleted', {
        conversationId,
        id,
        code: error.code,
      });
    }
  }
};

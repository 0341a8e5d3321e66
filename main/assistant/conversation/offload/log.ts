/** Keeps the index of what left a conversation's prompt. */
import { appErrorCode } from '#shared/errors.ts';
import type { Logger } from '#main/platform.ts';
import type { ContextFilesService } from '#main/assistant/files/service.ts';
import type { OffloadLine, OffloadStore } from '../store/offload-store.ts';

/** Of a conversation's folder. */
const logPath = 'catalog/index.json';

/** `index.json` of a conversation's tree (S2-05): what was offloaded when, and what was taken back. */
export const offloadIndex = (conversationId: string, lines: readonly OffloadLine[]): string => {
  const items = lines.map((line) => ({
    item_id: line.messageId,
    item_type: line.itemType,
    path: line.path,
    summary: line.summary,
    offloaded_at: Math.floor(line.offloadedAt / 1000),
    restored_at: line.restoredAt === null ? null : Math.floor(line.restoredAt / 1000),
  }));
  return `${JSON.stringify({ schema_version: '1.0', conversation_id: conversationId, items }, null, 2)}\n`;
};

/** Writes the log anew. The database has the truth of it: a failure is logged, and the next write has everything. */
export type WriteOffloadLog = (conversationId: string) => Promise<void>;

export const createOffloadLog = (dependencies: {
  files: Pick<ContextFilesService, 'create' | 'remove' | 'findByPath'>;
  offloads: OffloadStore;
  logger: Logger;
}): WriteOffloadLog => {
  const { files, offloads, logger } = dependencies;
  return async (conversationId) => {
    const lines = offloads.list(conversationId);
    if (lines.length === 0) return;
    try {
      const former = await files.findByPath(conversationId, logPath);
      if (former) await files.remove({ conversationId, id: former.id });
      await files.create(conversationId, {
        kind: 'catalog',
        mimeType: 'application/json',
        hint: 'What was offloaded from the conversation, and when',
        source: { type: 'offload-log', id: conversationId },
        content: offloadIndex(conversationId, lines),
        name: { for: 'record', path: logPath },
      });
    } catch (error) {
      logger.log('warn', 'the offload log could not be written', {
        conversationId,
        code: appErrorCode(error),
      });
    }
  };
};

/** Writes new files. */
import type { ContextRef } from '#shared/domain/context-file.ts';
import { describeEntry } from '../entry.ts';
import { writeFailure } from '../failure.ts';
import type { NewFile, NewLazyFile } from '../service.ts';
import type { Dependencies } from '../dependencies.ts';
import { writeIncoming } from './incoming.ts';
import { placeEntry } from './place.ts';
import type { Quota } from './quota.ts';

export type CreateFiles = {
  create(conversationId: string, file: NewFile): Promise<ContextRef>;
  createLazy(conversationId: string, file: NewLazyFile): Promise<ContextRef>;
};

/** Writes new files: content first, beside the tree; then, alone in the conversation, id, name and manifest. */
export const createFileWriter = (dependencies: Dependencies, quota: Quota): CreateFiles => {
  const { tree, manifests, logger, events } = dependencies;

  const tell = (conversationId: string, id: string): void => {
    logger.log('info', `[ContextStore] Created ref: ${id}`, { conversationId });
    events?.emit('context-files:changed', { conversationId });
  };

  return {
    async create(conversationId, file) {
      try {
        const room = await quota.room((await manifests.entries(conversationId)).values());
        const entry = await writeIncoming(
          dependencies,
          conversationId,
          { content: file.content, room },
          (path, written) =>
            manifests.change(conversationId, async (draft, undo) => {
              const { bytes, sha256 } = written;
              await quota.check(draft.values(), bytes);
              const stored = { packed: false, bytes };
              const content = { lazy: false, byteSize: bytes, sha256, stored };
              const placed = placeEntry(
                dependencies,
                { draft, undo },
                { conversationId, file, content },
              );
              tree.adopt(path, conversationId, placed.path);
              undo(() => tree.remove(conversationId, placed.path));
              return placed;
            }),
        );
        quota.add(entry.byteSize ?? 0);
        logger.log(
          'info',
          `[ContextStore] Wrote content: ${conversationId}/${entry.path} (${entry.byteSize} bytes)`,
          {},
        );
        tell(conversationId, entry.id);
        return toRef(describeEntry(entry));
      } catch (error) {
        throw writeFailure(error);
      }
    },
    async createLazy(conversationId, file) {
      try {
        const entry = await manifests.change(conversationId, async (draft, undo) =>
          placeEntry(
            dependencies,
            { draft, undo },
            {
              conversationId,
              file,
              content: { lazy: true, byteSize: null, sha256: null, stored: null },
            },
          ),
        );
        tell(conversationId, entry.id);
        return toRef(describeEntry(entry));
      } catch (error) {
        throw writeFailure(error);
      }
    },
  };
};

/** What a model is shown of a file (S0-04). */
export const toRef = ({
  id,
  kind,
  mimeType,
  byteSize,
  createdAt,
  hint,
}: ContextRef): ContextRef => ({
  id,
  kind,
  ...(mimeType === undefined ? {} : { mimeType }),
  ...(byteSize === undefined ? {} : { byteSize }),
  createdAt,
  hint,
});

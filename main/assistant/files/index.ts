/** Makes the context files of all conversations. */
import { join } from 'node:path';
import { nanoid } from 'nanoid';
import type { EventSink } from '#shared/contract/events.ts';
import type { Platform } from '#main/platform.ts';
import type { SettingsService } from '../../settings/service.ts';
import { exportArchive } from './archive/export.ts';
import { importArchive } from './archive/import.ts';
import { createBackgroundSync } from './content/background-sync.ts';
import { describeEntry, type ManifestEntry } from './entry.ts';
import { conversationNotFound, writeFailure } from './failure.ts';
import { systemCode } from '#main/base/failures/system-code.ts';
import { createUnfinishedFiles } from '#main/base/files/unfinished-files.ts';
import type { Dependencies } from './dependencies.ts';
import { createFileWriter, toRef } from './files/write-file.ts';
import { createMaterialiser } from './files/materialise.ts';
import { createOpenFiles } from './files/open.ts';
import { createQuota } from './files/quota.ts';
import { removeFile } from './files/remove.ts';
import { tidyFiles } from './files/tidy.ts';
import { createUpkeep } from './files/upkeep.ts';
import { createGrep } from './grep/grep.ts';
import { type ContextFileLimits, defaultLimits } from './limits.ts';
import { createOffload } from './offload/offload.ts';
import { createUnsavedOutputs } from './offload/unsaved.ts';
import { listConversations, measureStorage } from './overview.ts';
import { readPage } from './reading/page.ts';
import { readTail } from './reading/tail.ts';
import type { ContextFilesService, SourceReader } from './service.ts';
import { createManifests } from './store/manifests.ts';
import { createTree } from './store/tree.ts';

export type {
  ContextFilesService,
  NewFile,
  NewLazyFile,
  OffloadRequest,
  SourceReader,
} from './service.ts';

export type ContextFilesDependencies = {
  platform: Pick<Platform, 'paths' | 'clock' | 'logger'>;
  settings: Pick<SettingsService, 'get'>;
  events?: EventSink;
  /** Readers of lazy files by `source.type`; called when somebody looks, so they may reach services made later. */
  sources?: Readonly<Record<string, SourceReader>>;
  limits?: Partial<ContextFileLimits>;
  /**
   * What the writer calls a conversation, '' while nobody named it; null when there is no such conversation. Without it
   * every conversation may be, and the panel tells them apart by time.
   */
  titleOf?: (conversationId: string) => string | null;
  /** The messages that files were made of, by the file's id. Without it nobody knows. */
  originsOf?: Dependencies['originsOf'];
  /** Path of ripgrep; null searches without it. */
  ripgrep?: string | null;
  newId?: (length: number) => string;
};

/**
 * Section S0: what is too big for a conversation lies as a file under `<data>/context/<conversationId>/`, and is
 * listed, read, searched, exported and deleted by its id. The manifest on disk is the truth; several processes may
 * share one data folder.
 */
export const createContextFiles = (given: ContextFilesDependencies): ContextFilesService => {
  const { clock, logger, paths } = given.platform;
  const limits = { ...defaultLimits, ...given.limits };
  const tree = createTree(join(paths.data, 'context'), logger);
  const lockTimeoutMs = limits.lockTimeoutMs;
  const dependencies: Dependencies = {
    tree,
    unfinished: createUnfinishedFiles(paths.data),
    manifests: createManifests({ tree, clock, logger, lockTimeoutMs }),
    sync: createBackgroundSync((error) => {
      logger.log('warn', 'a context file may not be on the disk yet', { cause: systemCode(error) });
    }),
    clock,
    logger,
    limits,
    events: given.events ?? null,
    sources: given.sources ?? {},
    titleOf: given.titleOf ?? (() => ''),
    originsOf: given.originsOf ?? (() => new Map()),
    redactSecrets: () => given.settings.get().redactSecrets,
    newId: given.newId ?? ((length) => nanoid(length)),
  };
  const { manifests } = dependencies;
  const quota = createQuota(dependencies);
  const upkeep = createUpkeep(
    () => tidyFiles(dependencies, openFiles, false),
    (error) => {
      logger.log('warn', 'the upkeep of context files failed', { cause: systemCode(error) });
    },
  );
  const openFiles = createOpenFiles(dependencies, createMaterialiser(dependencies), upkeep.soon);
  const files = createFileWriter(dependencies, quota);
  const grep = createGrep({
    logger,
    limits,
    ...(given.ripgrep === undefined ? {} : { program: given.ripgrep }),
  });
  const unsaved = createUnsavedOutputs(limits.unsavedBytes, ({ conversationId, toolName }) => {
    logger.log('warn', 'a tool output that could not be offloaded is given up', {
      conversationId,
      tool: toolName,
    });
  });
  const { redactSecrets } = dependencies;
  const offload = createOffload({ logger, unsaved, create: files.create, redactSecrets });

  const changeEntry = async (
    conversationId: string,
    id: string,
    change: (entry: ManifestEntry) => ManifestEntry,
  ): Promise<ManifestEntry> => {
    await openFiles.find(conversationId, id);
    try {
      const changed = await manifests.change(conversationId, async (draft) => {
        const entry = change(draft.get(id) ?? (await openFiles.find(conversationId, id)));
        draft.set(id, entry);
        return entry;
      });
      dependencies.events?.emit('context-files:changed', { conversationId });
      return changed;
    } catch (error) {
      throw writeFailure(error);
    }
  };

  return {
    async list({ conversationId, kind, limit }) {
      const now = clock.now();
      const entries = [...(await manifests.entries(conversationId)).values()];
      // Files outlive what is known of their conversation: an archive may have brought them here.
      if (dependencies.titleOf(conversationId) === null && !tree.exists(conversationId, '')) {
        throw conversationNotFound(conversationId);
      }
      const items = entries
        .reverse()
        .filter((entry) => kind === undefined || entry.kind === kind)
        .filter(({ expiresAt, pinned }) => expiresAt === null || pinned || expiresAt > now)
        .sort((one, other) => other.createdAt - one.createdAt)
        .slice(0, limit)
        .map(describeEntry);
      const origins = dependencies.originsOf(conversationId, items);
      return {
        items: items.map((file) => {
          const origin = origins.get(file.id);
          return origin === undefined ? file : { ...file, origin };
        }),
      };
    },
    read: ({ conversationId, id, offset, limit }) =>
      openFiles.withSource(conversationId, id, async (source) => ({
        id,
        limit,
        byteSize: source.size,
        ...(await readPage(source, offset, limit)),
      })),
    tail: ({ conversationId, id, lines }) =>
      openFiles.withSource(conversationId, id, async (source) => {
        const { truncated, ...tail } = await readTail(source, lines, limits.answerBytes);
        return { id, ...tail, ...(truncated ? { truncated } : {}) };
      }),
    grep: (input, signal) =>
      openFiles.withSource(input.conversationId, input.id, (source) => grep(source, input, signal)),
    exportTo: ({ conversationId, path }) =>
      exportArchive(dependencies, openFiles, conversationId, path),
    importFrom: ({ conversationId, path }) =>
      importArchive(dependencies, quota, conversationId, path),
    conversations: () => listConversations(dependencies),
    pin: async ({ conversationId, id, pinned }) =>
      describeEntry(await changeEntry(conversationId, id, (entry) => ({ ...entry, pinned }))),
    async remove({ conversationId, id }) {
      try {
        quota.add(-(await removeFile(dependencies, conversationId, id)));
        return {};
      } catch (error) {
        throw writeFailure(error);
      }
    },
    usage: () => measureStorage(dependencies),
    clean: () => tidyFiles(dependencies, openFiles, true),

    create: files.create,
    createLazy: files.createLazy,
    offload: (request) => offload(request),
    async retryOffload(retryId) {
      const request = unsaved.get(retryId);
      if (request === null) return null;
      // Out of the way first: a failure keeps it anew.
      unsaved.drop(retryId);
      return offload(request, retryId);
    },
    forgetUnsaved: unsaved.drop,
    unsavedOutput(retryId) {
      const output = unsaved.get(retryId)?.output;
      return typeof output === 'string' ? output : null;
    },
    async findByPath(conversationId, path) {
      for (const entry of (await manifests.entries(conversationId)).values()) {
        if (entry.path === path) return toRef(describeEntry(entry));
      }
      return null;
    },
    addressOf: async (conversationId, id) =>
      `context://${conversationId}/${(await openFiles.find(conversationId, id)).path}`,
    async recordUse(conversationId, id, { messageId, tokens = 0 }) {
      await changeEntry(conversationId, id, (entry) => ({
        ...entry,
        costTokens: entry.costTokens + tokens,
        referredBy:
          messageId === undefined || entry.referredBy.includes(messageId)
            ? entry.referredBy
            : [...entry.referredBy, messageId],
      }));
    },
    async removeConversation(conversationId) {
      try {
        await tree.discard(conversationId);
      } catch (error) {
        throw writeFailure(error);
      }
      dependencies.events?.emit('context-files:changed', { conversationId });
    },
    async close() {
      await upkeep.close();
      await dependencies.sync.settled();
    },
  };
};

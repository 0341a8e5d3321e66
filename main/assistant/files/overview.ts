/** Which conversations have files, and how much they take. */
import type { ContextStorage } from '#shared/domain/context-file.ts';
import type { Dependencies } from './dependencies.ts';
import type { Answer } from './service.ts';

/** Conversations that have files, the one changed last first. */
export const listConversations = async ({
  tree,
  manifests,
  titleOf,
}: Dependencies): Promise<Answer<'context-files:conversations'>> => {
  const items = [];
  for (const conversationId of await tree.conversations()) {
    const entries = [...(await manifests.entries(conversationId)).values()];
    if (entries.length === 0) continue;
    const title = titleOf(conversationId);
    items.push({
      conversationId,
      ...(title ? { title } : {}),
      files: entries.length,
      bytes: entries.reduce((sum, { byteSize }) => sum + (byteSize ?? 0), 0),
      changedAt: Math.max(...entries.map(({ createdAt }) => createdAt)),
    });
  }
  return { items: items.sort((one, other) => other.changedAt - one.changedAt) };
};

export const measureStorage = async ({
  tree,
  manifests,
  limits,
}: Dependencies): Promise<ContextStorage> => {
  const storage: ContextStorage = {
    conversations: 0,
    files: 0,
    bytes: 0,
    storedBytes: 0,
    cacheBytes: 0,
    cacheLimit: limits.cacheBytes,
    quota: limits.totalBytes,
  };
  for (const conversationId of await tree.conversations()) {
    const entries = await manifests.entries(conversationId);
    if (entries.size > 0) storage.conversations += 1;
    for (const { byteSize, stored, lazy } of entries.values()) {
      storage.files += 1;
      storage.bytes += byteSize ?? 0;
      storage.storedBytes += stored?.bytes ?? 0;
      if (lazy) storage.cacheBytes += stored?.bytes ?? 0;
    }
  }
  return storage;
};

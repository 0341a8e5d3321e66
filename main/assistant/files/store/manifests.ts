/** The manifests of all conversations, changed by one at a time. */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Mutex } from 'async-mutex';
import { LRUCache } from 'lru-cache';
import type { Clock, Logger } from '#main/platform.ts';
import type { ManifestEntry } from '../entry.ts';
import { isMissing, systemCode } from '#main/base/failures/system-code.ts';
import { foldedKey } from '../names.ts';
import { withFileLock } from './lock.ts';
import {
  type Entries,
  keepBadManifest,
  loadManifest,
  type ManifestStamp,
  stampManifest,
  writeManifest,
} from './manifest.ts';
import { rebuildEntries } from './rebuild.ts';
import { listRefs } from './refs.ts';
import type { Tree } from './tree.ts';

const rememberedConversations = 64;

export type Draft = Map<string, ManifestEntry>;

/** The manifests of all conversations; disk is the truth, and other processes may change it. */
export type Manifests = {
  /** A conversation without files has no entries. */
  entries(conversationId: string): Promise<Entries>;
  /**
   * Changes a manifest while nobody else does, in this process or another: `work` alters the draft, and what it
   * left is written when it returns. When it throws, or the write fails, `undo` steps run, last first.
   */
  change<T>(
    conversationId: string,
    work: (draft: Draft, undo: (step: () => Promise<void>) => void) => Promise<T>,
  ): Promise<T>;
};

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
};

export const createManifests = (dependencies: {
  tree: Tree;
  clock: Clock;
  logger: Logger;
  lockTimeoutMs: number;
}): Manifests => {
  const { tree, clock, logger } = dependencies;
  const known = new LRUCache<string, { stamp: ManifestStamp; entries: Entries }>({
    max: rememberedConversations,
  });
  const mutexes = new Map<string, { mutex: Mutex; users: number }>();

  /** One change of a conversation at a time in this process; the lock file tells the others. */
  const exclusively = async <T>(conversationId: string, work: () => Promise<T>): Promise<T> => {
    const folder = tree.folder(conversationId);
    const held = mutexes.get(conversationId) ?? { mutex: new Mutex(), users: 0 };
    mutexes.set(conversationId, held);
    held.users += 1;
    try {
      return await held.mutex.runExclusive(async () => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        tree.checkFolder(conversationId);
        return withFileLock(join(folder, '.lock'), dependencies.lockTimeoutMs, work);
      });
    } finally {
      held.users -= 1;
      if (held.users === 0) mutexes.delete(conversationId);
    }
  };

  const remember = (conversationId: string, entries: Entries): Entries => {
    const stamp = stampManifest(tree.folder(conversationId));
    if (stamp !== null) known.set(conversationId, { stamp, entries });
    return entries;
  };

  /** A process that died between claiming an id and writing the manifest left a ref the manifest lacks. */
  const lacksRefs = async (folder: string, entries: Entries): Promise<boolean> =>
    (await listRefs(folder)).some((id) => !entries.has(id));

  const mend = async (conversationId: string): Promise<Entries> => {
    const folder = tree.folder(conversationId);
    const loaded = await loadManifest(folder);
    const rebuilt = await rebuildEntries(folder);
    if (loaded.state === 'corrupt') {
      await keepBadManifest(folder, clock.now());
      logger.log('warn', 'a context manifest was corrupt; kept aside and rebuilt', {
        conversationId,
        files: rebuilt.size,
      });
    }
    const merged: Draft = loaded.state === 'sound' ? new Map(loaded.entries) : new Map(rebuilt);
    if (loaded.state === 'sound') {
      // A file without a ref that a sound manifest does not know was deleted halfway.
      const claimed = new Set(await listRefs(folder));
      const paths = new Set(Array.from(merged.values(), ({ path }) => foldedKey(path)));
      for (const [id, entry] of rebuilt) {
        if (claimed.has(id) && !merged.has(id) && !paths.has(foldedKey(entry.path))) {
          merged.set(id, entry);
        }
      }
    }
    writeManifest(folder, conversationId, merged);
    return remember(conversationId, merged);
  };

  /** The manifest as it is on disk now; null when it must be mended first. */
  const look = async (conversationId: string): Promise<Entries | null> => {
    const folder = tree.folder(conversationId);
    const stamp = stampManifest(folder);
    const remembered = known.get(conversationId);
    if (stamp !== null && remembered?.stamp === stamp) return remembered.entries;
    if (stamp === null && !isFolder(folder)) return new Map();
    tree.checkFolder(conversationId);
    const loaded = await loadManifest(folder);
    if (loaded.state !== 'sound') return null;
    if (remembered === undefined && (await lacksRefs(folder, loaded.entries))) return null;
    if (stamp !== null) known.set(conversationId, { stamp, entries: loaded.entries });
    return loaded.entries;
  };

  return {
    async entries(conversationId) {
      const entries = await look(conversationId);
      if (entries !== null) return entries;
      return exclusively(
        conversationId,
        async () => (await look(conversationId)) ?? (await mend(conversationId)),
      );
    },
    change: (conversationId, work) =>
      exclusively(conversationId, async () => {
        const folder = tree.folder(conversationId);
        const before = (await look(conversationId)) ?? (await mend(conversationId));
        const draft: Draft = new Map(before);
        const steps: (() => Promise<void>)[] = [];
        try {
          const result = await work(draft, (step) => steps.push(step));
          const changed =
            draft.size !== before.size ||
            [...draft].some(([id, entry]) => before.get(id) !== entry);
          if (changed) {
            writeManifest(folder, conversationId, draft);
            remember(conversationId, draft);
          }
          return result;
        } catch (error) {
          for (const step of steps.reverse()) {
            await step().catch((failure: unknown) => {
              logger.log('warn', 'a failed change of context files left something behind', {
                conversationId,
                cause: systemCode(failure),
              });
            });
          }
          throw error;
        }
      }),
  };
};

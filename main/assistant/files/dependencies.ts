/** What the operations of this room work with. */
import type { ContextFile, FileOrigin } from '#shared/domain/context-file.ts';
import type { EventSink } from '#shared/contract/events.ts';
import type { Clock, Logger } from '#main/platform.ts';
import type { UnfinishedFiles } from '#main/base/files/unfinished-files.ts';
import type { BackgroundSync } from './content/background-sync.ts';
import type { ContextFileLimits } from './limits.ts';
import type { SourceReader } from './service.ts';
import type { Manifests } from './store/manifests.ts';
import type { Tree } from './store/tree.ts';

/** What the parts of the service share. */
export type Dependencies = {
  tree: Tree;
  manifests: Manifests;
  sync: BackgroundSync;
  unfinished: UnfinishedFiles;
  clock: Clock;
  logger: Logger;
  limits: ContextFileLimits;
  events: EventSink | null;
  sources: Readonly<Record<string, SourceReader>>;
  /** '' while nobody named it; null when there is no such conversation. */
  titleOf(conversationId: string): string | null;
  originsOf(conversationId: string, files: readonly ContextFile[]): ReadonlyMap<string, FileOrigin>;
  redactSecrets(): boolean;
  /** A random id of that many characters. */
  newId(length: number): string;
};

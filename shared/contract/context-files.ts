/** The calls about the files of a conversation. */
import { z } from 'zod';
import { ContextFile, ContextKind, ContextStorage, GrepMatch } from '../domain/context-file.ts';
import { Count, Identifier, Nothing, Timestamp } from '../domain/identifiers.ts';
import { defineChannel } from './define.ts';

const ConversationScope = z.object({ conversationId: Identifier });
const FileScope = ConversationScope.extend({ id: Identifier });
const ArchiveScope = ConversationScope.extend({ path: z.string().min(1).max(4096) });
const Transfer = z.object({ files: Count, bytes: Count });

/** Section S0. Offsets, limits and sizes are bytes of the content, however it is stored. */
export const contextFilesContract = {
  /** Newest first. A conversation nobody knows has no files. */
  'context-files:list': defineChannel(
    ConversationScope.extend({
      kind: ContextKind.optional(),
      limit: z.number().int().min(1).max(10_000).default(50),
    }),
    z.object({ items: z.array(ContextFile) }),
  ),
  /** Both edges of a page move back to a character boundary, so pages concatenate to the file. */
  'context-files:read': defineChannel(
    FileScope.extend({
      offset: Count.default(0),
      limit: z.number().int().min(4).max(65_536).default(8192),
    }),
    z.object({
      id: Identifier,
      offset: Count,
      limit: Count,
      done: z.boolean(),
      content: z.string(),
      nextOffset: Count,
      byteSize: Count.optional(),
    }),
  ),
  /** `lines` is how many came. `truncated` when they are too long to send whole; `offset` is where they begin. */
  'context-files:tail': defineChannel(
    FileScope.extend({ lines: z.number().int().min(1).max(2000).default(200) }),
    z.object({
      id: Identifier,
      lines: Count,
      content: z.string(),
      offset: Count.optional(),
      truncated: z.boolean().optional(),
    }),
  ),
  /** `totalMatches` counts matching lines. `truncated` when the matches found would not fit the answer. */
  'context-files:grep': defineChannel(
    FileScope.extend({
      pattern: z.string().min(1).max(1000),
      maxResults: z.number().int().min(1).max(200).default(50),
      contextLines: z.number().int().min(0).max(50).default(0),
      caseSensitive: z.boolean().default(false),
    }),
    z.object({
      totalMatches: Count,
      matches: z.array(GrepMatch),
      truncated: z.boolean().optional(),
    }),
  ),
  /** Packs `context/<conversationId>/**` into the zip file at `path`. */
  'context-files:export': defineChannel(ArchiveScope, Transfer),
  'context-files:import': defineChannel(ArchiveScope, Transfer),
  /** Conversations that have files, the one changed last first. */
  'context-files:conversations': defineChannel(
    Nothing,
    z.object({
      items: z.array(
        z.object({
          conversationId: Identifier,
          /** What the writer knows it by; absent where nobody has named it. */
          title: z.string().optional(),
          files: Count,
          bytes: Count,
          changedAt: Timestamp,
        }),
      ),
    }),
  ),
  /** A pinned file is never evicted or expired. */
  'context-files:pin': defineChannel(FileScope.extend({ pinned: z.boolean() }), ContextFile),
  'context-files:delete': defineChannel(FileScope, Nothing),
  'context-files:usage': defineChannel(Nothing, ContextStorage),
  /** Evicts what can be produced again, drops what expired, packs what is big. Answers the bytes freed on disk. */
  'context-files:clean': defineChannel(Nothing, z.object({ files: Count, bytes: Count })),
};

import { z } from 'zod';
import { ContextKind, ContextRef, GrepMatch } from '../domain/context-file.ts';
import { Count, Identifier } from '../domain/identifiers.ts';
import { defineChannel } from './define.ts';

const ConversationScope = z.object({ conversationId: Identifier });
const FileScope = ConversationScope.extend({ id: Identifier });
const Transfer = z.object({ files: Count, bytes: Count });

/** Section S0. Offsets and limits are bytes. */
export const contextFilesContract = {
  'context-files:list': defineChannel(
    ConversationScope.extend({
      kind: ContextKind.optional(),
      limit: z.number().int().min(1).max(1000).default(50),
    }),
    z.object({ items: z.array(ContextRef) }),
  ),
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
    }),
  ),
  'context-files:tail': defineChannel(
    FileScope.extend({ lines: z.number().int().min(1).max(2000).default(200) }),
    z.object({ id: Identifier, lines: Count, content: z.string() }),
  ),
  'context-files:grep': defineChannel(
    FileScope.extend({
      pattern: z.string().min(1).max(1000),
      maxResults: z.number().int().min(1).max(200).default(50),
      contextLines: z.number().int().min(0).max(50).default(0),
      caseSensitive: z.boolean().default(false),
    }),
    z.object({ totalMatches: Count, matches: z.array(GrepMatch) }),
  ),
  'context-files:export': defineChannel(
    ConversationScope.extend({ path: z.string().min(1).max(4096) }),
    Transfer,
  ),
  'context-files:import': defineChannel(
    ConversationScope.extend({ path: z.string().min(1).max(4096) }),
    Transfer,
  ),
};

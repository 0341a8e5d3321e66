/** What the tools for a conversation's own files share. */
import { z } from 'zod';
import type { ContextFilesService } from '#main/assistant/files/service.ts';
import type { ToolContext } from '../../tool.ts';
import type { ToolAnswer } from '../catch-tool-failure.ts';
import type { FindRedactedRanges } from './redacted-ranges.ts';

export type ContextToolDependencies = {
  contextFiles: Pick<ContextFilesService, 'list' | 'read' | 'tail' | 'grep' | 'recordUse'>;
  countTokens(text: string): number;
};

export type ContextToolParts = ContextToolDependencies & {
  redacted: FindRedactedRanges;
  /** Notes what a page cost in the request it goes into. */
  charged(context: ToolContext, id: string, answer: ToolAnswer): Promise<ToolAnswer>;
};

export const FileId = z
  .string()
  .min(1)
  .max(200)
  .describe('The id from "[Tool output in context: <id>]" or context_list.');

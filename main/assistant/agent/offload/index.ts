/** Brings a tool's result into the form a conversation may hold. */
import type { ContextFilesService } from '#main/assistant/files/service.ts';
import type { ToolResult } from '#main/assistant/conversation/service.ts';
import { showControls, showControlsIn } from '#main/base/text/visible-controls.ts';
import type { Tool, ToolContext, ToolOrigin } from '../tool.ts';

/** Their results are never offloaded here: the first four page themselves, the others offload their own (S1-09…12). */
const keeps: Readonly<Record<ToolOrigin, boolean>> = {
  file: true,
  project: true,
  context: true,
  web: true,
  bash: true,
  terminal: true,
  mcp: false,
};

/** Brings a tool's result into the form a conversation may hold. */
export type ProcessResult = (
  tool: Pick<Tool, 'name' | 'origin'>,
  result: ToolResult,
  context: Pick<ToolContext, 'conversationId' | 'callId'>,
) => Promise<ToolResult>;

/** A result without characters that act on the model, a terminal or the page without being seen. */
export const withVisibleControls = (result: ToolResult): ToolResult => ({
  ...result,
  text: showControls(result.text),
  data: showControlsIn(result.data),
  ...(result.error ? { error: showControlsIn(result.error) } : {}),
});

/**
 * The generic mechanism (S1-08): decides by where a tool comes from, never by its name (S1-03). A file that cannot
 * be written is said in the text and named in `context.retryId` (S1-15).
 */
export const createResultProcessor =
  (dependencies: { contextFiles: Pick<ContextFilesService, 'offload'> }): ProcessResult =>
  async (tool, given, { conversationId, callId }) => {
    const result = withVisibleControls(given);
    if (keeps[tool.origin]) return result;
    const offloaded = await dependencies.contextFiles.offload({
      conversationId,
      origin: 'tool',
      toolName: tool.name,
      callId,
      output: result.text,
    });
    const { text } = offloaded;
    switch (offloaded.status) {
      case 'inline':
        return result;
      case 'offloaded':
        return {
          ...result,
          text,
          contextRefs: [...(result.contextRefs ?? []), offloaded.ref.id],
        };
      case 'failed':
        return {
          ...result,
          text,
          context: { ...result.context, retryId: offloaded.retryId, origin: 'tool' },
        };
    }
  };

/** Puts a tool's big output into a file. */
import type { ContextRef } from '#shared/domain/context-file.ts';
import { appErrorCode } from '#shared/errors.ts';
import type { Logger } from '#main/platform.ts';
import { redactSecrets } from '../content/redact.ts';
import type { NewFile } from '../service.ts';
import {
  exitLine,
  failureLine,
  takeFirstCharacters,
  followOutput,
  joinParts,
  type OutputOrigin,
  referenceLine,
} from './format.ts';
import type { InlineBounds, OffloadRequest, OffloadResult } from './request.ts';
import type { Unsaved } from './unsaved.ts';

/** S1-05 and S1-07. */
export const defaultBounds: Readonly<Record<OutputOrigin, InlineBounds>> = {
  bash: { maxInlineBytes: 5 * 1024 },
  terminal: { maxInlineBytes: 1024 },
  tool: { maxInlineBytes: 1024 },
};

const snippetCharacters = 800;
/** Models choose these; nothing depends on what follows. */
const maxIdLength = 200;

/** `retryId`: under which a failure keeps it, when it was kept before. */
export type Offload = (request: OffloadRequest, retryId?: string) => Promise<OffloadResult>;

const isOver = (output: string, { maxInlineBytes, maxInlineChars }: InlineBounds): boolean =>
  (maxInlineChars !== undefined && output.length > maxInlineChars) ||
  // No character takes more than three bytes a code unit: most outputs need no counting.
  (output.length * 3 > maxInlineBytes && Buffer.byteLength(output) > maxInlineBytes);

const charactersOf = (output: OffloadRequest['output']): number =>
  typeof output === 'string' ? output.length : output.characters;

const fileFor = (request: OffloadRequest): NewFile => {
  const { origin, toolName, callId, output, mimeType } = request;
  const named = callId === undefined ? {} : { callId };
  return {
    kind: 'artifact',
    ...(mimeType === undefined ? {} : { mimeType }),
    hint: origin === 'tool' ? `Output of the tool ${toolName}` : `Output of ${toolName}`,
    source: {
      type: origin,
      id: (callId ?? '').slice(0, maxIdLength),
      name: toolName.slice(0, maxIdLength),
    },
    content: typeof output === 'string' ? output : output.content(),
    name:
      origin === 'terminal'
        ? { for: 'terminal', ...(callId === undefined ? {} : { terminalId: callId }) }
        : { for: 'tool', ...named },
  };
};

const logLine = (request: OffloadRequest, id: string): string =>
  request.origin === 'bash'
    ? `[AgentBashHandler] Offloaded output: ${id}`
    : `[ToolCallProcessor] Offloaded tool output: ${request.toolName} (${charactersOf(request.output)} chars)`;

/**
 * Brings a tool's output into the form a conversation may hold (section S1): whole when it is small, otherwise its
 * beginning and a reference to the file that has all of it.
 */
export const createOffload = (dependencies: {
  logger: Logger;
  unsaved: Unsaved;
  create(conversationId: string, file: NewFile): Promise<ContextRef>;
  redactSecrets(): boolean;
}): Offload => {
  const { logger, unsaved } = dependencies;
  return async (request, formerId) => {
    const { conversationId, origin, output } = request;
    const exit = exitLine(request.exitCode);
    if (typeof output === 'string' && !isOver(output, request.bounds ?? defaultBounds[origin])) {
      return { status: 'inline', text: followOutput(output, exit) };
    }
    // A little more than is shown, so that a secret at the cut is seen as one.
    const beginning = takeFirstCharacters(
      typeof output === 'string' ? output : output.beginning,
      snippetCharacters * 2,
    );
    const snippet = takeFirstCharacters(
      dependencies.redactSecrets() ? redactSecrets(beginning).text : beginning,
      snippetCharacters,
    );
    try {
      const ref = await dependencies.create(conversationId, fileFor(request));
      logger.log('info', logLine(request, ref.id), { conversationId });
      const reference = referenceLine(origin, ref.id, ref.byteSize ?? 0);
      return { status: 'offloaded', text: joinParts([snippet, reference, exit]), ref };
    } catch (error) {
      const retryId = unsaved.keep(request, formerId);
      logger.log('warn', 'a tool output could not be offloaded', {
        conversationId,
        tool: request.toolName,
        chars: charactersOf(output),
        code: appErrorCode(error),
      });
      return { status: 'failed', text: joinParts([snippet, failureLine, exit]), retryId };
    }
  };
};

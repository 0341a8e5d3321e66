/** The answer to a call as it is stored. */
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { compressResult } from '../compress/compress.ts';
import { readSource } from '../offload/read-source.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ToolCall, ToolResult } from '../service.ts';
import type { NewMessage } from '../store/message-store.ts';

type ResultWords = Pick<NewMessage, 'role' | 'content' | 'original' | 'metadata' | 'contextRefs'>;

/** A call, and the step of the turn that asked for it. */
type AnsweredCall = { turnId: string; step: number; call: ToolCall };

/** The answer to a call as it is kept: compressed for history, in full for the turn under way (S4-03, S4-04). */
export const resultMessage = (
  { turnId, step, call }: AnsweredCall,
  result: ToolResult,
  ref: string | null,
): ResultWords => {
  const content = compressResult(call.toolName, result, ref);
  return {
    role: 'tool',
    content,
    original: result.text === content ? null : result.text,
    metadata: {
      turn_id: turnId,
      kind: 'result',
      step,
      tool_name: call.toolName,
      call_id: call.callId,
      status: result.status,
    },
    contextRefs: [...(result.contextRefs ?? []), ...(ref === null ? [] : [ref])],
  };
};

const Compressed = z.object({ data: z.object({ truncated: z.boolean().optional() }) });

/** The same, with a lazy file for what history leaves out and no other file has (S4-14). */
export const resultWithWhole = async (
  { files, offloader, logger }: Pick<Dependencies, 'files' | 'offloader' | 'logger'>,
  at: AnsweredCall & { conversationId: string; messageId: string },
  result: ToolResult,
): Promise<ResultWords> => {
  const words = resultMessage(at, result, null);
  const isWhole = Compressed.parse(JSON.parse(words.content)).data.truncated !== true;
  if (isWhole || words.contextRefs.length > 0) return words;
  const { conversationId, messageId, call } = at;
  try {
    const source = await readSource(files, conversationId, call.toolName, call.input);
    if (source !== null) return resultMessage(at, result, source.id);
    const { contextRefs } = await offloader.toLazyFile({
      conversationId,
      messageId,
      ...words,
      text: result.text,
    });
    return resultMessage(at, result, contextRefs.at(-1) ?? null);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    logger.log('warn', 'a result has no file beside its short form', {
      conversationId,
      code: error.code,
    });
    return words;
  }
};

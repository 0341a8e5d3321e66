/** Stores the answer to one call: compressed for history, in full for the turn under way. */
import type { ConversationMessage } from '#shared/domain/conversation.ts';
import { AppError } from '#shared/errors.ts';
import { insertResult, unsavedOutput } from '../offload/unsaved-output.ts';
import { resultOf } from '../provenance/provenance.ts';
import type { ToolCall, ToolResult } from '../service.ts';
import { toMessage } from '../store/message-store.ts';
import { findOpenCalls } from './pairing.ts';
import { resultWithWhole } from './result-message.ts';
import { noLongerRunning, type RunningTurn } from './running-turn.ts';

/** INTERNAL when no call waits for it. */
export const addResult = async (
  running: RunningTurn,
  call: ToolCall,
  result: ToolResult,
): Promise<ConversationMessage> => {
  const { dependencies, stored } = running;
  const { messages, conversations, files, newId } = dependencies;
  const { turnId, conversationId, projectId } = stored;
  const checkIsOpen = (): void => {
    const open = findOpenCalls(messages.ofTurn(turnId));
    if (open.some((one) => one.call.callId === call.callId)) return;
    throw new AppError('INTERNAL', 'No call waits for this result.', {
      turnId,
      tool: call.toolName,
    });
  };
  checkIsOpen();
  const messageId = newId();
  const at = { conversationId, messageId, turnId, step: running.steps, call };
  const words = await resultWithWhole(dependencies, at, result);
  const provenance = resultOf(result.from, running.lastPrompt?.without ?? []);
  const row = { ...words, conversationId, projectId, turnId, messageId, provenance };
  const lacksFile = unsavedOutput(files, result);
  running.change((now) => {
    // Looked at again: the file was made meanwhile.
    checkIsOpen();
    insertResult(messages, { ...row, createdAt: now }, result.text, lacksFile);
    conversations.setUpdated(conversationId, now);
  });
  // The message has all of it now.
  if (lacksFile && lacksFile.whole !== null) files.forgetUnsaved(lacksFile.unsaved.retry_id);
  const inserted = messages.find(conversationId, messageId);
  if (inserted === null) throw noLongerRunning();
  return toMessage(inserted);
};

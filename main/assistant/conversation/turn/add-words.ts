/** What a turn says: steps with their calls, notes of Fabula's own, and the answer that ends it. */
import type { Usage } from '#shared/domain/run.ts';
import { AppError } from '#shared/errors.ts';
import type { Turn } from '../service.ts';
import type { RunningTurn } from './running-turn.ts';

/** INTERNAL for two calls with the same id. */
export const addStep = (
  running: RunningTurn,
  { text, thought, calls, usage }: Parameters<Turn['addStep']>[0],
): string => {
  const { turnId } = running.stored;
  if (new Set(calls.map(({ callId }) => callId)).size < calls.length) {
    throw new AppError('INTERNAL', 'Two calls of a step have the same id.', { turnId });
  }
  const messageId = running.change((now) => {
    running.answerOpenCalls(now);
    running.noteUsage(usage);
    const metadata = {
      turn_id: turnId,
      kind: 'step',
      step: running.steps + 1,
      thought,
      usage,
      calls: calls.map(({ callId, toolName, input }) => ({
        call_id: callId,
        tool_name: toolName,
        input,
      })),
    } as const;
    const provenance = running.answerProvenance();
    return running.insert({ role: 'assistant', content: text, provenance, metadata }, now);
  });
  running.steps += 1;
  return messageId;
};

export const addNote = (running: RunningTurn, text: string): string =>
  running.change((now) => {
    running.answerOpenCalls(now);
    const metadata = { turn_id: running.stored.turnId, kind: 'note' } as const;
    const provenance = running.answerProvenance();
    return running.insert({ role: 'user', content: text, metadata, provenance }, now);
  });

export const finishTurn = (
  running: RunningTurn,
  text: string,
  usage: Usage,
  thought: string,
): string => {
  const { turnId } = running.stored;
  const messageId = running.change((now) => {
    running.answerOpenCalls(now);
    running.noteUsage(usage);
    running.dependencies.turns.end(turnId, 'done', now);
    const metadata = {
      turn_id: turnId,
      kind: 'finish',
      step: running.steps + 1,
      usage,
      ...(thought === '' ? {} : { thought }),
    } as const;
    const provenance = running.answerProvenance();
    return running.insert({ role: 'assistant', content: text, provenance, metadata }, now);
  });
  running.steps += 1;
  return messageId;
};

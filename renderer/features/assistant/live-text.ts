import type { EventPayload } from '#shared/contract/events.ts';
import type { ConversationMessage } from '#shared/domain/conversation.ts';

/** What the model is writing in this step. */
export type Live = { turnId: string; step: number; text: string };

/** Whether what a step wrote is kept already. */
const isKept = (messages: readonly ConversationMessage[], turnId: string, step: number): boolean =>
  messages.some(
    ({ role, metadata }) =>
      role === 'assistant' && metadata.turn_id === turnId && (metadata.step ?? 0) >= step,
  );

export function withDelta(
  live: Live | null,
  { turnId, step, text }: EventPayload<'conversation:delta'>,
  messages: readonly ConversationMessage[],
): Live | null {
  if (isKept(messages, turnId, step)) return live;
  const goesOn = live !== null && live.turnId === turnId && live.step === step;
  return { turnId, step, text: goesOn ? live.text + text : text };
}

/** Nothing once the step is kept, or the turn is over. */
export const clearLive = (
  live: Live | null,
  messages: readonly ConversationMessage[],
  turnId: string | null,
): Live | null =>
  live === null || live.turnId !== turnId || isKept(messages, live.turnId, live.step) ? null : live;

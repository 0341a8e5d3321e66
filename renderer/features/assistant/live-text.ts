import type { Output } from '#shared/contract/index.ts';
import type { EventPayload } from '#shared/contract/events.ts';
import type { ConversationMessage } from '#shared/domain/conversation.ts';

/** What the model is writing in this step, from `start` on: what stands before that was not heard (UTF-16 code units). */
export type Live = { turnId: string; step: number; start: number; text: string };

/** Whether what a step wrote is kept already. */
const isKept = (messages: readonly ConversationMessage[], turnId: string, step: number): boolean =>
  messages.some(
    ({ role, metadata }) =>
      role === 'assistant' && metadata.turn_id === turnId && (metadata.step ?? 0) >= step,
  );

const ofStep = (live: Live | null, turnId: string, step: number): Live | null =>
  live !== null && live.turnId === turnId && live.step === step ? live : null;

export function withDelta(
  live: Live | null,
  { turnId, step, at, text }: EventPayload<'conversation:delta'>,
  messages: readonly ConversationMessage[],
): Live | null {
  if (isKept(messages, turnId, step)) return live;
  const heard = ofStep(live, turnId, step);
  const known = heard === null ? -1 : at - heard.start;
  if (heard === null || known < 0 || known > heard.text.length) {
    return { turnId, step, start: at, text };
  }
  return { ...heard, text: heard.text.slice(0, known) + text };
}

/** With what a step had written before this page heard of it; what it heard since comes behind. */
export function withSaid(
  live: Live | null,
  turnId: string | null,
  said: Output<'conversation:get'>['said'],
  messages: readonly ConversationMessage[],
): Live | null {
  if (turnId === null || said === undefined || said.text === '') return live;
  const { step, text } = said;
  if (isKept(messages, turnId, step)) return live;
  const heard = ofStep(live, turnId, step);
  const known = heard === null ? -1 : text.length - heard.start;
  const later = heard === null || known < 0 ? '' : heard.text.slice(known);
  return { turnId, step, start: 0, text: text + later };
}

/** Nothing once the step is kept, or the turn is over. */
export const clearLive = (
  live: Live | null,
  messages: readonly ConversationMessage[],
  turnId: string | null,
): Live | null =>
  live === null || live.turnId !== turnId || isKept(messages, live.turnId, live.step) ? null : live;

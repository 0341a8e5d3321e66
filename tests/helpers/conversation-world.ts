import type { AppOptions } from '#main/app-options.ts';
import type { Platform } from '#main/platform.ts';
import type { EventName, EventPayload } from '#shared/contract/events.ts';
import type { Input, Output } from '#shared/contract/index.ts';
import { type AiWorld, createAiWorld } from './ai-world.ts';

export type TurnEnd =
  | { name: 'conversation:done'; payload: EventPayload<'conversation:done'> }
  | { name: 'conversation:failed'; payload: EventPayload<'conversation:failed'> };

/** A book, a scripted model and a conversation about it. */
export type ConversationWorld = AiWorld & {
  conversationId: string;
  /** Another conversation in the same project. */
  open(): Promise<string>;
  /** Sends and waits for the end of the turn. */
  ask(text: string, change?: Partial<Input<'conversation:send'>>): Promise<TurnEnd>;
  /** Goes on with the turn that broke off, and waits for its end. Forgets the events before. */
  resume(): Promise<TurnEnd>;
  turnEnd(turnId: string): Promise<TurnEnd>;
  /** Waits for an event that is so, or takes one that came already. */
  heard<N extends EventName>(
    name: N,
    isMeant?: (payload: EventPayload<N>) => boolean,
  ): Promise<EventPayload<N>>;
  /** All events of a name so far. */
  all<N extends EventName>(name: N): EventPayload<N>[];
  messages(conversationId?: string): Promise<Output<'conversation:get'>['messages']>;
};

export const createConversationWorld = async (
  options: AppOptions & { language?: 'zh-CN' | 'en'; platform?: Partial<Platform> } = {},
): Promise<ConversationWorld> => {
  const base = await createAiWorld(options);
  const { test, events, projectId } = base;
  const open = async (): Promise<string> =>
    (await test.call('conversation:create', { projectId })).conversationId;
  const conversationId = await open();
  const isOf = <N extends EventName>(
    told: (typeof events)[number],
    name: N,
    isMeant: (payload: EventPayload<N>) => boolean,
  ): EventPayload<N> | null => {
    if (told.name !== name) return null;
    // The name is the one asked for, and with it the payload's shape.
    const payload = told.payload as EventPayload<N>;
    return isMeant(payload) ? payload : null;
  };
  const world: ConversationWorld = {
    ...base,
    conversationId,
    open,
    all: (name) =>
      events.flatMap((told) => {
        const payload = isOf(told, name, () => true);
        return payload === null ? [] : [payload];
      }),
    heard: (name, isMeant = () => true) =>
      new Promise((resolve) => {
        for (const told of events) {
          const payload = isOf(told, name, isMeant);
          if (payload !== null) return resolve(payload);
        }
        const stop = test.app.events.on((toldName, toldPayload) => {
          const payload = isOf(
            { name: toldName, payload: toldPayload } as (typeof events)[number],
            name,
            isMeant,
          );
          if (payload === null) return;
          stop();
          resolve(payload);
        });
      }),
    async turnEnd(turnId) {
      const isIt = (payload: { turnId: string }): boolean => payload.turnId === turnId;
      return Promise.race([
        world
          .heard('conversation:done', isIt)
          .then((payload) => ({ name: 'conversation:done' as const, payload })),
        world
          .heard('conversation:failed', isIt)
          .then((payload) => ({ name: 'conversation:failed' as const, payload })),
      ]);
    },
    async ask(text, change = {}) {
      const { turnId } = await test.call('conversation:send', { conversationId, text, ...change });
      return world.turnEnd(turnId);
    },
    async resume() {
      events.length = 0;
      const { turnId } = await test.call('conversation:resume', { conversationId });
      return world.turnEnd(turnId);
    },
    messages: async (id = conversationId) =>
      (await test.call('conversation:get', { conversationId: id })).messages,
  };
  return world;
};

/** The answer of a turn that succeeded, or an error that says what came instead. */
export const answered = (end: TurnEnd): EventPayload<'conversation:done'> => {
  if (end.name === 'conversation:done') return end.payload;
  throw new Error(`the turn failed: ${JSON.stringify(end.payload.error)}`);
};

export const brokeOff = (end: TurnEnd): EventPayload<'conversation:failed'>['error'] => {
  if (end.name === 'conversation:failed') return end.payload.error;
  throw new Error(`the turn was expected to fail and said: ${end.payload.text}`);
};

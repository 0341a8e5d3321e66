import { create } from 'zustand';
import type { Output } from '#shared/contract/index.ts';
import type { EventPayload } from '#shared/contract/events.ts';
import type { Conversation, ConversationMessage } from '#shared/domain/conversation.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { call } from '#renderer/rpc/index.ts';
import { clearLive, type Live, withDelta, withSaid } from './live-text.ts';
import { append, keepUnchanged, type Round, roundsOf } from './thread/rounds.ts';

export type ListedConversation = Output<'conversation:list'>['items'][number];
export type Compaction = EventPayload<'conversation:compaction'>;

type AssistantState = {
  projectId: string | null;
  /** Newest first; null until read. */
  conversations: readonly ListedConversation[] | null;
  /** The one that is open; null before the first word of a new one. */
  conversationId: string | null;
  /** Null until read. */
  info: Conversation | null;
  messages: readonly ConversationMessage[];
  rounds: readonly Round[];
  /** What the model is writing now; it is in no message yet. */
  live: Live | null;
  compactions: ReadonlyMap<string, Compaction>;
  /** Reading or the last change failed. */
  failure: unknown;
};

type AssistantActions = {
  load(projectId: string): Promise<void>;
  open(conversationId: string): Promise<void>;
  /** An empty conversation; it is stored with its first word. */
  startNew(): void;
  /** The open conversation's id, made if need be. Throws what the call throws. */
  ensure(): Promise<string>;
  /** Reads the open conversation again: what came later, or all of it. */
  refresh(conversationId: string, what: 'later' | 'all'): Promise<void>;
  refreshList(): Promise<void>;
  rename(conversationId: string, title: string): Promise<void>;
  remove(conversationId: string): Promise<void>;
  stop(): Promise<void>;
  resume(): Promise<void>;
  compact(): Promise<void>;
  hearDelta(delta: EventPayload<'conversation:delta'>): void;
  hearCompaction(compaction: Compaction): void;
};

const nothingOpen = {
  conversationId: null,
  info: null,
  messages: [],
  rounds: [],
  live: null,
} as const satisfies Partial<AssistantState>;

/** What is said of a summary that was made, or was not, is said until the next turn. */
const withoutEnded = (
  compactions: AssistantState['compactions'],
  conversationId: string,
): AssistantState['compactions'] => {
  const state = compactions.get(conversationId)?.state;
  if (state === undefined || state === 'started' || state === 'progress') return compactions;
  const rest = new Map(compactions);
  rest.delete(conversationId);
  return rest;
};

export const useAssistant = create<AssistantState & AssistantActions>()((set, get) => {
  /** The conversation that is being stored, and in which book. */
  let making: { projectId: string | null; made: Promise<string> } | null = null;
  const readings = { asked: 0, taken: 0 };
  /** Made by this page: in an empty one of another window something is being said there. */
  const own = new Set<string>();

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      set({ failure: null });
      await work();
    } catch (failure) {
      set({ failure });
    }
  };

  const isOpen = (conversationId: string) => get().conversationId === conversationId;

  /** It is gone: at once, so that nobody takes it for one that words could still be said in. */
  const forget = (gone: string): void => {
    const conversations = get().conversations?.filter((one) => one.conversationId !== gone);
    set({ conversations: conversations ?? null, ...(isOpen(gone) ? nothingOpen : {}) });
  };

  const take = (
    info: Conversation,
    messages: readonly ConversationMessage[],
    said: Output<'conversation:get'>['said'],
  ): void =>
    set(({ info: before, rounds, live, compactions }) => ({
      compactions:
        info.turnId === null || info.turnId === before?.turnId
          ? compactions
          : withoutEnded(compactions, info.conversationId),
      info,
      messages,
      rounds: roundsOf(messages, rounds),
      live: withSaid(clearLive(live, messages, info.turnId), info.turnId, said, messages),
    }));

  const make = async (): Promise<string> => {
    const { projectId } = get();
    if (projectId === null) throw new Error('No project is open.');
    const made = await call('conversation:create', { projectId });
    own.add(made.conversationId);
    if (get().projectId === projectId) {
      // The list that is read next has it, too; who begins a new one before that is to find it.
      const listed = get().conversations?.filter(
        (one) => one.conversationId !== made.conversationId,
      );
      set({ conversations: listed === undefined ? null : [made, ...listed] });
    }
    if (get().projectId === projectId && get().conversationId === null) {
      set({ ...nothingOpen, conversationId: made.conversationId, info: made });
    }
    return made.conversationId;
  };

  return {
    projectId: null,
    conversations: null,
    ...nothingOpen,
    compactions: new Map(),
    failure: null,

    async load(projectId) {
      if (get().projectId !== projectId) {
        set({ projectId, conversations: null, ...nothingOpen, failure: null });
      }
      // How they went on was not heard where the connection was lost.
      set({ compactions: new Map() });
      await get().refreshList();
      const { conversations, conversationId } = get();
      const newest = conversations?.find(({ messageCount }) => messageCount > 0);
      if (conversationId !== null) await get().refresh(conversationId, 'all');
      else if (newest !== undefined) await get().open(newest.conversationId);
    },
    async refreshList() {
      const { projectId } = get();
      if (projectId === null) return;
      try {
        const { items } = await call('conversation:list', { projectId });
        if (get().projectId === projectId) set({ conversations: items });
      } catch (failure) {
        if (get().projectId === projectId) set({ failure });
      }
    },
    async open(conversationId) {
      if (isOpen(conversationId)) return;
      set({ ...nothingOpen, conversationId, failure: null });
      await get().refresh(conversationId, 'all');
    },
    startNew() {
      const empty = get().conversations?.find(
        ({ conversationId, messageCount }) => messageCount === 0 && own.has(conversationId),
      );
      if (empty !== undefined) void get().open(empty.conversationId);
      else set({ ...nothingOpen, failure: null });
    },
    ensure() {
      const { conversationId, projectId } = get();
      if (conversationId !== null) return Promise.resolve(conversationId);
      if (making?.projectId !== projectId) {
        const made = make().finally(() => {
          if (making?.made === made) making = null;
        });
        making = { projectId, made };
      }
      return making.made;
    },
    async refresh(conversationId, what) {
      const last = get().messages.at(-1)?.messageId;
      const after = what === 'later' && last !== undefined ? { after: last } : {};
      readings.asked += 1;
      const reading = readings.asked;
      try {
        const read = await call('conversation:get', { conversationId, ...after });
        const { messages, said, ...info } = read;
        if (!isOpen(conversationId)) return;
        // What was asked for after it is known by now: a turn that ended would go on for ever.
        if (reading < readings.taken) {
          if (what === 'all') await get().refresh(conversationId, what);
          return;
        }
        readings.taken = reading;
        const known = get().messages;
        const now = 'after' in after ? append(known, messages) : keepUnchanged(known, messages);
        take(info, now, said);
      } catch (failure) {
        if (!isOpen(conversationId)) return;
        if (failureOf(failure).code === 'CONVERSATION_NOT_FOUND') forget(conversationId);
        else set({ failure });
      }
    },
    rename: (conversationId, title) =>
      attempt(async () => {
        const info = await call('conversation:rename', { conversationId, title });
        if (isOpen(conversationId)) set({ info });
        await get().refreshList();
      }),
    remove: (conversationId) =>
      attempt(async () => {
        // Of the deletion this window is told too, before the call's answer or after it.
        const wasOpen = isOpen(conversationId);
        await call('conversation:delete', { conversationId });
        forget(conversationId);
        await get().refreshList();
        const newest = get().conversations?.find(({ messageCount }) => messageCount > 0);
        if (wasOpen && get().conversationId === null && newest !== undefined) {
          await get().open(newest.conversationId);
        }
      }),
    stop: () =>
      attempt(async () => {
        const turnId = get().info?.turnId;
        if (turnId !== null && turnId !== undefined) await call('conversation:stop', { turnId });
      }),
    resume: () =>
      attempt(async () => {
        const { conversationId } = get();
        if (conversationId === null) return;
        await call('conversation:resume', { conversationId });
        await get().refresh(conversationId, 'all');
      }),
    compact: () =>
      attempt(async () => {
        const { conversationId } = get();
        if (conversationId === null) return;
        await call('conversation:compact', { conversationId });
        await get().refresh(conversationId, 'all');
      }),
    hearDelta(delta) {
      if (isOpen(delta.conversationId)) {
        set(({ live, messages }) => ({ live: withDelta(live, delta, messages) }));
      }
    },
    hearCompaction(compaction) {
      set(({ compactions }) => ({
        compactions: new Map(compactions).set(compaction.conversationId, compaction),
      }));
    },
  };
});

/** A conversation nobody has said anything in is none yet. */
export const shownConversations = ({
  conversations,
}: Pick<AssistantState, 'conversations'>): readonly ListedConversation[] =>
  (conversations ?? []).filter(({ messageCount }) => messageCount > 0);

export const isAnswering = ({ info }: Pick<AssistantState, 'info'>): boolean =>
  info !== null && info.turnId !== null;

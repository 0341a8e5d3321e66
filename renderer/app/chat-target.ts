/** The place in a conversation that somebody wants to see, for the assistant's tab to go to. */
import { create } from 'zustand';
import { showAssistant } from './assistant-mode.ts';

export type ChatTarget = { conversationId: string; messageId: string };

/** Null once it has been shown. */
export const useChatTarget = create<{ target: ChatTarget | null }>()(() => ({ target: null }));

/** Opens the assistant's tab where that message stands. */
export function showInChat(target: ChatTarget): void {
  useChatTarget.setState({ target });
  showAssistant('chat');
}

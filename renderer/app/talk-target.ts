/** The place in a conversation that somebody wants to see, for the assistant's tab to go to. */
import { create } from 'zustand';
import { showAssistant } from './assistant-mode.ts';

export type TalkTarget = { conversationId: string; messageId: string };

/** Null once it has been shown. */
export const useTalkTarget = create<{ target: TalkTarget | null }>()(() => ({ target: null }));

/** Opens the assistant's tab where that message stands. */
export function showInTalk(target: TalkTarget): void {
  useTalkTarget.setState({ target });
  showAssistant('talk');
}

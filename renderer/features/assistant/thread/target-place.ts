import { type RefObject, useEffect } from 'react';
import { useChatTarget } from '#renderer/app/chat-target.ts';
import type { ThreadEntry } from './rounds.ts';

const holds = (entry: ThreadEntry, messageId: string): boolean =>
  (entry.kind === 'summary' && entry.key === messageId) ||
  (entry.kind === 'round' ? [entry.round] : entry.rounds).some(({ messages }) =>
    messages.some((message) => message.messageId === messageId),
  );

type Thread = {
  conversationId: string | null;
  entries: readonly ThreadEntry[];
  content: RefObject<HTMLDivElement | null>;
  /** Draws at least so many of the last entries. */
  showAtLeast: (count: number) => void;
  /** What is read now stays where it is while the list grows. */
  leaveEnd: () => void;
};

/** Brings the round that somebody wants to see into sight, with the focus on it; rounds in a summary as their summary. */
export function useTargetPlace(thread: Thread): void {
  const { conversationId, entries, content, showAtLeast, leaveEnd } = thread;
  const target = useChatTarget((state) => state.target);
  useEffect(() => {
    if (target === null || target.conversationId !== conversationId) return undefined;
    const place = entries.findIndex((entry) => holds(entry, target.messageId));
    if (place < 0) {
      if (entries.length > 0) useChatTarget.setState({ target: null });
      return undefined;
    }
    const fromEnd = entries.length - place;
    const rows = content.current?.querySelectorAll<HTMLElement>('.chat-thread > li');
    const row = rows?.[rows.length - fromEnd];
    leaveEnd();
    if (row === undefined) {
      showAtLeast(fromEnd);
      return undefined;
    }
    // The field to write in takes the focus when the tab opens: this comes after it.
    const frame = requestAnimationFrame(() => {
      row.tabIndex = -1;
      row.focus({ preventScroll: true });
      row.scrollIntoView({ block: 'start' });
      useChatTarget.setState({ target: null });
    });
    return () => cancelAnimationFrame(frame);
  });
}

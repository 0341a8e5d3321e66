/** Counts the tokens of one model call. */
import type { ChatRequest } from '#main/ai/runs/service.ts';
import type { CountText } from '#main/assistant/conversation/service.ts';

/** What a provider adds for each message and tool of its own form. */
const overhead = 4;

/** Tokens of one model call, the tools it offers among them. */
export const countRequestTokens = (
  sendChat: Omit<ChatRequest, 'profileId' | 'projectId' | 'isStillOpen'>,
  count: CountText,
): number => {
  const messages = sendChat.messages.flatMap((message) => {
    if (message.role === 'user') return [message.text];
    if (message.role === 'tool') return message.results.map(({ text }) => text);
    return [message.text, ...message.calls.map(({ input }) => JSON.stringify(input))];
  });
  const texts = [
    ...sendChat.system,
    ...messages,
    ...sendChat.tools.map((tool) => JSON.stringify(tool)),
  ];
  return texts.reduce((sum, text) => sum + count(text) + overhead, 0);
};

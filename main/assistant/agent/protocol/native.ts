/** Calls of tools in the provider's own form. */
import type { ChatMessage } from '#main/ai/runs/service.ts';
import type { Prompt, PromptItem } from '#main/assistant/conversation/service.ts';
import type { Protocol } from './protocol.ts';

/** Said where the earlier conversation held words that no provider takes as they are. */
const silent = '…';

/**
 * Messages of a provider's own form. A step's calls and the results that follow it stay together, in the calls'
 * order, whatever order they came in.
 */
export const messagesOf = (items: readonly PromptItem[]): ChatMessage[] => {
  const messages: ChatMessage[] = [];
  for (const [index, item] of items.entries()) {
    switch (item.kind) {
      case 'summary':
      case 'question':
        messages.push({ role: 'user', text: item.text });
        break;
      case 'finish':
        messages.push({ role: 'assistant', text: item.text.trimEnd() || silent, calls: [] });
        break;
      case 'step': {
        const { calls } = item;
        const text = calls.length > 0 ? item.thought : item.text.trimEnd() || silent;
        messages.push({ role: 'assistant', text, calls });
        if (calls.length === 0) break;
        const results = items
          .slice(index + 1, index + 1 + calls.length)
          .filter((next) => next.kind === 'result')
          .map(({ callId, toolName, text: said }) => ({ callId, toolName, text: said }));
        messages.push({ role: 'tool', results });
        break;
      }
      case 'result':
        break;
    }
  }
  return messages;
};

const recapOf = ({ recap }: Prompt): ChatMessage[] =>
  recap === '' ? [] : [{ role: 'user', text: recap }];

/** Calls in the provider's own form, where it has one: paired by their ids (S2-14, S4-15). */
export const nativeProtocol: Protocol = {
  request(prompt, tools) {
    const settled = messagesOf(prompt.history);
    return {
      system: [prompt.system, prompt.projectInstructions],
      messages: [
        ...settled,
        ...messagesOf([prompt.question, ...prompt.scratchpad]),
        ...recapOf(prompt),
      ],
      settled: settled.length,
      tools,
      stop: [],
    };
  },
  read({ text, calls }) {
    const thinking = /^\s*<think>[\s\S]*?<\/think>/iu;
    const said = text.replace(thinking, '').trim();
    if (calls.length > 0) {
      const asked = calls.map(({ toolName, input }) => ({ toolName, input }));
      return { kind: 'calls', thought: said, calls: asked, kept: said };
    }
    return said === ''
      ? { kind: 'malformed', thought: '', kept: text, problem: 'The answer was empty.' }
      : { kind: 'answer', thought: '', text: said };
  },
};

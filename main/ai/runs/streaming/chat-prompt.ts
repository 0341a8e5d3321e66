/** A call of a conversation in the provider's own form. */
import type { JSONSchema7, ModelMessage, SystemModelMessage, ToolSet } from 'ai';
import type { Provider } from '#shared/domain/model-profile.ts';
import type { Json, JsonObject } from '#shared/errors.ts';
import type { ChatRequest, ChatMessage } from '../service.ts';
import { type ChatPrompt, systemJoint } from './single-prompt.ts';
import type { ToolNames } from './tool-names.ts';

const cacheMark = { anthropic: { cacheControl: { type: 'ephemeral' as const } } };

/** Providers want an object; what the model wrote instead of one is shown to it as it was. */
const inputOf = (input: Json): JsonObject =>
  typeof input === 'object' && input !== null && !Array.isArray(input)
    ? input
    : { unreadable: input };

const messageOf = (message: ChatMessage, names: ToolNames): ModelMessage => {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.text };
    case 'assistant': {
      const { text, calls } = message;
      if (calls.length === 0) return { role: 'assistant', content: text };
      return {
        role: 'assistant',
        content: [
          ...(text.trim() === '' ? [] : [{ type: 'text' as const, text }]),
          ...calls.map(({ callId, toolName, input }) => ({
            type: 'tool-call' as const,
            toolCallId: callId,
            toolName: names.toWire(toolName),
            input: inputOf(input),
          })),
        ],
      };
    }
    case 'tool':
      return {
        role: 'tool',
        content: message.results.map(({ callId, toolName, text }) => ({
          type: 'tool-result' as const,
          toolCallId: callId,
          toolName: names.toWire(toolName),
          output: { type: 'text' as const, value: text },
        })),
      };
  }
};

/** Templates of many models want the roles to take turns: neighbours of the writer's side become one message. */
const joined = (messages: readonly ChatMessage[]): ChatMessage[] => {
  const turns: ChatMessage[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (last?.role === 'user' && message.role === 'user') {
      turns[turns.length - 1] = { role: 'user', text: `${last.text}\n\n${message.text}` };
    } else {
      turns.push(message);
    }
  }
  return turns;
};

const systemOf = (provider: Provider, blocks: readonly string[], mark: boolean) => {
  const texts = blocks.filter((text) => text !== '');
  if (provider !== 'anthropic') {
    return texts.length === 0
      ? []
      : [{ role: 'system', content: texts.join(systemJoint) } satisfies SystemModelMessage];
  }
  return texts.map(
    (content, index): SystemModelMessage => ({
      role: 'system',
      content,
      ...(mark && index === texts.length - 1 ? { providerOptions: cacheMark } : {}),
    }),
  );
};

const toolsOf = async (sendChat: ChatRequest, names: ToolNames): Promise<ToolSet | null> => {
  if (sendChat.tools.length === 0) return null;
  const { jsonSchema, tool } = await import('ai');
  return Object.fromEntries(
    sendChat.tools.map(({ name, description, inputSchema }) => [
      names.toWire(name),
      // A JSON schema is what the agent made of a tool's input, or what an MCP server gave; its form is not ours to check.
      tool({ description, inputSchema: jsonSchema(inputSchema as JSONSchema7) }),
    ]),
  );
};

/**
 * A call of a conversation in the provider's own form. Anthropic's cache is asked for at three borders: after the
 * system text, after what is settled, and at the end, which is the next call's beginning.
 */
export const buildChatPrompt = async (
  provider: Provider,
  sendChat: ChatRequest,
  names: ToolNames,
  caching: boolean,
): Promise<ChatPrompt> => {
  const mark = caching && provider === 'anthropic';
  // Anthropic's messages take several texts, so that the mark may stand between two of one side.
  const turns = provider === 'anthropic' ? sendChat.messages : joined(sendChat.messages);
  const marked = new Set([(sendChat.settled ?? 0) - 1, turns.length - 1]);
  return {
    system: systemOf(provider, sendChat.system, mark),
    messages: turns.map((turn, index) => ({
      ...messageOf(turn, names),
      ...(mark && marked.has(index) ? { providerOptions: cacheMark } : {}),
    })),
    tools: await toolsOf(sendChat, names),
    stop: [...sendChat.stop],
  };
};

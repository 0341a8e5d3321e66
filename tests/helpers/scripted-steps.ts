import type { ToolProtocol } from '#shared/domain/model-profile.ts';
import type { Script } from './model-server.ts';

export type Step =
  | { answer: string }
  | { thought?: string; calls: readonly (readonly [tool: string, input: object])[] };

/** The same step in the words of either protocol, sent in pieces. */
export const scripted = (protocol: ToolProtocol, step: Step, change: Script = {}): Script => {
  if (protocol === 'native') {
    return 'answer' in step
      ? { pieces: cut(step.answer), ...change }
      : {
          pieces: cut(step.thought ?? ''),
          calls: step.calls.map(([name, input]) => ({ name, arguments: input })),
          ...change,
        };
  }
  const text =
    'answer' in step
      ? `Thought: 够了\nAction: Finish[${step.answer}]`
      : [
          `Thought: ${step.thought ?? '看看'}`,
          ...step.calls.map(([name, input]) => `Action: ${name}[${JSON.stringify(input)}]`),
        ].join('\n');
  return { pieces: cut(text), ...change };
};

/** Pieces of a few characters, as models send them. */
const cut = (text: string): string[] => text.match(/[\s\S]{1,7}/gu) ?? [];

type Body = Record<string, unknown> & { messages: Record<string, unknown>[] };

/** All words of a request in one text, whatever the format. */
export const wordsOf = (call: { body: Record<string, unknown> } | undefined): string => {
  const words: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') words.push(value);
    else if (Array.isArray(value)) for (const part of value) collect(part);
    else if (typeof value === 'object' && value !== null) collect(Object.values(value));
  };
  const { system, messages } = (call?.body ?? {}) as Body;
  collect([system, messages]);
  return words.join('\n');
};

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { messagesOf, nativeProtocol } from '#main/assistant/agent/protocol/native.ts';
import type { PromptItem, ToolCall } from '#main/assistant/conversation/service.ts';

const toolName = fc.constantFrom('Read', 'Grep', 'Bash');
const step = fc
  .array(toolName, { maxLength: 4 })
  .chain((names) =>
    fc.record({ names: fc.constant(names), text: fc.string(), thought: fc.string() }),
  );

/** A conversation as the service promises it: every step's results follow it. */
const conversation = fc
  .array(fc.tuple(fc.constantFrom('question', 'step', 'finish', 'summary'), step), {
    maxLength: 12,
  })
  .map((parts) => {
    let id = 0;
    return parts.flatMap(([kind, { names, text, thought }], index): PromptItem[] => {
      const messageId = `m${index}`;
      if (kind === 'question') return [{ kind: 'question', messageId, text }];
      if (kind === 'finish') return [{ kind: 'finish', messageId, text, thought: '' }];
      if (kind === 'summary') return [{ kind: 'summary', messageId, text }];
      const calls = names.map((name): ToolCall => {
        id += 1;
        return { callId: `c${id}`, toolName: name, input: {} };
      });
      return [
        { kind: 'step', messageId, text, thought, calls },
        ...calls.map(
          (call): PromptItem => ({
            kind: 'result',
            messageId: `${messageId}-${call.callId}`,
            callId: call.callId,
            toolName: call.toolName,
            text: `of ${call.callId}`,
          }),
        ),
      ];
    });
  });

it('every call is followed by exactly its results, and no message is empty [S2-14 S4-15]', () => {
  fc.assert(
    fc.property(conversation, (items) => {
      const messages = messagesOf(items);
      for (const [index, message] of messages.entries()) {
        if (message.role === 'assistant') {
          const next = messages[index + 1];
          const results = next?.role === 'tool' ? next.results : [];
          expect(results.map(({ callId }) => callId)).toEqual(
            message.calls.map(({ callId }) => callId),
          );
          if (message.calls.length === 0) expect(message.text).not.toBe('');
        }
        if (message.role === 'tool') expect(messages[index - 1]?.role).toBe('assistant');
      }
      const results = items.filter(({ kind }) => kind === 'result');
      const sent = messages.flatMap((message) => (message.role === 'tool' ? message.results : []));
      expect(sent).toHaveLength(results.length);
    }),
  );
});

it('sends history, the question, the turn so far and the list of things to do, in this order [S4-01]', () => {
  const request = nativeProtocol.request(
    {
      system: 'L1',
      projectInstructions: 'L2',
      history: [{ kind: 'summary', messageId: 's', text: 'L3' }],
      question: { kind: 'question', messageId: 'q', text: '问' },
      scratchpad: [
        {
          kind: 'step',
          messageId: 'a',
          text: '',
          thought: '想',
          calls: [{ callId: 'c', toolName: 'LS', input: {} }],
        },
        { kind: 'result', messageId: 'r', callId: 'c', toolName: 'LS', text: '果' },
      ],
      recap: '待办',
    },
    [],
  );
  expect(request.system).toEqual(['L1', 'L2']);
  expect(request.settled).toBe(1);
  const texts = request.messages.map((message) =>
    message.role === 'tool' ? message.results[0]?.text : message.text,
  );
  expect(texts).toEqual(['L3', '问', '想', '果', '待办']);
});

it('takes thinking out of what is said', () => {
  const said = { calls: [], finish: 'stop' } as const;
  expect(nativeProtocol.read({ ...said, text: '<think>嗯</think>\n好' })).toEqual({
    kind: 'answer',
    thought: '',
    text: '好',
  });
  expect(nativeProtocol.read({ ...said, text: ' ' })).toMatchObject({ kind: 'malformed' });
});

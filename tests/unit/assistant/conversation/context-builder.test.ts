import { describe, expect, it } from 'vitest';
import { buildContext } from '#main/assistant/conversation/context-builder.ts';
import type { PromptItem } from '#main/assistant/conversation/service.ts';

const messageId = 'm';
const question = (text: string) => ({ kind: 'question', messageId, text }) as const;
const step = (text: string, thought = '', toolName = 'Read'): PromptItem => ({
  kind: 'step',
  messageId,
  text,
  thought,
  calls: [{ callId: 'c', toolName, input: { path: '第一章.md' } }],
});
const result = (text: string): PromptItem => ({
  kind: 'result',
  messageId,
  callId: 'c',
  toolName: 'Read',
  text,
});

describe('the conversation as one text', () => {
  it('has history, question, scratchpad and recap in this order and form [S4-01 S4-29 S4-30]', () => {
    const said = 'Thought: 先读\nAction: Read[{"path":"第一章.md"}]';
    const history: PromptItem[] = [
      { kind: 'summary', messageId, text: '## 📌 Archived Session Summary' },
      question('读第一章'),
      step(said),
      result('{"status":"success","data":{}}'),
      { kind: 'finish', messageId, text: '读完了', thought: '够了' },
    ];
    expect(
      buildContext(
        history,
        [step(said), result('1\t全文')],
        question('再读'),
        'Todo recap:\n[ ] a',
      ),
    ).toBe(
      [
        '## 📌 Archived Session Summary',
        '[user] 读第一章',
        `[assistant] ${said}`,
        '[tool] {"status":"success","data":{}}',
        '[assistant] Thought: 够了\nAction: Finish[读完了]',
        '[user] 再读',
        `[assistant] ${said}`,
        '[tool] 1\t全文',
        'Todo recap:\n[ ] a',
      ].join('\n\n'),
    );
  });

  it('words calls that were made in a provider’s own protocol [S4-04]', () => {
    expect(buildContext([], [step('我先看看。')], question('问'))).toBe(
      '[user] 问\n\n[assistant] Thought: 我先看看。\nAction: Read[{"path":"第一章.md"}]',
    );
    expect(buildContext([], [step('')], question('问'))).toBe(
      '[user] 问\n\n[assistant] Action: Read[{"path":"第一章.md"}]',
    );
  });
});

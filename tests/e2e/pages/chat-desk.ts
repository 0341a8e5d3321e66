import type { ModelServer } from '#tests/helpers/model-server.ts';
import { assistantModel } from './assistant.ts';
import type { Desk } from './desk.ts';

export const chatChapters = {
  '第一章 雪夜.md': '# 第一章 雪夜\n\n窗外的雪落了一夜。林远坐在灯下，数着桌上的铜钥匙。\n',
  '第二章 归途.md': '# 第二章 归途\n\n雪停了。\n',
};

/** What tests of the chat change in settings, back as it was. */
export async function resetChat(desk: Desk): Promise<void> {
  await desk.call('settings:update', {
    tools: { bash: 'off' },
    assistant: { keepRounds: 10 },
    layout: { assistantMode: 'chat' },
  });
}

/** A book of two chapters in a window, a scripted model connected, and the field of the chat with the focus. */
export async function openChat(desk: Desk, server: ModelServer) {
  const project = await desk.project(chatChapters);
  await desk.call('ai:models:save', {
    id: 'scripted',
    provider: 'openai-compatible',
    baseUrl: `${server.url}/v1`,
    model: 'scripted',
    contextWindow: 60_000,
    maxOutput: 2000,
    toolProtocol: 'native',
    prices: { currency: '¥', input: 2, output: 8 },
  });
  const window = await desk.window('zh-CN', { project });
  const chat = assistantModel(window.page, 'zh-CN');
  await chat.show();
  return { ...window, project, chat };
}

/** A call the scripted model makes. */
export const toolCall = (name: string, input: Record<string, unknown>) => ({
  name,
  arguments: JSON.stringify(input),
});

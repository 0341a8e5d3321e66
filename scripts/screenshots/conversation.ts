import type { Page } from 'playwright-core';
import type { Language } from '#shared/domain/identifiers.ts';
import { type Script, startModelServer } from '#tests/helpers/model-server.ts';
import type { Screen } from './screens.ts';

type Call = (channel: string, input: unknown) => Promise<unknown>;

const tool = (name: string, input: object) => ({ name, arguments: JSON.stringify(input) });

/** A conversation about the sample: what is asked, what the model does, what it says. */
const conversations: Record<Language, { questions: string[]; scripts: Script[] }> = {
  'zh-CN': {
    questions: [
      '郑九的锣，前后都有哪些规矩？',
      '第三章开头那句改得利落些。',
      '潮位表有没有算错的地方？',
    ],
    scripts: [
      { calls: [tool('search_manuscript', { query: '郑九 敲锣 规矩' })] },
      { calls: [tool('Read', { path: '第三章 渡口的锣.md', limit: 20 })] },
      {
        pieces: [
          '书里写明的有三条：\n\n1. **三声齐的**，是船要开或者船到了。\n2. **一紧一慢的**，是上塘。\n3. 潮锣一动手，*不敲到天亮不歇*，潮退了也敲。\n\n前两条见 `第三章 渡口的锣`，第三条是“他自己的”。后文若让郑九中途停锣，需要给他一个理由。',
        ],
      },
      {
        pieces: ['先看原句。'],
        calls: [
          tool('Edit', {
            path: '第三章 渡口的锣.md',
            old_string: '从我们家山墙上牵出去一根棕绳，穿过三只木滑子，',
            new_string: '山墙上牵出一根棕绳，过三只木滑子，',
          }),
        ],
      },
      { pieces: ['提出了一处修改，等你过目：去掉了“我们家”和“穿”，绳子先动起来。'] },
      { calls: [tool('Bash', { command: 'python3 check_tides.py 潮位.csv' })] },
    ],
  },
  en: {
    questions: [
      'What do we know of the cocoa tin so far?',
      'Tighten the line about the fourth print.',
      'Are the times in the roster consistent?',
    ],
    scripts: [
      { calls: [tool('search_manuscript', { query: 'cocoa tin needle' })] },
      { calls: [tool('Read', { path: '02 Ellery Is Silent.md', limit: 12 })] },
      {
        pieces: [
          'Two things, both from the signal room:\n\n1. Someone **wedged it behind the south needle**, so that every stroke could be heard (*The Night Roster*).\n2. In *Ellery Is Silent* it “spoke her own words back to her” while the line was whole.\n\nSince chapter 2 it has not been heard again. If it sounds later, Ines ought to notice that first.',
        ],
      },
      {
        pieces: ['Let me see the line first.'],
        calls: [
          tool('Edit', {
            path: '01 The Night Roster.md',
            old_string:
              'Teague had ruled it in along the edge of a biscuit tin, four winters ago, as a joke,',
            new_string: 'Four winters ago Teague had ruled it in along a biscuit tin, as a joke,',
          }),
        ],
      },
      {
        pieces: [
          'One change is proposed and waits for you: the winters come first, the edge goes.',
        ],
      },
      { calls: [tool('Bash', { command: 'python3 check_roster.py roster.csv' })] },
    ],
  },
};

/**
 * Connects a scripted model and holds a conversation about the sample, up to a command that waits for leave. Answers what
 * takes the model away again.
 */
export const holdConversation = async (
  call: Call,
  language: Language,
): Promise<() => Promise<void>> => {
  const server = await startModelServer();
  const { questions, scripts } = conversations[language];
  const { projectId } = (await call('projects:openSample', { language })) as { projectId: string };
  await call('retrieval:index', { projectId, wait: true });
  await call('ai:models:save', {
    id: 'sample',
    provider: 'openai-compatible',
    baseUrl: `${server.url}/v1`,
    model: 'qwen3-32b',
    contextWindow: 60_000,
    maxOutput: 4000,
    toolProtocol: 'native',
  });
  await call('settings:update', { tools: { bash: 'ask' }, layout: { assistantMode: 'chat' } });
  server.script(...scripts);
  const made = (await call('conversation:create', { projectId })) as { conversationId: string };
  const { conversationId } = made;
  for (const [index, text] of questions.entries()) {
    await call('conversation:send', { conversationId, text });
    if (index < questions.length - 1) await settled(call, conversationId);
  }
  return async () => {
    await call('conversation:delete', { conversationId });
    await call('ai:models:remove', { id: 'sample' });
    await call('settings:update', { tools: { bash: 'off' } });
    await server.close();
  };
};

const settled = async (call: Call, conversationId: string): Promise<void> => {
  for (;;) {
    const { turnId } = (await call('conversation:get', { conversationId })) as {
      turnId: string | null;
    };
    if (turnId === null) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

const shown = async (page: Page): Promise<void> => {
  await page.locator('.page-text[data-ready="true"]').waitFor();
  if (!(await page.locator('.dock').isVisible())) await page.keyboard.press('Control+J');
  await page.keyboard.press('Control+L');
  await page.locator('.chat-permission').waitFor();
  await page.waitForTimeout(400);
};

/** Screens that need {@link holdConversation}. */
export const conversationScreens: readonly Screen[] = [
  {
    name: 'conversation',
    address: (language) => `?sample=${language}`,
    show: async ({ page }) => {
      await shown(page);
      await page.locator('.chat-step').first().getByRole('button').first().click();
      await page.waitForTimeout(200);
    },
  },
  {
    name: 'conversation-top',
    address: (language) => `?sample=${language}`,
    show: async ({ page }) => {
      await shown(page);
      await page.locator('.chat-round').first().scrollIntoViewIfNeeded();
      await page.waitForTimeout(200);
    },
  },
  {
    name: 'tools',
    address: (language) => `?sample=${language}`,
    show: async ({ page }) => {
      await shown(page);
      await page.locator('.cm-content').focus();
      await page.keyboard.press('Control+Comma');
      await page.getByRole('dialog').waitFor();
      await page.locator('.settings-tabs [role="tab"]').last().click();
      await page.waitForTimeout(200);
    },
  },
];

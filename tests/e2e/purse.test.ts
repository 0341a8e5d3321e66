import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '#shared/domain/identifiers.ts';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import { type Desk, startDesk } from './pages/desk.ts';
import { connectScriptedModel } from './pages/scripted-model.ts';
import { writeModel } from './pages/write-model.ts';

let desk: Desk;
let server: ModelServer;

const texts: Record<Language, { chapter: string; after: string; answer: string }> = {
  'zh-CN': {
    chapter: '# 第一章 雪夜\n\n窗外的雪落了一夜。林远坐在灯下。\n\n没有人说话。\n',
    after: '坐在灯下。',
    answer: '他站起来。',
  },
  en: {
    chapter: '# One\n\nIt had snowed all night. Rowan sat by the lamp.\n\nNobody spoke.\n',
    after: 'by the lamp.',
    answer: 'He stood up.',
  },
};

beforeAll(async () => {
  desk = await startDesk();
  server = await startModelServer();
  await connectScriptedModel(desk, server);
});
afterAll(async () => {
  await server.close();
  await desk.close();
});

const looks = [
  ['zh-CN', { width: 1024, height: 700, colorScheme: 'dark' }],
  ['en', { width: 1440, height: 900, colorScheme: 'light' }],
] as const;

describe('a cap that is reached while one writes', () => {
  it.each(looks)(
    'says in each place what is spent and what is left, sends nothing, and goes on once it is raised (%s) [N12]',
    async (language, look) => {
      const { chapter, after, answer } = texts[language];
      server.script({ pieces: [answer] });
      const project = await desk.project({ '01.md': chapter }, language);
      const { page, text, word } = await desk.window(language, { project, ...look });
      const write = writeModel(page, language);
      await text.caretAfter(after);
      await write.ask();
      await expect.poll(() => write.lastRun.locator('.run-text').textContent()).toBe(answer);
      const { spent } = await desk.call('purse:get', {});
      const limit = spent.perDay.tokens + 3;
      await desk.call('purse:update', { perDay: { tokens: limit } });
      const sent = server.calls.length;

      // In the status bar, and where one asks.
      const number = new Intl.NumberFormat(language);
      const status = page.locator('.status-bar').getByText(number.format(limit));
      await status.waitFor();
      await page.keyboard.press('Control+Shift+A');
      const ahead = page.locator('.purse-ahead');
      await ahead.getByText(word('purse:ahead')).waitFor();
      const figures = [number.format(limit), number.format(spent.perDay.tokens), '3'];
      const said = (await ahead.textContent()) ?? '';
      for (const figure of figures) expect(said).toContain(figure);

      // Asked all the same, it is refused with the very same figures, which stand there once.
      await page.keyboard.press('Control+Enter');
      const change = word('purse:excess.action');
      const figuresAhead = said.replace(word('purse:ahead'), '').replace(change, '').trim();
      const refusal = page.locator('.write-ask').getByRole('alert');
      await refusal.getByText(figuresAhead, { exact: true }).waitFor();
      expect(await page.getByText(figuresAhead).count()).toBe(1);
      expect(server.calls).toHaveLength(sent);

      await refusal.getByRole('button', { name: change }).click();
      await page.getByRole('tab', { name: word('purse:title'), selected: true }).waitFor();
      await page.keyboard.press('Escape');
      await desk.call('purse:update', { perDay: {} });
      await refusal.waitFor({ state: 'detached' });
      expect(await ahead.count()).toBe(0);
    },
  );
});

describe('a larger request than the one at hand', () => {
  it('N12 is refused with its own figures where the one at hand would be sent, until the cap is raised', async () => {
    const { chapter, after, answer } = texts.en;
    server.script({ pieces: [answer] });
    const project = await desk.project({ '01.md': chapter }, 'en');
    const { page, text, word } = await desk.window('en', { project });
    const write = writeModel(page, 'en');
    await text.caretAfter(after);
    await write.ask('Slowly, as snow falls. '.repeat(120));
    await expect.poll(() => write.lastRun.locator('.run-text').textContent()).toBe(answer);
    const { projectId } = project;
    const { documents } = await desk.call('documents:list', { projectId });
    const documentId = documents[0]?.documentId ?? '';
    const request = { projectId, documentId, cursorPosition: 5, skillId: 'continue' };
    const { requestTokens, outputTokens = 0 } = await desk.call('context:forecast', request);
    const limit = requestTokens + outputTokens + 200;
    await desk.call('purse:update', { perRequest: { tokens: limit } });
    const sent = server.calls.length;

    await write.bar.getByRole('button', { name: word('candidates:rejectAll') }).click();
    await write.lastRun
      .getByRole('button', { name: word('write:outcome.again'), exact: true })
      .click();
    const refusal = page.locator('.write-ask').getByRole('alert');
    await refusal.getByText(word('errors:PURSE_EXCEEDED.what')).waitFor();
    expect(await refusal.textContent()).toContain(new Intl.NumberFormat('en').format(limit));
    expect(server.calls).toHaveLength(sent);
    await desk.call('purse:update', { perRequest: {} });
    await refusal.waitFor({ state: 'detached' });
    expect(await page.locator('.purse-ahead').count()).toBe(0);
  });
});

describe('a sum from which the writer is asked first', () => {
  it.each(['zh-CN', 'en'] as const)(
    'holds for the chapter it was agreed to in: in another one is asked again (%s) [E2]',
    async (language) => {
      const { chapter, after, answer } = texts[language];
      const [name = '', last = ''] = [
        /\S+$/mu.exec(chapter)?.[0],
        chapter.trim().split('\n').at(-1),
      ];
      await desk.call('purse:update', { askAbove: { tokens: 10 } });
      server.script({ pieces: [answer] });
      const project = await desk.project(
        { '01.md': chapter, '02.md': `# Ferry\n\n${after}\n` },
        language,
      );
      const { page, text, binder, word } = await desk.window(language, { project });
      const write = writeModel(page, language);
      const sent = server.calls.length;
      // There it takes more, as the chapter before goes with it.
      await binder.open('Ferry');
      await text.text.getByText(after).waitFor();
      await write.ask();
      const send = page.getByRole('button', { name: word('purse:ask.send'), exact: true });
      await send.waitFor();

      await binder.open(name);
      await text.text.getByText(last).waitFor();
      const refused = page.waitForResponse((response) => response.url().endsWith('/rpc/ai%3Arun'));
      await send.click();
      expect(await (await refused).json()).toMatchObject({ error: { code: 'PURSE_ASKS' } });
      expect(server.calls).toHaveLength(sent);

      await send.click();
      await expect.poll(() => write.lastRun.locator('.run-text').textContent()).toBe(answer);
      await send.waitFor({ state: 'detached' });
      expect(server.calls).toHaveLength(sent + 1);
      await desk.call('purse:update', { askAbove: {} });
    },
  );
});

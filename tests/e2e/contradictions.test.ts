import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { held } from './pages/held.ts';
import { connectScriptedModel } from './pages/scripted-model.ts';
import { hasFocus, settled } from './pages/settled.ts';

let desk: Desk;
let server: ModelServer;
beforeAll(async () => {
  [desk, server] = await Promise.all([startDesk(), startModelServer()]);
});
afterAll(async () => {
  await server.close();
  await desk.close();
});

const files = {
  '01.md': '# 第一章 渡口\n\n天黑了。裴照生着一双碧绿的眼睛，行伍里人人都认得。\n',
  '02.md': '# 第二章 来信\n\n灯下看去，裴照的眼睛是褐色的。林晚推开门。\n',
  '03.md': '# 第三章 坡上\n\n林晚的右腿瘸了，走得很慢。\n',
};

const open = async (language: Language) => {
  const project = await desk.project(files);
  const { projectId } = project;
  const made = { projectId, kind: 'character' as const };
  await desk.call('knowledge:entities:create', { ...made, name: '裴照', summary: '武将。' });
  await desk.call('knowledge:entities:create', { ...made, name: '林晚', summary: '左腿瘸了。' });
  const window = await desk.window(language, { project });
  const { page, word } = window;
  const list = page.getByRole('main').filter({ hasText: word('contradictions:title') });
  return { ...window, list, findings: list.getByRole('listitem') };
};

describe('contradictions on the screen', () => {
  it('that were looked for are told of, once, where the screen was left meanwhile [N15 W9]', async () => {
    const { page, word, list, findings, palette } = await open('zh-CN');
    await palette.run(word('contradictions:commands.open'));
    const checking = await held(page, 'contradictions:check');
    await list.getByRole('button', { name: word('contradictions:check'), exact: true }).click();
    await checking.asked;
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    checking.give();
    const kind = word('jobs:kinds.contradictions');
    const told = page.getByText(word('jobs:ended.done', { kind }));
    await expect.poll(() => told.count(), soon).toBe(1);
    await palette.run(word('contradictions:commands.open'));
    await expect.poll(() => findings.count(), soon).toBe(2);
  });

  for (const language of ['zh-CN', 'en'] satisfies Language[]) {
    it(`shows both quotes, opens either place, and sets one aside and back, by keyboard (${language}) [N15]`, async () => {
      const { page, word, list, findings, palette, text } = await open(language);
      await palette.run(word('contradictions:commands.open'));
      await list.getByRole('button', { name: word('contradictions:check'), exact: true }).focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => findings.count(), soon).toBe(2);
      expect(await findings.first().textContent()).toContain('一双碧绿的眼睛');
      expect(await findings.first().textContent()).toContain('裴照的眼睛是褐色的');
      await settled(page);
      expect(await axeFindings(page)).toEqual([]);
      const dismiss = findings
        .first()
        .getByRole('button', { name: word('contradictions:dismiss') });
      await dismiss.focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => findings.count(), soon).toBe(1);
      await page.getByRole('button', { name: word('app:actions.undo') }).click();
      await expect.poll(() => findings.count(), soon).toBe(2);
      await findings.first().getByRole('button').nth(2).focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => text.text.textContent(), soon).toContain('灯下看去');
      await list.waitFor({ state: 'detached' });
    });
  }
});

describe('a model that is asked for contradictions', () => {
  it('is asked once where the button is pressed twice, without a word of failure [N15]', async () => {
    await connectScriptedModel(desk, server);
    server.script({ pieces: ['['], end: 'stall' });
    const { page, word, list, palette } = await open('zh-CN');
    await palette.run(word('contradictions:commands.open'));
    await list.getByRole('button', { name: word('contradictions:ask.open') }).click();
    const start = list.getByRole('button', { name: word('contradictions:ask.start') });
    await expect.poll(() => start.isEnabled(), soon).toBe(true);
    const starts: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('contradictions%3Ajob%3Astart')) starts.push(response.url());
    });
    await start.dblclick();
    const stop = list.getByRole('button', { name: word('contradictions:ask.stop') });
    await stop.click();
    await stop.waitFor({ state: 'detached' });
    expect(starts).toHaveLength(1);
    expect(await page.locator('.top-bar').count()).toBe(0);
  });
});

describe('long work in its panel [W9]', () => {
  it('is called off by keyboard, goes on by pointer, and leaves the list by keyboard, and axe finds nothing', async () => {
    await connectScriptedModel(desk, server);
    server.script({ pieces: ['裴照回到渡口。'] }, { pieces: ['信'], end: 'stall' });
    const project = await desk.project(files);
    const { projectId } = project;
    const { page, word, palette } = await desk.window('zh-CN', { project });
    await desk.call('synopses:job:start', { projectId, which: 'all' });
    const kind = word('jobs:kinds.synopses');
    const sign = page.locator('.jobs-status');
    await sign.filter({ hasText: word('jobs:one', { kind, done: 1, total: 3 }) }).waitFor();
    await sign.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: word('jobs:title') });
    const row = dialog.getByRole('listitem').filter({ hasText: kind });
    await row.getByText(word('jobs:of', { done: 1, total: 3 })).waitFor();
    await settled(page);
    expect(await axeFindings(page, { inside: '[role=dialog]' })).toEqual([]);
    const cancel = row.getByRole('button', { name: /./ });
    await cancel.focus();
    await hasFocus(cancel);
    await page.keyboard.press('Enter');
    const jobs = async () =>
      (await desk.call('jobs:list', {})).items.filter((job) => job.kind === 'synopses');
    await expect.poll(jobs, soon).toMatchObject([{ state: 'cancelled' }]);
    await row.getByRole('button', { name: new RegExp(word('jobs:resume')) }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('dialog', { name: word('synopses:title') }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await palette.run(word('jobs:commands.open'));
    const dismiss = row.getByRole('button', { name: new RegExp(word('jobs:dismiss')) });
    await dismiss.focus();
    await page.keyboard.press('Enter');
    await row.waitFor({ state: 'detached' });
    expect(await jobs()).toEqual([]);
  });
});

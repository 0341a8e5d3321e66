/** What was typed into forms when the program, or its page, was killed (W4, W10, N13). */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Channel, Input } from '#shared/contract/index.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import { enterPage } from '#tests/helpers/enter-page.ts';
import { callTo, type Served, serveFabula } from '#tests/helpers/serve.ts';
import { axeFindings } from './pages/axe.ts';
import { sharedBrowser } from './pages/browser.ts';
import { deskModels, soon } from './pages/desk.ts';
import { codexModel, constraintsModel } from './pages/dock-models.ts';

let data: string;
let served: Served;
let projectId: string;

const sentence = '阿禾头一回上潮屋。';

const call = <C extends Channel>(channel: C, input: Input<C>) => callTo(served, channel, input);

beforeEach(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'fabula-forms-'));
  served = await serveFabula(data);
  const folder = path.join(data, 'novel');
  await mkdir(folder);
  await writeFile(path.join(folder, '01.md'), `# 记潮的人\n\n${sentence}\n\n她不敢开口。\n`);
  ({ projectId } = await call('projects:open', { path: folder, language: 'zh-CN' }));
});
afterEach(async () => {
  await served.stop();
  await rm(data, { recursive: true, force: true, maxRetries: 3 });
});

const killAndStart = async (): Promise<void> => {
  await served.stop('SIGKILL');
  served = await serveFabula(data);
};

const enter = async (page: Page, language: Language) => {
  await enterPage(page, served);
  await page.goto(`${served.url}/?project=${projectId}`);
  const models = deskModels(page, language);
  await models.text.ready();
  const note = page.getByRole('textbox', { name: models.word('notes:text') });
  return { ...models, note };
};

const openWindow = async (language: Language) => {
  await call('settings:update', { language });
  const { windows } = await sharedBrowser();
  const { page, close } = await windows.takeOwn({});
  onTestFinished(close);
  return enter(page, language);
};

/** As long as the program, which is to be killed, has it all. */
const kept = async (words: readonly string[]): Promise<void> => {
  const all = async () =>
    (await call('forms:list', { projectId })).items.map(({ fields }) => fields).join('\n');
  for (const one of words) await expect.poll(all, soon).toContain(one);
};

describe('a form in which something was typed [W4 W10 N13]', () => {
  it('has it when the program is killed: a note, an entry, a constraint, a synopsis, a promise that was deleted meanwhile', async () => {
    const { entityId } = await call('knowledge:entities:create', {
      ...{ projectId, kind: 'character', name: '阿禾', summary: '记潮人的女儿。' },
    });
    await call('constraints:create', { projectId, type: 'plot', text: '不写梦。' });
    const { threadId } = await call('threads:create', { projectId, title: '缺的那一页' });
    const first = await openWindow('zh-CN');
    const { page, word } = first;
    await first.text.caretAfter(sentence);
    await page.keyboard.press('Control+Alt+m');
    await first.note.fill('她怕什么？');
    const codex = codexModel(page, 'zh-CN');
    await codex.show();
    await codex.entry('阿禾').click();
    await codex.field('summary').fill('她数得清潮水。');
    const constraints = constraintsModel(page, 'zh-CN');
    await constraints.show();
    await constraints.main('不写梦。').click();
    await constraints.editor.fill('只写一次梦。');
    await page.keyboard.press('Control+Alt+2');
    await page.locator('[role="gridcell"][data-field="synopsis"]').first().click();
    await page.keyboard.press('F2');
    await page.keyboard.insertText('她第一次进潮屋。');
    await page.keyboard.press('Control+Alt+3');
    await page.locator('.threads-lane').first().click();
    await page.getByLabel(word('threads:note')).fill('藏在炉子里。');
    await kept(['她怕什么？', '她数得清潮水。', '只写一次梦。', '藏在炉子里。']);
    await killAndStart();
    await call('projects:open', { path: path.join(data, 'novel') });
    await call('threads:delete', { projectId, threadId });

    const again = await openWindow('zh-CN');
    await again.page.getByText(/上次填了没保存的内容都还在：批注、/).waitFor();
    await again.page
      .getByRole('complementary', { name: again.word('app:panes.dock') })
      .getByRole('tab', { name: again.word('notes:title') })
      .click();
    await expect.poll(() => again.note.inputValue(), soon).toBe('她怕什么？');
    await again.note.press('Control+Enter');
    await again.note.waitFor({ state: 'detached' });
    expect((await call('notes:list', { projectId })).items).toMatchObject([
      { text: '她怕什么？', quote: sentence },
    ]);

    const later = codexModel(again.page, 'zh-CN');
    await later.show();
    await later.entry('阿禾').click();
    expect(await later.field('summary').inputValue()).toBe('她数得清潮水。');
    await again.page.getByText(again.word('app:kept.back')).waitFor();
    expect(await axeFindings(again.page)).toEqual([]);
    await later.field('summary').press('Control+Enter');
    await later.entry('阿禾').waitFor();
    expect((await call('knowledge:entities:list', { projectId })).items).toMatchObject([
      { entityId, summary: '她数得清潮水。' },
    ]);

    const rules = constraintsModel(again.page, 'zh-CN');
    await rules.show();
    await rules.main('不写梦。').click();
    expect(await rules.editor.inputValue()).toBe('只写一次梦。');
    await again.page.getByRole('button', { name: again.word('app:kept.startOver') }).click();
    expect(await rules.editor.inputValue()).toBe('不写梦。');

    await again.page.keyboard.press('Control+Alt+2');
    const cell = again.page.locator('[role="gridcell"][data-field="synopsis"]').first();
    await cell.click();
    await again.page.keyboard.press('F2');
    const synopsis = cell.getByRole('textbox');
    await expect.poll(() => synopsis.inputValue(), soon).toBe('她第一次进潮屋。');
    await synopsis.press('Enter');
    await cell.getByText('她第一次进潮屋。').waitFor();

    await again.page.keyboard.press('Control+Alt+3');
    const deleted = again.page.getByRole('list', { name: again.word('app:kept.deleted') });
    await deleted.getByText('藏在炉子里。').waitFor();
    expect(await axeFindings(again.page)).toEqual([]);
    await deleted.getByRole('button', { name: again.word('app:kept.restore') }).click();
    await deleted.waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await call('threads:list', { projectId })).items, soon)
      .toMatchObject([{ threadId, title: '缺的那一页', note: '藏在炉子里。' }]);
    await expect
      .poll(async () => (await call('forms:list', { projectId })).items, soon)
      .toEqual([]);
  });

  it('has it in each of two windows, also after both were killed, and is empty when it was let go', async () => {
    const one = await openWindow('en');
    const other = await enter(await one.page.context().newPage(), 'en');
    for (const [{ text, page, note }, words] of [
      [one, 'What is she afraid of?'],
      [other, 'Who else knows?'],
    ] as const) {
      await page.bringToFront();
      await text.caretAfter(sentence);
      await page.keyboard.press('Control+Alt+m');
      await note.fill(words);
      await kept([words]);
    }
    expect(await one.note.inputValue()).toBe('What is she afraid of?');
    await killAndStart();
    await call('projects:open', { path: path.join(data, 'novel') });

    const again = await openWindow('en');
    const tab = again.page
      .getByRole('complementary', { name: again.word('app:panes.dock') })
      .getByRole('tab', { name: again.word('notes:title') });
    await tab.click();
    await expect.poll(() => again.note.inputValue(), soon).toBe('Who else knows?');
    await again.note.press('Control+Enter');
    await again.note.waitFor({ state: 'detached' });
    await again.page.reload();
    await again.text.ready();
    await expect.poll(() => again.note.inputValue(), soon).toBe('What is she afraid of?');
    await again.note.press('Escape');
    await again.note.waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await call('forms:list', { projectId })).items, soon)
      .toEqual([]);
    expect((await call('notes:list', { projectId })).items).toMatchObject([
      { text: 'Who else knows?' },
    ]);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { hasFocus, settled } from './pages/settled.ts';

let desk: Desk;
let novel: ProjectInfo;
beforeAll(async () => {
  desk = await startDesk();
  novel = await desk.project({ '01.md': '# 第一章\n\n雪落了一夜。\n' });
});
afterAll(() => desk.close());

it('a model is asked for before it goes with its key, and said to be gone [F24]', async () => {
  await desk.call('ai:models:save', {
    ...{ id: 'own', provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1' },
    ...{ model: 'own-model', contextWindow: 60_000, maxOutput: 2000, toolProtocol: 'native' },
    apiKey: 'sk-only-here',
  });
  const { page, word, palette } = await desk.window('zh-CN', { project: novel });
  await palette.run(word('models:title'));
  const dialog = page.getByRole('dialog', { name: word('models:title') });
  const remove = dialog.getByRole('button', {
    name: word('models:removal.of', { model: 'own-model' }),
  });
  await remove.click();
  await dialog.getByText(word('models:removal.withKey')).waitFor();
  const keep = dialog.getByRole('button', { name: word('models:removal.keep') });
  await hasFocus(keep);
  await settled(page);
  expect(await axeFindings(page, { inside: '[role=dialog]' })).toEqual([]);
  await keep.press('Enter');
  expect((await desk.call('ai:models:list', {})).items).toHaveLength(1);
  await remove.click();
  await dialog.getByRole('button', { name: word('models:actions.remove'), exact: true }).click();
  await dialog
    .getByRole('status')
    .filter({ hasText: word('models:removal.done', { model: 'own-model' }) })
    .waitFor();
  await hasFocus(dialog);
  expect((await desk.call('ai:models:list', {})).items).toEqual([]);
});

it('a tool server is asked for before it goes with what it was told [F24]', async () => {
  const transport = { kind: 'http', url: 'http://127.0.0.1:9/mcp', headers: {} } as const;
  await desk.call('mcp:servers:save', { name: 'dice', transport, enabled: false });
  const { page, word } = await desk.window('en', { project: novel });
  await page.keyboard.press('Control+Comma');
  const form = page.getByRole('dialog', { name: word('settings:title') });
  await form.getByRole('tab', { name: word('settings:sections.tools') }).click();
  await form
    .getByRole('button', { name: word('settings:tools.servers.removeNamed', { name: 'dice' }) })
    .click();
  await form.getByText(word('settings:tools.servers.ask.text')).waitFor();
  await hasFocus(form.getByRole('button', { name: word('settings:tools.servers.ask.keep') }));
  await form
    .getByRole('button', { name: word('settings:tools.servers.remove'), exact: true })
    .click();
  await form.getByText(word('settings:tools.servers.removed', { name: 'dice' })).waitFor();
  await hasFocus(form);
  expect((await desk.call('mcp:servers:list', {})).items).toEqual([]);
});

it('a taught word that was taken out can be had back at once [F24 W3]', async () => {
  const english = await desk.project({ '01.md': '# One\n\nFernsby left.\n' }, 'en');
  const { projectId } = english;
  await desk.call('spelling:words:add', { projectId, word: 'Fernsby' });
  const { page, word } = await desk.window('zh-CN', { project: english });
  await page.keyboard.press('Control+Comma');
  const form = page.getByRole('dialog', { name: word('settings:title') });
  await form.getByRole('tab', { name: word('settings:sections.writing') }).click();
  await form.getByRole('button', { name: word('spelling:forget', { word: 'Fernsby' }) }).click();
  const status = form.getByRole('status').filter({ hasText: 'Fernsby' });
  await status.waitFor();
  await hasFocus(form);
  const words = async () => (await desk.call('spelling:words:list', { projectId })).words;
  expect(await words()).toEqual([]);
  await status.getByRole('button', { name: word('app:actions.undo') }).click();
  await expect.poll(words, soon).toEqual(['Fernsby']);
});

it('a taught word that is taken out by keyboard leaves the focus to the next one [F24 W3]', async () => {
  const english = await desk.project({ '01.md': '# One\n\nFernsby left.\n' }, 'en');
  const { projectId } = english;
  for (const word of ['Abbot', 'Fernsby', 'Quill']) {
    await desk.call('spelling:words:add', { projectId, word });
  }
  const { page, word } = await desk.window('zh-CN', { project: english });
  await page.keyboard.press('Control+Comma');
  const form = page.getByRole('dialog', { name: word('settings:title') });
  await form.getByRole('tab', { name: word('settings:sections.writing') }).click();
  const forget = (taught: string) =>
    form.getByRole('button', { name: word('spelling:forget', { word: taught }) });
  await forget('Fernsby').press('Enter');
  await forget('Fernsby').waitFor({ state: 'detached' });
  await hasFocus(forget('Quill'));
  await page.keyboard.press('Enter');
  await forget('Quill').waitFor({ state: 'detached' });
  await hasFocus(forget('Abbot'));
  expect((await desk.call('spelling:words:list', { projectId })).words).toEqual(['Abbot']);
});

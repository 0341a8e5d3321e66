import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { type ModelSite, startModelSite } from '#tests/helpers/model-site.ts';
import { writeSentenceModel } from '#tests/helpers/sentence-model.ts';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { settled } from './pages/settled.ts';

let desk: Desk;
let novel: ProjectInfo;
let site: ModelSite;
const source = mkdtempSync(path.join(tmpdir(), 'fabula-published-'));
beforeAll(async () => {
  writeSentenceModel(source, { synonyms: [['ferry', 'boat'], ['the']] });
  writeFileSync(path.join(source, 'LICENSE'), 'Do with it what you like.');
  site = await startModelSite(source);
  desk = await startDesk();
  novel = await desk.project({ '01.md': '# One\n\nThe ferry came at dawn.\n' }, 'en');
});
afterAll(async () => {
  await desk.close();
  await site.close();
  rmSync(source, { recursive: true, force: true });
});

describe('a sentence model in the settings', () => {
  it('is looked up, comes where it broke off, and is chosen, without leaving the window [E5]', async () => {
    const { page, word } = await desk.window('en', { project: novel, width: 1024, height: 700 });
    await page.keyboard.press('Control+Comma');
    const dialog = page.getByRole('dialog', { name: word('settings:title') });
    await dialog.getByRole('tab', { name: word('settings:sections.retrieval') }).click();
    await dialog.getByRole('button', { name: word('settings:retrieval.embedder') }).click();
    await page.getByRole('option', { name: word('settings:retrieval.model') }).click();
    const own = (key: string, values?: Record<string, string>) =>
      word(`settings:retrieval.own.${key}`, values);
    const press = (name: string | RegExp) => dialog.getByRole('button', { name }).click();
    await dialog.getByText(own('download.title')).click();
    await press(own('download.ask'));
    await dialog.getByText(own('download.nameInvalid')).waitFor();
    await dialog.getByLabel(own('download.site')).fill(site.url);
    await dialog.getByLabel(own('download.name')).fill('team/none');
    await press(own('download.ask'));
    await dialog.getByText(word('errors:SENTENCE_MODEL_NOT_PUBLISHED.what')).waitFor();

    await dialog.getByLabel(own('download.name')).fill('team/small');
    await press(own('download.ask'));
    await dialog.getByText(own('download.licence', { licence: 'mit' })).waitFor();
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    site.faults.breakAfter = 100;
    await press(/^Download \(/u);
    await dialog.getByText(word('errors:SENTENCE_MODEL_SITE_FAILED.what')).waitFor();
    site.faults.breakAfter = null;
    await press(/^Download \(/u);
    const folder = dialog.getByLabel(own('folder'), { exact: true });
    await expect.poll(() => folder.inputValue(), soon).toContain('team--small-');
    expect(existsSync(path.join(await folder.inputValue(), 'model.onnx'))).toBe(true);

    await press(own('look'));
    await dialog.getByText(own('unmeasured')).waitFor();
    await press(word('settings:retrieval.apply'));
    await dialog.getByRole('button', { name: own('inUse') }).waitFor();
    const { embedder } = await desk.call('settings:get', {});
    expect(embedder).toMatchObject({ kind: 'model', folder: await folder.inputValue() });
  });

  for (const language of ['zh-CN', 'en'] as const) {
    it(`is removed from the machine, after it was asked for, and search goes back to what is built in (${language}) [E5]`, async () => {
      const { revision } = await desk.call('retrieval:model:offer', {
        ...{ site: site.url, name: 'team/small' },
      });
      const { folder } = await desk.call('retrieval:model:download', {
        ...{ site: site.url, name: 'team/small', revision },
      });
      await desk.call('settings:update', { embedder: { kind: 'model', folder } });
      const dark = { colorScheme: 'dark', width: 1024, height: 700 } as const;
      const { page, word } = await desk.window(language, { project: novel, ...dark });
      await page.keyboard.press('Control+Comma');
      const dialog = page.getByRole('dialog', { name: word('settings:title') });
      await dialog.getByRole('tab', { name: word('settings:sections.retrieval') }).click();
      const own = (key: string, values?: Record<string, string>) =>
        word(`settings:retrieval.own.stored.${key}`, values);
      const named = { name: 'team/small' };
      const remove = dialog.getByRole('button', {
        name: own('of', { action: own('remove'), ...named }),
      });
      await remove.click();
      const keep = dialog.getByRole('button', { name: own('keep') });
      expect(await dialog.textContent()).toContain(
        own('askChosen', { ...named, size: '' }).slice(0, 12),
      );
      await settled(page);
      expect(await axeFindings(page)).toEqual([]);
      await keep.click();
      expect(existsSync(folder)).toBe(true);
      await remove.click();
      await dialog.getByRole('button', { name: own('remove'), exact: true }).click();
      await dialog.getByText(own('removed', named)).waitFor();
      expect(existsSync(folder)).toBe(false);
      expect((await desk.call('settings:get', {})).embedder).toEqual({ kind: 'builtin' });
    });
  }
});

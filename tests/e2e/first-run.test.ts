import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { axeFindings } from './pages/axe.ts';
import { type Desk, deskModels, startDesk, soon } from './pages/desk.ts';
import { hasFocus } from './pages/settled.ts';

let desk: Desk;

beforeEach(async () => {
  desk = await startDesk();
  // After its windows were given back, which afterEach would come before.
  onTestFinished(() => desk.close());
});

describe('the first start', () => {
  it('offers the sample novel in the writer’s language, and opens a copy of it', async () => {
    const { page, text, binder, word } = await desk.window('zh-CN');
    await page.getByRole('heading', { name: word('welcome:title') }).waitFor();
    await page.getByRole('button', { name: word('welcome:sample.action') }).click();
    await text.ready();
    await expect.poll(async () => (await binder.titles()).length).toBeGreaterThanOrEqual(10);
    await expect.poll(() => text.saveState.textContent()).toBe(word('app:status.saved'));
  });

  it('opens a folder by its path, and says what could not be read', async () => {
    const folder = path.join(desk.data, 'mine');
    await mkdir(folder);
    await writeFile(path.join(folder, '一.md'), '# 第一章 雪夜\n\n雪。\n');
    await writeFile(path.join(folder, '二.md'), Buffer.from([0, 1, 2, 0, 255, 0, 254]));
    const { page, text, binder, word } = await desk.window('zh-CN');
    const field = page.getByRole('textbox', { name: word('welcome:open.field') });
    await field.fill(path.join(desk.data, 'nowhere'));
    await page.keyboard.press('Enter');
    await page.getByText(word('welcome:open.nowhere')).waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill(path.join(folder, '一.md'));
    await page.keyboard.press('Enter');
    const isFile = word('welcome:open.file', { import: word('import:welcome.title') });
    await page.getByText(isFile).waitFor();
    expect(await page.getByText(word('errors:PROJECT_FOLDER_UNREADABLE.what')).count()).toBe(0);
    await field.fill(folder);
    await page.keyboard.press('Enter');
    await text.ready();
    await binder.binder
      .getByRole('button', { name: word('binder:problems.summary', { count: 1 }) })
      .click();
    const reason = page.getByRole('dialog').getByText(word('binder:problems.binary'));
    await expect.poll(() => reason.count(), soon).toBe(1);
  });

  it('makes a new novel with a first chapter to write in', async () => {
    const { page, text, word } = await desk.window('zh-CN');
    await page.getByRole('button', { name: word('welcome:create.action') }).click();
    await page.getByText(word('welcome:create.missing')).waitFor();
    await page.getByRole('textbox', { name: word('welcome:create.field') }).fill('长夜');
    await page.keyboard.press('Enter');
    await text.ready();
    await text.text.focus();
    await page.keyboard.type('雪落了一夜。');
    await text.saved();
    const { items } = await desk.call('projects:list', {});
    expect(items.map((item) => item.name)).toEqual(['长夜']);
  });

  it('makes the new novel in the language chosen for the page, unless one is chosen for the novel [W10]', async () => {
    const { page, word } = await desk.window('en');
    const ofPage = page.locator('.welcome-language');
    const ofNovel = page.locator('.welcome-form').first();
    const chosen = () => ofNovel.locator('[data-selected]').textContent();
    await page.getByRole('heading', { name: word('welcome:title') }).waitFor();
    expect(await chosen()).toBe('English');
    await ofPage.getByText('中文').click();
    await page.getByRole('heading', { name: '写一部长篇' }).waitFor();
    await expect.poll(chosen, soon).toBe('中文');
    // What is chosen here stays, whatever is read.
    await ofNovel.getByText('English').click();
    await ofPage.getByText('English').click();
    await page.getByRole('heading', { name: word('welcome:title') }).waitFor();
    await ofPage.getByText('中文').click();
    await page.getByRole('heading', { name: '写一部长篇' }).waitFor();
    expect(await chosen()).toBe('English');
  });

  it('says in sight why no novel could be made, also in a small window [W10]', async () => {
    // A file where the folder of the documents would be.
    await writeFile(path.join(desk.data, 'documents'), '');
    const { page, word } = await desk.window('en', { width: 1024, height: 700 });
    const field = page.getByRole('textbox', { name: word('welcome:create.field') });
    await field.fill('Long Night');
    await page.keyboard.press('Enter');
    const failure = page.locator('.welcome-status').getByText(/./u).first();
    await failure.waitFor();
    const isInSight = () =>
      failure.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      });
    await expect.poll(isInSight, soon).toBe(true);
    expect(await field.inputValue()).toBe('Long Night');
  });

  it('has the focus at once, and tells who reads by ear what it is [F24]', async () => {
    const { page, word } = await desk.window('en');
    await page.getByRole('heading', { name: word('welcome:title') }).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.className);
    await expect.poll(focused, soon).toBe('welcome');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  });

  describe.each(['en', 'zh-CN'] as const)('a novel whose folder is gone (%s)', (language) => {
    /** Written in, backed up, and then gone, as with a drive that broke. */
    const loseNovel = async () => {
      const project = await desk.project({ '01.md': '# 第一章 雪夜\n\n雪落了一夜。\n' });
      const { projectId } = project;
      await desk.call('projects:backups:create', { projectId });
      await desk.call('projects:close', { projectId });
      await rm(project.path, { recursive: true });
      return project;
    };

    it('is restored from its backup, and opened, from the first page [B8]', async () => {
      const { projectId, path: folder } = await loseNovel();
      const { page, text, word } = await desk.window(language);
      const gone = page.getByText(word('welcome:recent.gone'));
      await gone.waitFor();
      // The drive is connected, and not again.
      await mkdir(folder);
      await page.evaluate(() => window.dispatchEvent(new FocusEvent('focus')));
      await gone.waitFor({ state: 'detached' });
      await rm(folder, { recursive: true });
      await page.evaluate(() => window.dispatchEvent(new FocusEvent('focus')));
      await page.getByRole('button', { name: word('welcome:recent.restore') }).click();
      await page.getByRole('button', { name: word('backups:restoreLost') }).click();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('button', { name: word('backups:restore') }).click();
      await text.ready();
      await expect.poll(() => text.text.textContent(), soon).toContain('雪落了一夜。');
      const { items } = await desk.call('projects:list', {});
      const restored = items.find((item) => item.projectId !== projectId);
      expect(restored?.present).toBe(true);
    });

    it('is forgotten with its backups only when the writer says so twice [B8 S3-41]', async () => {
      const { projectId, name } = await loseNovel();
      const backups = () => desk.call('projects:backups:list', { projectId });
      const { page, word } = await desk.window(language);
      const forget = page.getByRole('button', { name: word('welcome:recent.forgetOf', { name }) });
      await forget.click();
      await page.getByText(word('welcome:recent.ask.title', { name })).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      // What has the focus keeps everything.
      await page.keyboard.press('Enter');
      await forget.waitFor();
      await hasFocus(forget);
      expect((await backups()).items).toHaveLength(1);
      await forget.click();
      await page.getByRole('button', { name: word('welcome:recent.ask.forget') }).click();
      await page.getByText(word('welcome:recent.forgotten', { name })).waitFor();
      await hasFocus(page.locator('.welcome-recent'));
      expect((await desk.call('projects:list', {})).items).toEqual([]);
      await expect(backups()).rejects.toThrow('PROJECT_NOT_FOUND');
    });
  });

  it('opens the last novel again, and switches language and theme at once', async () => {
    await desk.call('projects:openSample', { language: 'en' });
    const { page, text, palette } = await desk.window('en');
    await text.ready();
    await palette.run('Interface in 中文');
    await page.getByRole('navigation', { name: '目录' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN');
    await deskModels(page, 'zh-CN').palette.run('换成深色');
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor), soon)
      .toBe('rgb(25, 24, 22)');
  });
});

describe('accessibility', () => {
  it.each([
    ['zh-CN', 'light'],
    ['en', 'dark'],
  ] as const)('F24 has no finding of axe on any screen (%s, %s)', async (language, colorScheme) => {
    const { page, text, palette, word } = await desk.window(language, { colorScheme });
    await page.getByRole('heading', { name: word('welcome:title') }).waitFor();
    const findings: Record<string, string[]> = { welcome: await axeFindings(page) };
    await page.getByRole('button', { name: word('welcome:sample.action') }).click();
    await text.ready();
    findings.desk = await axeFindings(page);
    await page.keyboard.press('Control+H');
    await page.getByRole('search').waitFor();
    findings.find = await axeFindings(page);
    await page.keyboard.press('Escape');
    await palette.open();
    findings.palette = await axeFindings(page);
    await page.keyboard.press('Escape');
    await palette.dialog.waitFor({ state: 'detached' });
    const inDialog = () => axeFindings(page, { inside: '[role=dialog]' });
    await page.keyboard.press('Control+Comma');
    const settings = page.getByRole('dialog', { name: word('settings:title') });
    // Half of them in either language: what axe looks at is the same in both.
    const tabs = await settings.getByRole('tab').all();
    for (const tab of tabs.filter((_, at) => (at % 2 === 0) === (language === 'zh-CN'))) {
      await tab.click();
      await settings.getByRole('tabpanel', { name: (await tab.textContent()) ?? '' }).waitFor();
      findings[`settings ${await tab.textContent()}`] = await inDialog();
    }
    await page.keyboard.press('Escape');
    await settings.waitFor({ state: 'detached' });
    const dialog = page.getByRole('dialog');
    const [zh, en] = [
      ['days:commands.open', 'outside:commands.open', 'replace:commands.replace'],
      ['binder:commands.deleted', 'import:command', 'replace:commands.rename'],
    ];
    for (const key of (language === 'zh-CN' ? zh : en) ?? []) {
      await palette.run(word(key));
      await dialog.waitFor();
      findings[key] = await inDialog();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    await page.keyboard.press('Control+Alt+H');
    await page.getByRole('main', { name: word('history:title') }).waitFor();
    findings.history = await axeFindings(page);
    expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
  });
});

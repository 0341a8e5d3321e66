import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AssembleRequest } from '#shared/contract/context.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import { axeFindings } from './pages/axe.ts';
import { type Desk, startDesk } from './pages/desk.ts';
import { codexModel, constraintsModel, inspectModel, memoryModel } from './pages/dock-models.ts';
import { hasFocus } from './pages/settled.ts';

let desk: Desk;
let novel: ProjectInfo;
beforeAll(async () => {
  desk = await startDesk();
  novel = await desk.call('projects:openSample', { language: 'zh-CN' });
  await desk.call('retrieval:index', { projectId: novel.projectId, wait: true });
});
afterAll(() => desk.close());

const open = async (language: Language = 'zh-CN', width = 1440, height = 900) => {
  const models = await desk.window(language, { project: novel, width, height });
  await models.binder.open('秋分大潮');
  await expect.poll(() => models.binder.current.textContent()).toContain('秋分大潮');
  const inspect = inspectModel(models.page, language);
  await inspect.show();
  await inspect.item(language === 'en' ? 'Constraint 1' : '约束 1').waitFor();
  return { ...models, inspect };
};

describe('inspect', () => {
  it('S3-45 teaches in one line while debug mode is off, and turns it on', async () => {
    const { page } = await desk.window('zh-CN', { project: novel });
    await desk.call('settings:update', { debugMode: false });
    const inspect = inspectModel(page, 'zh-CN');
    await inspect.show();
    const button = inspect.dock.getByRole('button', { name: '打开检视' });
    await button.click();
    await inspect.lead.waitFor();
    expect((await desk.call('settings:get', {})).debugMode).toBe(true);
  });

  it('S3-29, F5 says and shows to the letter what the engine answers to the same request', async () => {
    const { page, inspect } = await open();
    const seen: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('context%3Ainspect')) seen.push(request.postDataJSON());
    });
    await inspect.dock.getByRole('textbox', { name: '补充要求' }).fill('写得短一些');
    await inspect.view('prompt');
    await expect.poll(inspect.prompt).toContain('写得短一些');
    const request = AssembleRequest.parse(seen.at(-1));
    const inspection = await desk.call('context:inspect', request);
    await expect.poll(inspect.prompt).toBe(inspection.prompt);
    const total = new Intl.NumberFormat('zh-CN').format(inspection.tokenCount);
    await expect.poll(() => inspect.lead.textContent()).toContain(`${total} 个词元`);
    await expect.poll(() => inspect.ribbon.textContent()).toContain(total);
  });

  it('S3-29 is worked out anew when another model is connected, and when a promise is changed', async () => {
    const { page, inspect } = await open();
    const anew = () => page.waitForResponse(/context%3Ainspect/);
    const { projectId } = novel;
    for (const change of [
      () => desk.call('threads:create', { projectId, title: '潮钟为谁而响' }),
      () =>
        desk.call('ai:models:save', {
          ...{ id: 'small', provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1' },
          ...{ model: 'small', contextWindow: 9000, maxOutput: 1000 },
        }),
      () => desk.call('ai:models:remove', { id: 'small' }),
    ]) {
      const read = anew();
      await change();
      expect((await read).ok()).toBe(true);
      await inspect.lead.waitFor();
    }
  });

  it('follows the caret, the skill and the instruction', async () => {
    const { page, inspect, text } = await open();
    const before = await inspect.lead.textContent();
    await text.text.focus();
    await page.keyboard.press('Control+End');
    await expect.poll(() => inspect.lead.textContent()).not.toBe(before);
    await inspect.view('prompt');
    await expect.poll(inspect.prompt).toContain('从光标处接着写下去');
    await inspect.dock.getByRole('button', { name: '要做的事' }).click();
    await page.getByRole('option', { name: '出主意' }).click();
    await expect.poll(inspect.prompt).toContain('五种往下走的可能');
  });

  it('expects an item of every request made here by one click, and says in the status bar and a list when it is not so [N11]', async () => {
    const { page, inspect, word } = await open();
    await inspect.open('约束 1');
    await page.route('**/rpc/expectations%3Acreate', (route) =>
      route.fulfill({ json: { ok: false, error: { code: 'DATABASE_LOCKED', message: 'busy' } } }),
    );
    await inspect.action('约束 1', 'expectations:make.mustBeIn').click();
    const refused = page.getByText(word('errors:DATABASE_LOCKED.what'));
    await refused.waitFor();
    await page.unroute('**/rpc/expectations%3Acreate');
    await inspect.action('约束 1', 'expectations:make.mustBeIn').click();
    await inspect.item('约束 1').getByText(word('expectations:make.made.in')).waitFor();
    const status = page.locator('.expectations-status');
    await expect.poll(() => status.getAttribute('data-state')).toBe('held');
    const { projectId } = novel;
    const { items } = await desk.call('expectations:list', { projectId });
    const [made] = items;
    const given = made?.item ?? { text: '' };
    const constraintId = 'constraintId' in given ? given.constraintId : '';
    const constraint = (await desk.call('constraints:list', { projectId })).items.find(
      (one) => one.constraintId === constraintId,
    );
    await desk.call('constraints:update', {
      ...{ projectId, constraintId, enabled: false },
      expectedVersion: constraint?.version ?? 0,
    });
    await expect.poll(() => status.getAttribute('data-state')).toBe('broken');
    await status.click();
    const dialog = page.getByRole('dialog', { name: word('expectations:title') });
    const row = dialog.locator('.expectations-row[data-state="broken"]');
    await row.getByText(word('expectations:causes.constraint')).first().waitFor();
    // Another window of the book says the same, goes back with it, and takes it away under the open list.
    const beside = await desk.window('zh-CN', { project: novel });
    const statusBeside = beside.page.locator('.expectations-status');
    await expect.poll(() => statusBeside.getAttribute('data-state')).toBe('broken');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFindings(page, { inside: '[role=dialog]' })).toEqual([]);
    }
    await statusBeside.click();
    const listBeside = beside.page.getByRole('dialog', {
      name: beside.word('expectations:title'),
    });
    await listBeside
      .locator('.expectations-row[data-state="broken"]')
      .getByRole('button', { name: beside.word('expectations:actions.delete') })
      .click();
    await listBeside.getByText(beside.word('expectations:empty.title')).waitFor();
    await dialog.getByText(word('expectations:empty.title')).waitFor();
    await beside.page.close();
    // Who expects nothing is shown nothing.
    await expect.poll(() => status.count()).toBe(0);
    await desk.call('constraints:update', {
      ...{ projectId, constraintId, enabled: true },
      expectedVersion: (constraint?.version ?? 0) + 1,
    });
  });

  it('N2 lets in what did not fit, and takes it back', async () => {
    const { inspect } = await open();
    const left = inspect.list.locator('.inspect-item:has(.inspect-admit)');
    await inspect.list.evaluate((list) => list.parentElement?.scrollTo(0, list.scrollHeight));
    const title = (await left.first().locator('.ui-row-two-title').textContent()) ?? '';
    // By its title: a look that comes in meanwhile may put another one first.
    const hint = left.filter({ hasText: title }).first().locator('.inspect-admit');
    const letIn = hint.getByRole('button');
    await letIn.press('Enter');
    await letIn.waitFor({ state: 'detached' });
    const hasFocus = () =>
      inspect.dock.evaluate((dock) => dock.contains(document.activeElement?.parentElement ?? null));
    await expect.poll(hasFocus).toBe(true);
    await inspect.list.evaluate((list) => list.parentElement?.scrollTo(0, 0));
    await inspect.list.getByText('按送出的次序').waitFor();
    await inspect.folds.first().click();
    const admitted = inspect.list.locator('.inspect-item').filter({ hasText: '你放进来的' });
    const goOn = () =>
      inspect.list.evaluate(({ parentElement: pane }) => {
        const top = pane?.scrollTop;
        pane?.scrollBy(0, 200);
        if (pane?.scrollTop === top) pane?.scrollTo(0, 0);
      });
    const isSeen = async (): Promise<boolean> => {
      if ((await admitted.count()) > 0) return true;
      await goOn();
      return false;
    };
    await expect.poll(isSeen).toBe(true);
    expect(await admitted.locator('.ui-row-two-title').textContent()).toBe(title);
    await admitted.locator('[data-rove]').click();
    await admitted.getByRole('button', { name: '撤回' }).click();
    await expect.poll(() => admitted.count()).toBe(0);
  });

  it('N6 leaves an item out this time, and sends it again', async () => {
    const { inspect } = await open();
    const text = (await inspect.item('约束 1').locator('.ui-row-two-title').textContent()) ?? '';
    await inspect.open('约束 1');
    await inspect.action('约束 1', 'inspect:item.mute').click();
    await expect.poll(() => inspect.item('约束 1').textContent()).not.toContain(text);
    await inspect.view('prompt');
    await expect.poll(inspect.prompt).not.toContain(text.slice(0, 20));
  });

  it('opens a passage in its chapter', async () => {
    const { inspect, binder } = await open();
    // What comes first may be a note of the memory, which stands in no chapter.
    const passages = inspect.list.locator('.inspect-item:has([data-layer="retrieved"])');
    const first = passages.filter({ hasText: / §\d/ }).first();
    const title = (await first.locator('.ui-row-two-title').textContent()) ?? '';
    // By its title: a look that comes in meanwhile may put another one first.
    const passage = inspect.list.locator('.inspect-item').filter({ hasText: title }).first();
    await passage.locator('[data-rove]').click();
    await passage.getByRole('button', { name: '在正文里看' }).click();
    const chapter = title.split(' §')[0] ?? '';
    await expect
      .poll(async () => chapter.includes((await binder.current.textContent()) ?? ' '))
      .toBe(true);
  });

  it('N3 names a fenced entry to the writer, and shows nothing of its text', async () => {
    const project = await desk.project({ '第一章.md': '# 第一章\n\n窗外的雪落了一夜。\n' });
    await desk.call('constraints:create', {
      projectId: project.projectId,
      type: 'plot',
      text: '灯是沈青收的',
      fence: { notBeforeChapter: 9 },
    });
    const { page } = await desk.window('zh-CN', { project });
    const inspect = inspectModel(page, 'zh-CN');
    await inspect.show();
    await inspect.item('灯是沈青收的').waitFor();
    await expect
      .poll(() => inspect.item('灯是沈青收的').textContent())
      .toContain('第九章之前不让模型知道');
    await expect.poll(() => inspect.lead.textContent()).toContain('1 条要到第九章才成立');
    await inspect.view('prompt');
    await expect.poll(inspect.prompt).toContain('窗外的雪');
    expect(await inspect.prompt()).not.toContain('沈青');
  });

  it('leads from what is left out to its constraint and its entry, by keys alone [F6]', async () => {
    const project = await desk.project({
      '第一章.md': '# 第一章\n\n窗外的雪落了一夜。沈青收了灯。\n',
      '第二章.md': '# 第二章\n\n天亮了。\n',
    });
    const { projectId } = project;
    const fence = { notBeforeChapter: 9 };
    // So many that the one in question is far off the screen when its panel opens.
    for (let number = 1; number <= 40; number += 1) {
      await desk.call('constraints:create', { projectId, type: 'style', text: `第${number}条` });
    }
    await desk.call('constraints:create', { projectId, type: 'plot', text: '灯是沈青收的', fence });
    await desk.call('knowledge:entities:create', {
      ...{ projectId, kind: 'character', name: '沈青', summary: '收灯的人。', fence },
    });
    const models = await desk.window('zh-CN', { project });
    const { page } = models;
    const inspect = inspectModel(page, 'zh-CN');
    const follow = async (words: string, key: string) => {
      await inspect.show();
      await inspect.list.evaluate((list) => list.parentElement?.scrollTo(0, list.scrollHeight));
      const item = inspect.item(words);
      await item.locator('[data-rove]').focus();
      if ((await item.getAttribute('data-open')) === null) await page.keyboard.press('Enter');
      await inspect.action(words, key).waitFor();
      await page.keyboard.press('Tab');
      await hasFocus(inspect.action(words, key));
      await page.keyboard.press('Enter');
    };
    await follow('灯是沈青收的', 'inspect:item.constraint');
    const { editor } = constraintsModel(page, 'zh-CN');
    await editor.waitFor();
    await expect.poll(() => editor.inputValue()).toBe('灯是沈青收的');
    await page.keyboard.press('Escape');
    await follow('沈青', 'inspect:item.codex');
    const name = codexModel(page, 'zh-CN').field('name');
    await name.waitFor();
    await expect.poll(() => name.inputValue()).toBe('沈青');
  });

  it('N1 keeps a request, compares two, and names the cause', async () => {
    const { page, inspect } = await open();
    await inspect.view('requests');
    await inspect.keep.click();
    await expect.poll(() => inspect.requests.count()).toBeGreaterThan(0);
    const { projectId } = novel;
    const created = await desk.call('constraints:create', {
      projectId,
      type: 'style',
      text: '这一场不写月亮。',
    });
    await inspect.keep.click();
    // What the panel looks at by itself is not among them, however often it looked.
    await expect.poll(() => inspect.requests.count()).toBe(2);
    const times = await inspect.requests.locator('.strip-time').allTextContents();
    expect(new Set(times).size).toBe(2);
    for (const place of [0, 1]) await inspect.requests.nth(place).click();
    await inspect.compare.click();
    const row = inspect.comparison.getByRole('row').filter({ hasText: '这一场不写月亮' });
    await row.waitFor();
    expect(await row.textContent()).toContain('约束');
    expect(await row.textContent()).toContain('A 里没有');
    await page.keyboard.press('Escape');
    await inspect.comparison.waitFor({ state: 'detached' });
    await desk.call('constraints:delete', { projectId, constraintId: created.constraintId });
  });

  it('says in words when what must be sent does not fit', async () => {
    const project = await desk.project({ '第一章.md': '# 第一章\n\n雪。\n' });
    const { projectId } = project;
    const { version } = await desk.call('context:budget:get', { projectId });
    await desk.call('context:budget:update', {
      projectId,
      expectedVersion: version,
      contextWindow: 600,
      outputReserve: 100,
      minimums: { rules: 0, settings: 0, retrieved: 0, immediate: 0 },
    });
    await desk.call('constraints:create', {
      projectId,
      type: 'plot',
      text: '雪落无声。'.repeat(200),
    });
    const { page } = await desk.window('zh-CN', { project });
    const inspect = inspectModel(page, 'zh-CN');
    await inspect.show();
    await inspect.dock.getByRole('alert').waitFor();
    await expect.poll(() => inspect.dock.textContent()).toContain('最长的几条');
    await expect.poll(() => inspect.dock.textContent()).toContain('雪落无声。');
  });
});

const findingsOf = (page: Page) => axeFindings(page, { inside: '#dock-column' });

describe('the dock for everyone', () => {
  it.each([
    ['zh-CN', 'light'],
    ['en', 'dark'],
  ] as const)('F24 has no finding of axe in any panel (%s, %s)', async (language, colorScheme) => {
    const { page } = await desk.window(language, { project: novel, colorScheme });
    const inspect = inspectModel(page, language);
    const constraints = constraintsModel(page, language);
    const codex = codexModel(page, language);
    const memory = memoryModel(page, language);
    const findings: Record<string, string[]> = {};
    await inspect.show();
    await inspect.list.locator('.inspect-item').first().waitFor();
    await inspect.list.locator('[data-rove]').first().click();
    findings.inspect = await findingsOf(page);
    await inspect.view('prompt');
    findings.prompt = await findingsOf(page);
    await inspect.view('requests');
    await inspect.keep.click();
    await inspect.requests.first().click();
    findings.requests = await findingsOf(page);
    await inspect.replay.click();
    await inspect.replayed.waitFor();
    findings.replay = await axeFindings(page, { inside: '[role=dialog]' });
    await page.keyboard.press('Escape');
    await inspect.replayed.waitFor({ state: 'detached' });
    await inspect.view('items');
    await constraints.show();
    await constraints.rows.first().waitFor();
    findings.constraints = await findingsOf(page);
    await constraints.rows.first().locator('[data-rove]').click();
    await constraints.editor.waitFor();
    findings.editing = await findingsOf(page);
    await codex.show();
    await codex.list.getByRole('button').first().waitFor();
    findings.codex = await findingsOf(page);
    await codex.list.getByRole('button').first().click();
    await codex.field('name').waitFor();
    findings.entry = await findingsOf(page);
    await page.keyboard.press('Escape');
    await memory.show();
    await memory.rules.first().waitFor();
    findings.memory = await findingsOf(page);
    expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
  });
});

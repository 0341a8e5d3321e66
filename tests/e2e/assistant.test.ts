import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { writeModel } from './pages/write-model.ts';
import { hasFocus } from './pages/settled.ts';

let desk: Desk;
let server: ModelServer;

const chapter =
  '# 第一章 雪夜\n\n窗外的雪落了一夜。林远坐在灯下，数着桌上的铜钥匙。\n\n天亮了。船还没有来，对岸的灯一盏一盏灭了。\n\n没有人说话。\n';
const continued = '他数到第七把，停住了。\n\n“少了一把。”他说。\n\n门外有人咳了一声。';

beforeAll(async () => {
  desk = await startDesk();
  server = await startModelServer();
});
afterEach(async () => {
  for (const { id } of (await desk.call('ai:models:list', {})).items) {
    await desk.call('ai:models:remove', { id });
  }
});
afterAll(async () => {
  await server.close();
  await desk.close();
});

const profile = () => ({
  id: 'scripted',
  provider: 'openai-compatible' as const,
  baseUrl: `${server.url}/v1`,
  model: 'scripted',
  contextWindow: 8000,
  maxOutput: 1000,
  apiKey: 'sk-planted-key',
});

const open = async (connected = true) => {
  const project = await desk.project({ '01.md': chapter, '02.md': '# 第二章 归途\n\n雪停了。\n' });
  if (connected) await desk.call('ai:models:save', profile());
  const window = await desk.window('zh-CN', { project });
  const onDisk = () => readFile(desk.file(project, '01.md'), 'utf8');
  const write = writeModel(window.page, 'zh-CN');
  return { ...window, project, onDisk, write };
};

const findingsOf = (page: Page) => axeFindings(page);

/** A candidate of three changes behind the first paragraph. */
const openWithCandidate = async () => {
  server.script({ pieces: [continued] });
  const opened = await open();
  await opened.text.caretAfter('铜钥匙。');
  await opened.write.ask();
  await opened.write.bar.waitFor();
  await opened.write.inserted.nth(2).waitFor();
  await opened.text.text.focus();
  return opened;
};

describe('connecting a model', () => {
  it('F25 works without one, says how to connect one, tests it in words, and shows no key again', async () => {
    const { page, write, word } = await open(false);
    await write.showTab();
    await page.getByRole('heading', { name: word('models:first.title') }).waitFor();
    expect(await write.status.textContent()).toBe(word('app:status.noModel'));
    await page.getByRole('button', { name: word('models:first.connect') }).click();
    await write.models.addOnline.click();
    await write.models.save.click();
    await write.models.dialog.getByText(word('models:faults.model')).waitFor();
    await write.models.model.fill('scripted');
    await write.models.baseUrl.fill(`${server.url}/v1`);
    await write.models.key.fill('sk-planted-key');
    server.script({ status: 401, body: '{"error":{"message":"bad key"}}' });
    await write.models.save.click();
    await write.models.result.filter({ hasText: word('errors:MODEL_KEY_REFUSED.what') }).waitFor();
    server.script({ pieces: ['好。'] });
    await write.models.dialog.getByRole('button', { name: word('models:actions.test') }).click();
    await write.models.dialog.locator('.model-result[data-ok="true"]').waitFor();
    await write.models.dialog.getByRole('button', { name: word('models:actions.edit') }).click();
    expect(await write.models.key.inputValue()).toBe('');
    expect(await page.content()).not.toContain('sk-planted-key');
    await page.keyboard.press('Escape');
    await write.models.addOnline.waitFor();
    await page.keyboard.press('Escape');
    await write.field.waitFor();
    await expect.poll(() => write.status.textContent()).toContain('scripted');
  });
});

describe('writing with a model', () => {
  it('F14 writes nothing before it is accepted, then all at once, and one undo restores the bytes', async () => {
    const { page, text, write, onDisk } = await openWithCandidate();
    await expect.poll(() => write.inserted.count()).toBe(3);
    expect(await onDisk()).toBe(chapter);
    await page.keyboard.press('Control+Enter');
    await write.bar.waitFor({ state: 'detached' });
    await expect.poll(onDisk, soon).toBe(chapter.replace('铜钥匙。', `铜钥匙。\n\n${continued}`));
    await expect.poll(() => text.visibleLines(), soon).toContain('“少了一把。”他说。');
    await page.keyboard.press('Control+Z');
    await expect.poll(onDisk, soon).toBe(chapter);
  });

  it('F14 F24 accepts and refuses change by change, by keyboard alone', async () => {
    const { page, write, word, onDisk } = await openWithCandidate();
    const placed = (place: number) =>
      expect
        .poll(() => write.place.textContent())
        .toBe(word('candidates:place', { place, count: 3 }));
    await placed(1);
    await page.keyboard.press('Alt+Enter');
    await page.keyboard.press('Alt+Backspace');
    await page.keyboard.press('Shift+Tab');
    await placed(2);
    expect(await onDisk()).toBe(chapter);
    await page.keyboard.press('Tab');
    await placed(3);
    await page.keyboard.press('Alt+Enter');
    await write.bar.waitFor({ state: 'detached' });
    await expect.poll(onDisk, soon).toContain('停住了。');
    await expect.poll(onDisk, soon).toContain('门外有人咳了一声。');
    expect(await onDisk()).not.toContain('少了一把');
  });

  it('shows a rewriting inside the sentence, and takes a refusal back', async () => {
    server.script({ pieces: ['窗外的雪落了一夜。林远没有点灯。'] });
    const { page, text, palette, write, word, onDisk } = await open();
    await text.caretAfter('铜钥匙。');
    await palette.run(word('write:commands.passage', { skill: '改写' }));
    await write.bar.waitFor();
    expect(await write.removed.textContent()).toBe('林远坐在灯下，数着桌上的铜钥匙。');
    expect(await write.inserted.textContent()).toBe('林远没有点灯。');
    await write.margin('rejected', 1).click();
    await write.bar.waitFor({ state: 'detached' });
    await page.locator('.notice-area').getByRole('button').click();
    await write.bar.waitFor();
    await write.margin('accepted', 1).click();
    await expect.poll(onDisk, soon).toContain('落了一夜。林远没有点灯。');
  });

  it('F23 lets the writer type elsewhere meanwhile, and asks when the text underneath was changed', async () => {
    const { page, text, write, word, onDisk } = await openWithCandidate();
    await text.caretAfter('没有人说话。');
    await page.keyboard.type('雾很大。');
    await text.saved();
    await page.keyboard.press('Control+Enter');
    const both = chapter.replace('铜钥匙。', `铜钥匙。\n\n${continued}`);
    await expect.poll(onDisk, soon).toBe(both.replace('说话。', '说话。雾很大。'));
    await write.bar.waitFor({ state: 'detached' });
    await text.caretAfter('雾很大。');
    server.script({ pieces: ['江面上什么也看不见。'] });
    await write.ask();
    await write.bar.waitFor();
    await text.caretAfter('雾很大。');
    await page.keyboard.type('他等着。');
    await write.remark.filter({ hasText: word('candidates:changed') }).waitFor();
    expect(await write.margin('accepted', 1).count()).toBe(1);
    await page.keyboard.press('Control+Z');
    await write.remark.filter({ hasText: word('candidates:hint') }).waitFor();
  });

  it('F23 composes beside a waiting change without losing or doubling a character', async () => {
    const { page, text, write, onDisk } = await openWithCandidate();
    const session = await page.context().newCDPSession(page);
    const compose = async (steps: readonly string[], chosen: string) => {
      for (const step of steps) {
        const end = { selectionStart: step.length, selectionEnd: step.length };
        await session.send('Input.imeSetComposition', { text: step, ...end });
      }
      await session.send('Input.insertText', { text: chosen });
    };
    await text.caretAfter('落了一夜。');
    await compose(['m', 'mei', 'mei f', 'mei feng'], '没风。');
    await text.caretAfter('铜钥匙。');
    await page.keyboard.press('ArrowLeft');
    await compose(['y', 'yi', 'yi ba'], '一把');
    await text.saved();
    const typed = chapter.replace('一夜。', '一夜。没风。').replace('钥匙。', '钥匙一把。');
    await expect.poll(onDisk, soon).toBe(typed);
    await expect.poll(() => write.inserted.count()).toBe(3);
  });

  it('stops at Esc, closes the provider’s connection and keeps what had come', async () => {
    server.script({ pieces: ['他数到第七把，', '停住了。'], pause: 50, end: 'stall' });
    const { page, text, write, word } = await open();
    await text.caretAfter('铜钥匙。');
    const aborted = server.nextAbort();
    await write.ask('短些');
    await write.lastRun.getByText('停住了。').waitFor();
    await page.keyboard.press('Escape');
    await aborted;
    await write.lastRun.getByText(word('write:run.cancelled')).waitFor();
    await write.remark.filter({ hasText: word('candidates:partial') }).waitFor();
    await expect.poll(() => write.inserted.textContent()).toBe('他数到第七把，停住了。');
  });

  it('says what went wrong by its code and offers to try again', async () => {
    server.script(
      { status: 400, body: '{"error":{"message":"max_tokens is above 512"}}' },
      { pieces: ['好。'] },
    );
    const { text, write, word } = await open();
    await text.caretAfter('铜钥匙。');
    await write.ask('短些');
    await write.lastRun.getByText(word('errors:MODEL_REQUEST_REFUSED.what')).waitFor();
    await write.lastRun
      .getByText(word('app:providerSaid', { words: 'max_tokens is above 512' }))
      .waitFor();
    await write.lastRun.getByRole('button', { name: word('app:actions.retry') }).click();
    await write.bar.waitFor();
    await expect.poll(() => write.runs.count()).toBe(2);
    // With what it was asked for, though that has left the field.
    expect(await write.lastRun.locator('.run-asked').textContent()).toContain('短些');
    expect(server.calls.at(-1)?.bytes.toString()).toContain('短些');
  });

  it('shows the request of a run in Inspect', async () => {
    const { page, write, word } = await openWithCandidate();
    await write.lastRun.getByRole('button', { name: word('write:context.inspect') }).click();
    const sent = page.getByRole('dialog');
    await sent.getByText('铜钥匙').first().waitFor();
    expect(await sent.textContent()).toContain('窗外的雪落了一夜');
  });

  it('F14 brings a waiting candidate back after a restart', async () => {
    const { page, project } = await openWithCandidate();
    await page.close();
    const again = await desk.window('zh-CN', { project });
    const write = writeModel(again.page, 'zh-CN');
    await write.bar.waitFor();
    await expect.poll(() => write.inserted.count()).toBe(3);
  });
});

describe('accessibility', () => {
  it.each(['light', 'dark'] as const)('F24 has no finding in the assistant, %s', async (theme) => {
    const { page, project, write, word } = await openWithCandidate();
    await page.emulateMedia({ colorScheme: theme });
    const { projectId } = project;
    await desk.call('constraints:create', { projectId, type: 'world', text: '禁止出现“天亮”。' });
    await page.keyboard.press('F7');
    await page.locator('.finding-mark').waitFor();
    await page.keyboard.press('Alt+F7');
    await page.getByRole('dialog', { name: word('findings:label') }).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Shift+M');
    await write.models.dialog.getByRole('button', { name: word('models:actions.edit') }).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await write.models.addOnline.click();
    await write.models.save.click();
    expect(await findingsOf(page)).toEqual([]);
  });
});

describe('the judge in the page', () => {
  it('S3-25 marks a sentence, names its constraint, and lets it pass with a reason', async () => {
    const { page, project, word } = await open();
    const { projectId } = project;
    await desk.call('constraints:create', {
      projectId,
      type: 'world',
      text: '禁止出现“铜钥匙”。',
    });
    await page.keyboard.press('F7');
    await page.locator('.page-text .cm-finding').waitFor();
    expect(await page.locator('.page-text .cm-finding').textContent()).toBe('铜钥匙');
    await page.keyboard.press('Alt+F7');
    const popover = page.getByRole('dialog', { name: word('findings:label') });
    await popover.getByText(word('findings:basis.constraint', { number: 1 })).waitFor();
    await popover.getByRole('button', { name: word('findings:waiveWith') }).click();
    await hasFocus(popover.getByRole('textbox'));
    await page.keyboard.type('这里就是要写它。');
    await page.keyboard.press('Enter');
    await page.locator('.page-text .cm-finding').waitFor({ state: 'detached' });
    const { items } = await desk.call('judge:waivers:list', { projectId });
    expect(items.map(({ reason }) => reason)).toEqual(['这里就是要写它。']);
  });
});

import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { connectScriptedModel } from './pages/scripted-model.ts';
import { inspectModel } from './pages/dock-models.ts';
import { writeModel } from './pages/write-model.ts';

let desk: Desk;
let server: ModelServer;

const chapter = '# 第一章 雪夜\n\n窗外的雪落了一夜。林远坐在灯下。\n';
const ownSkill = `---
id: weather
title.zh-CN: 天气
title.en: Weather
description.zh-CN: 写天气
description.en: Weather
placement: panel
passage: optional
---

## zh-CN

只写天气，写成一句。

## en

One sentence of weather.
`;

beforeAll(async () => {
  desk = await startDesk();
  server = await startModelServer();
  await mkdir(path.join(desk.data, 'skills'), { recursive: true });
  await writeFile(path.join(desk.data, 'skills', 'weather.md'), ownSkill);
  await connectScriptedModel(desk, server);
  server.script({ pieces: ['风停了一夜。'] });
});
afterAll(async () => {
  await server.close();
  await desk.close();
});

const open = async () => {
  const project = await desk.project({ '01.md': chapter });
  const window = await desk.window('zh-CN', { project });
  const inspect = inspectModel(window.page, 'zh-CN');
  await inspect.show();
  await inspect.view('prompt');
  await expect.poll(inspect.prompt).toContain('林远坐在灯下');
  return { ...window, project, inspect, write: writeModel(window.page, 'zh-CN') };
};

/** What the model was sent last, its messages one after the other. */
const sent = (): string => {
  const messages = server.calls.at(-1)?.body.messages as { content: string }[];
  return messages.map(({ content }) => content).join('');
};

describe('Inspect beside Write', () => {
  it('shows the skill, the selection, the wish and the typed text that a run then sends [S3-29]', async () => {
    const { page, text, inspect, write } = await open();
    await text.caretAfter('坐在灯下。');
    await page.keyboard.type('灯花');
    for (const _ of '灯花') await page.keyboard.press('Shift+ArrowLeft');
    await inspect.dock.getByRole('button', { name: '要做的事' }).click();
    await page.getByRole('option', { name: '天气' }).click();
    await inspect.dock.getByRole('textbox', { name: '补充要求' }).fill(' 写得短一些 ');
    await expect.poll(inspect.prompt).toContain('写得短一些');
    await expect.poll(inspect.prompt).toContain('所给的段落：\n灯花');
    const shown = await inspect.prompt();
    expect(shown).toContain('只写天气，写成一句。');
    await write.showTab();
    await expect.poll(() => write.field.inputValue()).toBe(' 写得短一些 ');
    await write.field.press('Control+Enter');
    await write.runs.first().waitFor();
    await expect.poll(() => server.calls.length).toBeGreaterThan(0);
    expect(sent().endsWith(shown)).toBe(true);
    await inspect.show();
    await inspect.view('prompt');
    await expect.poll(inspect.prompt).not.toContain('写得短一些');
  });

  it('saves what was just typed before it shows what another skill would send [S3-29]', async () => {
    const { page, text, inspect } = await open();
    await text.caretAfter('坐在灯下。');
    await page.keyboard.type('灯花落了。');
    await inspect.dock.getByRole('button', { name: '要做的事' }).click();
    await page.getByRole('option', { name: '出主意' }).click();
    await expect.poll(inspect.prompt).toContain('五种往下走的可能');
    expect(await inspect.prompt()).toContain('灯花落了。');
  });

  it('knows a skill whose file was changed outside once the window is looked at again [S3-29]', async () => {
    const { page, inspect } = await open();
    const file = path.join(desk.data, 'skills', 'storm.md');
    await writeFile(file, ownSkill.replace('id: weather', 'id: storm').replace('天气', '风暴'));
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await inspect.dock.getByRole('button', { name: '要做的事' }).click();
    await page.getByRole('option', { name: '风暴' }).click();
    await expect.poll(inspect.prompt).toContain('只写天气，写成一句。');
    await rm(file);
  });

  it('says that the text is not saved instead of showing the old one, and shows it once it is [S3-29]', async () => {
    const { page, text, project, inspect, word } = await open();
    await text.caretAfter('坐在灯下。');
    await rename(project.path, `${project.path}-away`);
    await page.keyboard.type('灯花落了。');
    await inspect.dock.getByText(word('inspect:state.unsaved')).waitFor();
    await expect.poll(inspect.prompt).toBe('');
    await expect.poll(() => inspect.ribbon.count()).toBe(0);
    // Longer than Inspect rests before it looks again at what the page tells of its saving.
    const slowly = '**/rpc/documents%3Asave';
    await page.route(slowly, async (route) => {
      await setTimeout(1500);
      await route.continue();
    });
    await inspect.dock.getByRole('button', { name: word('inspect:state.save') }).click();
    await inspect.dock.locator('.inspect-failure .ui-error').waitFor();
    await page.unroute(slowly);
    await rename(`${project.path}-away`, project.path);
    await inspect.dock.getByRole('button', { name: word('app:actions.retry') }).click();
    await expect.poll(inspect.prompt).toContain('灯花落了。');
  });
});

describe('where one writes', () => {
  for (const language of ['zh-CN', 'en'] as const) {
    it(`says what the whole book costs the first time and then, before anything is sent, without Inspect (${language}) [E2]`, async () => {
      const before = server.calls.length;
      await desk.call('ai:models:save', {
        ...{ id: 'scripted', provider: 'openai-compatible', baseUrl: `${server.url}/v1` },
        ...{ model: 'gpt-4o', contextWindow: 40_000, maxOutput: 1000, maxInput: 30_000 },
        prices: { currency: 'USD', input: 1000, cachedInput: 100, output: 8 },
      });
      const lines = Array.from({ length: 40 }, (_, at) => `第${at}夜，林远提着灯等船。`);
      const project = await desk.project({
        '01.md': `# 第一章 渡口\n\n${lines.join('\n\n')}\n`,
        '02.md': chapter,
      });
      const { projectId } = project;
      const { page, binder, text } = await desk.window(language, {
        project,
        width: 1024,
        height: 700,
      });
      await desk.call('settings:update', { debugMode: false });
      await binder.open('雪夜');
      await expect.poll(() => text.text.textContent(), soon).toContain('窗外的雪');
      const model = writeModel(page, language);
      await page.keyboard.press('Control+Shift+A');
      await model.field.waitFor();
      const foot = page.locator('.write-ask');
      await expect.poll(() => foot.textContent()).not.toContain('USD');
      const { version } = await desk.call('context:budget:get', { projectId });
      await desk.call('context:budget:update', {
        ...{ projectId, expectedVersion: version, wholeBook: true },
      });
      await expect.poll(() => foot.textContent(), soon).toMatch(/USD.*USD/u);
      expect(await axeFindings(page)).toEqual([]);
      expect(server.calls).toHaveLength(before);
    });
  }
});

describe('looking up before writing, on the screen [E6]', () => {
  it('is priced before, shown while it is asked, and told with what came of it, in a second window too', async () => {
    const files = {
      '01.md': '# Old\n\nThe sexton hid the bell in a churn the night the tower burned.\n',
      '02.md': '# Pact\n\nThe pact was written on a sheepskin that the great-uncle kept.\n',
      '03.md': '# New\n\nThe boat came at last. Lin stood on the quay.\n',
    };
    const project = await desk.project(files, 'en');
    const { projectId } = project;
    await desk.call('retrieval:index', { projectId, wait: true });
    const { items } = await desk.call('ai:models:list', {});
    const prices = { currency: 'USD', input: 2, output: 8 };
    for (const { id, provider, baseUrl, model, contextWindow, maxOutput } of items) {
      const known = { id, provider, baseUrl, model, contextWindow, maxOutput };
      await desk.call('ai:models:save', { ...known, prices });
    }
    const { version: expectedVersion } = await desk.call('context:budget:get', { projectId });
    await desk.call('context:budget:update', { projectId, expectedVersion, lookUp: true });
    const { page, text, binder, word } = await desk.window('en', { project });
    const write = writeModel(page, 'en');
    await binder.open('New');
    await text.caretAfter('on the quay.');
    await write.showTab();
    const ahead = page.locator('.write-ahead');
    await expect
      .poll(() => ahead.textContent(), soon)
      .toMatch(/^The model is asked first what to look up: about \d+ tokens more, 0\.\d+ USD/u);

    const asking = server.nextPieces();
    server.script({ pieces: ['Where did the ', 'sexton'], end: 'stall' });
    await write.ask();
    await asking;
    await write.lastRun.getByText(word('write:run.lookingUp')).waitFor();
    await page.keyboard.press('Escape');
    await write.lastRun.getByText(word('write:run.lookingUp')).waitFor({ state: 'detached' });

    const question = 'Where did the sexton hide the bell?';
    server.script({ pieces: [question] }, { pieces: ['Fog rose from the river.'] });
    await write.ask();
    const lines = write.lastRun.locator('.look-up');
    await expect.poll(() => lines.textContent(), soon).toContain(question);
    expect(await lines.textContent()).toContain('Sent for it: Old');
    await write.bar.waitFor();
    expect(sent()).toContain('hid the bell in a churn');

    server.script({ pieces: ['%%% lorem'] }, { pieces: ['Nobody spoke.'] });
    await write.ask();
    await write.lastRun.getByText(word('inspect:lookUp.problems.unusable')).waitFor();
    await write.lastRun.getByText(word('write:rerun.unchanged')).waitFor();
    expect(await write.lastRun.locator('.run-items').count()).toBe(0);

    const other = await desk.window('en', { project });
    const second = writeModel(other.page, 'en');
    await second.showTab();
    await expect.poll(() => second.runs.count(), soon).toBe(3);
    await second.runs.nth(1).getByText(question).waitFor();
  });
});

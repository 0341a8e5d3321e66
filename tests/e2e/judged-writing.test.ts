import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import type { JudgeMode } from '#shared/domain/finding.ts';
import { type Desk, startDesk } from './pages/desk.ts';
import { connectScriptedModel } from './pages/scripted-model.ts';
import { writeModel } from './pages/write-model.ts';
import { hasFocus } from './pages/settled.ts';

let desk: Desk;
let server: ModelServer;

const chapter = '# 第一章 雪夜\n\n窗外的雪落了一夜。林远坐在灯下。\n\n没有人说话。\n';
const faulty = '他站起来。\n\n门忽然开了。\n\n灯忽然灭了。';
const clean = '他站起来。\n\n门开了。';

beforeAll(async () => {
  desk = await startDesk();
  server = await startModelServer();
  await connectScriptedModel(desk, server);
});
afterAll(async () => {
  await server.close();
  await desk.close();
});

const open = async (mode: JudgeMode) => {
  const project = await desk.project({ '01.md': chapter });
  const { projectId } = project;
  await desk.call('constraints:create', { projectId, type: 'style', text: '不用“忽然”。' });
  await desk.call('judge:settings:update', { projectId, mode });
  const window = await desk.window('zh-CN', { project });
  const write = writeModel(window.page, 'zh-CN');
  await window.text.caretAfter('坐在灯下。');
  await write.ask();
  await write.bar.waitFor();
  return { ...window, project, write };
};

describe('writing that is judged', () => {
  it('S3-25 writes once more when the first try goes against a constraint, and says so, also later', async () => {
    server.script((call) => ({ pieces: [call.bytes.includes('重写一遍') ? clean : faulty] }));
    const { page, project, write, word } = await open('regenerate');
    const said = word('write:run.regenerated', { count: 2 });
    await write.lastRun.getByText(said).waitFor();
    await write.lastRun.getByText(word('write:judged.clean')).waitFor();
    await expect.poll(() => write.inserted.allTextContents()).toEqual(['他站起来。', '门开了。']);
    await expect.poll(() => write.lastRun.locator('.run-text').textContent()).toBe(clean);
    await page.close();
    const again = await desk.window('zh-CN', { project });
    const later = writeModel(again.page, 'zh-CN');
    await later.showTab();
    await later.lastRun.getByText(said).waitFor();
  });

  it('S3-25 F13 F24 underlines what was found in the waiting words, by keyboard, over a restart, until it is waived', async () => {
    server.script(() => ({ pieces: [faulty] }));
    const { page, project, write, word } = await open('mark');
    await write.underlined.nth(1).waitFor();
    expect(await write.underlined.allTextContents()).toEqual(['忽然', '忽然']);
    expect(await write.inserted.nth(1).textContent()).toBe('门忽然开了。');
    await page.close();

    const again = await desk.window('zh-CN', { project });
    const later = writeModel(again.page, 'zh-CN');
    await later.underlined.nth(1).waitFor();
    await expect.poll(() => later.findingMark.count()).toBe(2);
    const popover = again.page.getByRole('dialog', { name: word('findings:label') });
    await again.page.keyboard.press('Alt+F7');
    await popover.getByText(word('findings:basis.constraint', { number: 1 })).waitFor();
    await popover.getByRole('button', { name: word('findings:waiveWith') }).click();
    await hasFocus(popover.getByRole('textbox'));
    await again.page.keyboard.type('门要开得突然。');
    await again.page.keyboard.press('Enter');
    await later.underlined.nth(1).waitFor({ state: 'detached' });
    expect(await later.inserted.nth(1).locator('.cm-finding').count()).toBe(0);
    expect(await later.inserted.nth(2).locator('.cm-finding').count()).toBe(1);
    const { items } = await desk.call('judge:waivers:list', { projectId: project.projectId });
    expect(items.map(({ reason }) => reason)).toEqual(['门要开得突然。']);
    await later.showTab();
    await later.lastRun.getByText(word('write:judged.findings', { count: 1 })).waitFor();
  });

  it('F13 brings the findings of a chapter back with it, and folds them away for good', async () => {
    server.script(() => ({ pieces: [clean] }));
    const { page, project, write, word } = await open('mark');
    const { projectId } = project;
    await desk.call('constraints:create', { projectId, type: 'world', text: '禁止出现“灯下”。' });
    await page.keyboard.press('F7');
    await write.underlined.waitFor();
    await page.close();
    const again = await desk.window('zh-CN', { project });
    const later = writeModel(again.page, 'zh-CN');
    await later.underlined.waitFor();
    expect(await later.underlined.textContent()).toBe('灯下');
    await later.showTab();
    await again.page.getByRole('button', { name: word('findings:close') }).click();
    await later.underlined.waitFor({ state: 'detached' });
    await again.page.reload();
    await again.text.ready();
    await later.bar.waitFor();
    expect(await later.underlined.count()).toBe(0);
  });

  it('names under an answer what was checked, by whom, and what was not, and asks the model when told to [S3-25]', async () => {
    server.script((call) => {
      const ids = [...call.bytes.toString().matchAll(/([\w-]{21}): /g)].map(([, id]) => id);
      const judgement = JSON.stringify({ checked: ids, findings: [] });
      return { pieces: [call.bytes.includes('RULES') ? judgement : clean] };
    });
    const { project, write, word } = await open('mark');
    const { projectId } = project;
    const person = '严格第三人称';
    const laughs = '亚哈从来不笑';
    for (const text of [person, laughs]) {
      await desk.call('constraints:create', { projectId, type: 'narrative', text });
    }
    await write.bar.waitFor();
    await desk.call('ai:candidates:reject', {
      candidateId:
        (await desk.call('ai:candidates:list', { projectId })).items[0]?.candidateId ?? '',
    });
    await write.ask();
    const line = (key: 'rule' | 'model' | 'notAsked') =>
      write.lastRun.getByRole('listitem').filter({ hasText: word(`findings:coverage.${key}`) });
    await line('notAsked').filter({ hasText: laughs }).waitFor();
    await line('rule').filter({ hasText: person }).waitFor();
    expect(await line('rule').textContent()).not.toContain(laughs);
    await write.lastRun.getByText(word('write:judged.partlyClean')).waitFor();
    await write.lastRun.getByRole('button', { name: word('write:judged.ask') }).click();
    await line('model').filter({ hasText: laughs }).waitFor();
    expect(await line('notAsked').count()).toBe(0);
    await write.lastRun.getByText(word('write:judged.clean')).waitFor();
  });

  it('says of a chapter which constraints its check reached, and that it was edited since [S3-25]', async () => {
    server.script(() => ({ status: 500, pieces: [] }));
    const project = await desk.project({ '01.md': chapter });
    const { projectId } = project;
    const laughs = '亚哈从来不笑';
    await desk.call('constraints:create', { projectId, type: 'narrative', text: laughs });
    const { page, text, word } = await desk.window('zh-CN', { project });
    await text.caretAfter('坐在灯下。');
    await page.keyboard.press('F7');
    const findings = page.getByRole('region', { name: word('findings:label') });
    await findings.getByText(word('findings:outcome.none')).waitFor();
    await findings.getByRole('listitem').filter({ hasText: laughs }).waitFor();
    expect(await findings.getByRole('listitem').count()).toBe(1);
    await text.caretAfter('坐在灯下。');
    await page.keyboard.type('他没有动。');
    await findings.getByText(word('findings:edited')).waitFor();
  });
});

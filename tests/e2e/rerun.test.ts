import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import { axeFindings } from './pages/axe.ts';
import { type Desk, startDesk } from './pages/desk.ts';
import { connectScriptedModel } from './pages/scripted-model.ts';
import { writeModel } from './pages/write-model.ts';

let desk: Desk;
let server: ModelServer;

const chapter = '# 第一章 雪夜\n\n窗外的雪落了一夜。林远坐在灯下。\n';

beforeAll(async () => {
  desk = await startDesk();
  server = await startModelServer();
});
afterAll(async () => {
  await server.close();
  await desk.close();
});

const open = async () => {
  const project = await desk.project({ '01.md': chapter });
  const { projectId } = project;
  await connectScriptedModel(desk, server);
  for (const text of ['句子要短', '多写声音']) {
    await desk.call('constraints:create', { projectId, type: 'style', text });
  }
  await desk.call('knowledge:entities:create', {
    projectId,
    kind: 'item',
    name: '铜钥匙',
    summary: '能开北门。',
    fence: { notBeforeChapter: 5 },
  });
  server.script((call) => ({
    pieces: [call.bytes.includes('多写声音') ? '风响了一夜。' : '风停了一夜。'],
  }));
  const window = await desk.window('zh-CN', { project });
  const write = writeModel(window.page, 'zh-CN');
  await window.text.caretAfter('坐在灯下。');
  await write.ask();
  await write.bar.waitFor();
  return { ...window, project, write };
};

describe('a run asked again', () => {
  it('N6 says how many items were used and what waits, and in one press shows what one of them was good for', async () => {
    const { page, write, word } = await open();
    await write.used.getByText(/用了 \d+ 条，1 条要到第五章才成立。/).waitFor();
    await write.given.locator('summary').click();
    await write.without('多写声音').click();
    const { comparison } = write;
    await comparison.getByText(word('write:rerun.share', { share: '17%' })).waitFor();
    expect(await comparison.locator('.answer mark').allTextContents()).toEqual(['响', '停']);
    const rows = comparison.locator('.comparison-table tbody tr');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(1);
    expect(await rows.first().textContent()).toContain('多写声音');

    await comparison.getByRole('button', { name: word('write:rerun.measure') }).click();
    await comparison.getByText(word('write:rerun.noise', { share: '0%' })).waitFor();
    await comparison.getByText(word('inspect:compare.same')).waitFor();
    await page.keyboard.press('Escape');
    await comparison.waitFor({ state: 'detached' });
    expect(await write.runs.count()).toBe(3);

    await write.runs
      .nth(1)
      .getByRole('button', { name: word('write:rerun.compare') })
      .click();
    await comparison.getByText(word('write:rerun.baseline', { share: '0%' })).waitFor();
  });

  it.each(['light', 'dark'] as const)(
    'F24 N6 has no finding in the comparison, %s',
    async (theme) => {
      const { page, write } = await open();
      await page.emulateMedia({ colorScheme: theme });
      await write.given.locator('summary').click();
      await write.without('多写声音').click();
      await write.comparison.locator('.comparison-table').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.close();
    },
  );

  it('N6 can still be compared after the window was opened anew', async () => {
    const { page, project, write } = await open();
    await write.given.locator('summary').click();
    await write.without('多写声音').click();
    await write.comparison.locator('.comparison-table').waitFor();
    await page.close();
    const again = await desk.window('zh-CN', { project });
    const later = writeModel(again.page, 'zh-CN');
    await later.showTab();
    await later.lastRun.getByRole('button', { name: again.word('write:rerun.compare') }).click();
    await later.comparison.locator('.comparison-table').getByText('多写声音').waitFor();
    expect(await later.comparison.locator('.answer mark').allTextContents()).toEqual(['响', '停']);
  });
});

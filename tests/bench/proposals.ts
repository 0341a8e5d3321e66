/**
 * `FABULA_TEST_BUILT=1 node tests/bench/proposals.ts [chapters]` after a build: a book of so many chapters (600), each with a proposed
 * synopsis: the list of them opened, scrolled to its end and one taken, by the longest task of the page (E3).
 */
import type { Page } from 'playwright-core';
import { type Desk, type DeskModels, startDesk } from '#tests/e2e/pages/desk.ts';
import { connectScriptedModel } from '#tests/e2e/pages/scripted-model.ts';
import { startModelServer } from '#tests/helpers/model-server.ts';
import { watchTasks } from './page-tasks.ts';

const chapters = Number(process.argv[2] ?? 600);
const synopsis =
  '阿禾提着灯上了潮屋，母亲量过水，把簿子翻到最后一页，停了很久，谁也没有说话。'.repeat(4);

const files = Object.fromEntries(
  Array.from({ length: chapters }, (_, at) => [
    `卷${Math.floor(at / 50) + 1}/${String(at + 1).padStart(4, '0')}.md`,
    `# 第${at + 1}章 潮\n\n雪落了一夜，谁也没有出门，只有阿禾提着灯，这是第${at + 1}夜。\n`,
  ]),
);

/** One round, chapter by chapter, as a writer would have it made. */
const propose = async (desk: Desk, projectId: string): Promise<void> => {
  await desk.call('synopses:job:start', { projectId, which: 'all' });
  for (;;) {
    const { job } = await desk.call('synopses:list', { projectId });
    if (job?.state !== 'running') return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
};

const nodesOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelectorAll('[role=dialog] *').length);

async function measure({ page, word, text }: DeskModels): Promise<void> {
  await text.text.focus();
  await page.keyboard.press('Control+Alt+2');
  const tasks = await watchTasks(page);
  const accepts = page.locator('[role=dialog] [data-rove]');
  await page.getByRole('button', { name: word('synopses:title'), exact: true }).click();
  await accepts.first().waitFor();
  await tasks.tell('opened');
  process.stdout.write(`elements in the dialog: ${await nodesOf(page)}\n`);
  await accepts.first().focus();
  await page.keyboard.press('End');
  await tasks.tell('to the end');
  const taken = accepts.last();
  await taken.focus();
  await page.keyboard.press('Enter');
  await page.getByText(`${chapters - 1}`, { exact: true }).waitFor();
  await tasks.tell('one taken');
}

const server = await startModelServer();
server.script({ pieces: [synopsis] });
const desk = await startDesk();
try {
  await connectScriptedModel(desk, server);
  const project = await desk.project(files);
  await propose(desk, project.projectId);
  await measure(await desk.window('zh-CN', { project }));
} finally {
  await desk.close();
  await server.close();
}

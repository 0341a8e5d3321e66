/**
 * `FABULA_TEST_BUILT=1 node tests/bench/replacing.ts <folder of Markdown> [words] [other words]` after a build: what the page
 * does while a book of a million characters is opened, while words are replaced and somebody is renamed in all of it, and
 * while that is taken back (W2).
 */
import { resolve } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { type Desk, type DeskModels, startDesk } from '#tests/e2e/pages/desk.ts';
import { milliseconds } from './figures.ts';
import { clockOf, type PageTasks, type Tasks, watchTasks } from './page-tasks.ts';
import { repeatNovel } from './repeat-novel.ts';

const [source, words = '宝玉', others = '宝石'] = process.argv.slice(2);
if (source === undefined) throw new Error('Name the folder of a novel in Markdown.');

const language = 'zh-CN';
/** The longest a step may take, ms. */
const longest = 120_000;

/** Processor time of the page's main thread so far, ms. */
async function threadTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

const tell = (what: string, ms: number, tasks: Tasks, thread: number | null): void => {
  const durations = tasks.map(({ duration }) => duration);
  const held = durations.reduce((sum, duration) => sum + duration, 0);
  const figures = [
    milliseconds(ms),
    `${milliseconds(Math.max(0, ...durations))} · ${milliseconds(held)} (${tasks.length})`,
    thread === null ? '' : milliseconds(thread),
  ];
  process.stdout.write(`| ${what} | ${figures.join(' | ')} |\n`);
};

type Measure = (
  what: string,
  begin: () => Promise<void>,
  end: () => Promise<void>,
) => Promise<void>;

async function measureIn(page: Page, tasks: PageTasks): Promise<Measure> {
  const session = await page.context().newCDPSession(page);
  // Processor time, not time that passes: what else the machine does must not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async (what, begin, end) => {
    const busy = await threadTime(session);
    const from = await clockOf(page);
    await begin();
    await end();
    const ms = (await clockOf(page)) - from;
    const held = await tasks.since(from);
    tell(what, ms, held, (await threadTime(session)) - busy);
  };
}

/** Carries out what the dialog lists, and takes it back. */
async function replaceAndUndo(
  { page, word }: DeskModels,
  measure: Measure,
  what: string,
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: word('replace:title') });
  const button = dialog.locator('.replace-foot').getByRole('button');
  const undo = page.locator('.notice-area').getByRole('button', { name: word('app:actions.undo') });
  await measure(
    what,
    () => button.click(),
    async () => {
      await dialog.waitFor({ state: 'detached' });
      await undo.hover();
    },
  );
  await measure(
    `its undo`,
    () => undo.click(),
    () => page.getByText(/已撤/u).first().waitFor(),
  );
}

async function measureBook(desk: Desk): Promise<void> {
  const project = await desk.project(repeatNovel(resolve(source ?? '')), language);
  const { projectId } = project;
  await desk.call('retrieval:index', { projectId, wait: true });
  const person = { projectId, kind: 'character' as const, summary: '' };
  await desk.call('knowledge:entities:create', { ...person, name: words });
  process.stdout.write(
    '| step | until it is shown | held up: longest · in all (how often) | processor time of the page |\n| --- | --- | --- | --- |\n',
  );
  const models = await desk.window(language, { project });
  const { page, text, word } = models;
  page.setDefaultTimeout(longest);
  const opened = await clockOf(page);
  const tasks = await watchTasks(page);
  tell('opening', opened, await tasks.since(0), null);
  const measure = await measureIn(page, tasks);
  const dialog = page.getByRole('dialog', { name: word('replace:title') });
  const button = dialog.locator('.replace-foot button:not([disabled])');
  await text.text.focus();
  await page.keyboard.press('Control+Shift+H');
  await dialog.getByRole('textbox', { name: word('replace:find'), exact: true }).focus();
  await dialog.getByLabel(word('replace:with')).fill(others);
  await measure(
    `finding ${words}`,
    () => dialog.getByRole('textbox', { name: word('replace:find'), exact: true }).fill(words),
    () => button.waitFor(),
  );
  process.stdout.write(`(${await button.textContent()})\n`);
  await replaceAndUndo(models, measure, `replacing it`);
  await text.text.focus();
  await page.keyboard.press('Control+Shift+H');
  await dialog.getByText(word('replace:modes.rename'), { exact: true }).click();
  await dialog.getByLabel(word('replace:whom')).click();
  await page.getByRole('option', { name: words, exact: true }).click();
  await measure(
    `preview of renaming ${words}`,
    () => dialog.getByLabel(word('replace:newName')).fill(others),
    () => button.waitFor(),
  );
  process.stdout.write(`(${await button.textContent()})\n`);
  await replaceAndUndo(models, measure, `renaming`);
}

const desk = await startDesk();
try {
  await measureBook(desk);
} finally {
  await desk.close();
}

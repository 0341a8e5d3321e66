/**
 * `FABULA_TEST_BUILT=1 node tests/bench/inspecting.ts <folder of Markdown>` after a build: what Inspect holds the page up for
 * where a whole novel goes with the request, by its longest tasks (E2).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inspectModel } from '#tests/e2e/pages/dock-models.ts';
import { type Desk, startDesk } from '#tests/e2e/pages/desk.ts';
import { watchTasks } from './page-tasks.ts';

const source = process.argv[2];
if (source === undefined) throw new Error('Name the folder of a novel in Markdown.');

const language = 'zh-CN';
/** A model that takes a whole novel, tokens. */
const window = 1_200_000;

const files = Object.fromEntries(
  readdirSync(resolve(source))
    .filter((name) => name.endsWith('.md'))
    .map((name) => [name, readFileSync(join(source, name), 'utf8')]),
);

async function openWholeBook(desk: Desk) {
  await desk.call('settings:update', { debugMode: true });
  await desk.call('ai:models:save', {
    ...{ id: 'long', provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1' },
    ...{ model: 'gpt-4o', contextWindow: window, maxOutput: 4000, maxInput: 1_000_000 },
  });
  const project = await desk.project(files, language);
  const { projectId } = project;
  await desk.call('retrieval:index', { projectId, wait: true });
  const { version: expectedVersion } = await desk.call('context:budget:get', { projectId });
  await desk.call('context:budget:update', {
    ...{ projectId, expectedVersion, wholeBook: true, contextWindow: window },
  });
  return project;
}

async function measure(desk: Desk): Promise<void> {
  const project = await openWholeBook(desk);
  const { page, text, word } = await desk.window(language, { project });
  const last = project.documents.at(-1)?.title.slice(-8) ?? '';
  await text.text.focus();
  await page.keyboard.press('Control+K');
  const palette = page.getByRole('dialog', { name: word('palette:label') });
  await palette.getByRole('combobox').fill(last);
  await palette.getByRole('option', { selected: true }).filter({ hasText: last }).waitFor();
  await page.keyboard.press('Enter');
  await palette.waitFor({ state: 'detached' });
  await page.locator('.page-text').getByText(last).first().waitFor();
  await text.text.focus();
  await page.keyboard.press('Control+End');
  const inspect = inspectModel(page, language);
  const tasks = await watchTasks(page);
  await inspect.show();
  // The first it shows may be of the place before the caret moved.
  await inspect.lead.filter({ hasText: /\d{3},\d{3}/u }).waitFor();
  process.stdout.write(`${await inspect.lead.textContent()}\n`);
  await tasks.tell('opened');
  await inspect.folds.first().click();
  await tasks.tell('a fold');
  await inspect.list.hover();
  for (let turn = 0; turn < 60; turn += 1) await page.mouse.wheel(0, 400);
  await tasks.tell('scrolled');
  await inspect.view('prompt');
  await inspect.dock.locator('.prompt-part').first().waitFor();
  await tasks.tell('the prompt');
  await inspect.dock.locator('.prompt-part').first().hover();
  for (let turn = 0; turn < 60; turn += 1) await page.mouse.wheel(0, 2000);
  await tasks.tell('the prompt, scrolled');
  await text.text.focus();
  await page.keyboard.insertText('又是一年。');
  await tasks.tell('a sentence written beside it');
}

const desk = await startDesk();
try {
  await measure(desk);
} finally {
  await desk.close();
}

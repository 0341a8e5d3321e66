/**
 * `FABULA_TEST_BUILT=1 node tests/bench/accepting.ts <folder of Markdown> [chapters]` after a build: names of a novel with an empty codex:
 * the list of them opened, names made entries of one after another by the keyboard, entries made elsewhere, by processor time of
 * the page's thread until it rests (W6).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Desk, startDesk } from '#tests/e2e/pages/desk.ts';
import { codexModel } from '#tests/e2e/pages/dock-models.ts';
import { watchProcessor } from './page-processor.ts';
import { watchTasks } from './page-tasks.ts';

const [folder = '', wanted = '60'] = process.argv.slice(2);
const times = 6;

const files = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .slice(0, Number(wanted))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
);

async function measure(desk: Desk): Promise<void> {
  const project = await desk.project(files);
  const { projectId } = project;
  const { page, text, word } = await desk.window('zh-CN', { project });
  await text.ready();
  const codex = codexModel(page, 'zh-CN');
  await codex.show();
  const line = codex.dock.locator('.new-names-line').getByRole('button');
  await line.waitFor({ timeout: 300_000 });
  const processor = await watchProcessor(page);
  const tasks = await watchTasks(page);
  const tell = async (name: string, act: () => Promise<void>): Promise<void> => {
    const { cpu } = await processor(async () => {
      await act();
      await tasks.since(await page.evaluate(() => performance.now()));
      return 0;
    });
    process.stdout.write(`${name}: ${cpu.toFixed(0)} ms\n`);
  };
  const accept = codex.dock.getByRole('button', { name: word('codex:newNames.accept') });
  await tell('opened', async () => {
    await line.press('Enter');
    await accept.first().waitFor();
  });
  const elements = await codex.dock.evaluate((one) => one.querySelectorAll('*').length);
  process.stdout.write(`elements in the dock: ${elements}\n`);
  for (let time = 1; time <= times; time += 1) {
    const first = await accept.first().getAttribute('aria-label');
    await tell(`accepted ${time}`, async () => {
      await accept.first().press('Enter');
      await page.locator(`[aria-label="${first}"]`).waitFor({ state: 'detached' });
    });
  }
  await tell(`${times} made elsewhere`, async () => {
    for (let time = 1; time <= times; time += 1) {
      await desk.call('knowledge:entities:create', {
        ...{ projectId, kind: 'item', name: `无名之物${time}`, summary: '' },
      });
    }
  });
}

const desk = await startDesk();
try {
  await measure(desk);
} finally {
  await desk.close();
}

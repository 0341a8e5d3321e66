/**
 * `node tests/bench/typing.ts [blocks] [en]` after a build: typing in a long chapter, beside a bare CodeMirror with the same
 * text; in an English one spelling is checked as well.
 */
import { mkdtemp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { build } from 'vite';
import { enterPage } from '#tests/helpers/enter-page.ts';
import { launchChromium } from '#tests/helpers/chromium.ts';
import { callTo, type Served, serveFabula } from '#tests/helpers/serve.ts';
import { root } from '../../scripts/bootstrap/paths.mjs';
import { milliseconds, percentile } from './figures.ts';
import { type Typed, typeKeys, watchKeys } from './typing/keys.ts';

const length = 200_000;
/** Blocks typed into each page in turns, so that what else the machine does meets both alike. */
const blocks = Number(process.argv[2] ?? 8);
/** What is typed, and where: in the middle, behind words that stand nowhere else. */
const books = {
  'zh-CN': {
    block: '雪下了一夜。林远坐在灯下，没有说话。他听着窗外的风，想起多年以前的那个冬天。',
    marker: '此处接着写：',
  },
  en: {
    block: ' The snow fell all nihgt. She sat by teh lamp and said nothing at all of it.',
    marker: 'Write on from here:',
  },
} as const;
const language = process.argv[3] === 'en' ? 'en' : 'zh-CN';
const { block, marker } = books[language];
const viewport = { width: 1440, height: 900 };

/** The sample novel's chapters again and again, up to the wanted length. */
async function longChapter(): Promise<string> {
  const folder = path.join(root, `samples/${language}/manuscript`);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  const body = texts.map((text) => text.replace(/^#.*\n+/, '').trim()).join('\n\n');
  const times = Math.ceil(length / body.length);
  const text = Array.from({ length: times }, () => body).join('\n\n');
  const middle = text.indexOf('\n\n', length / 2);
  return `# 第一章 长夜\n\n${text.slice(0, middle)}\n\n${marker}${text.slice(middle, length)}\n`;
}

type Desk = { name: string; page: Page; session: CDPSession; typed: Typed[] };

async function watched(name: string, page: Page): Promise<Desk> {
  await watchKeys(page);
  const session = await page.context().newCDPSession(page);
  // Processor time, not time that passes: what else the machine does must not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { name, page, session, typed: [] };
}

async function bareDesk(browser: Browser, text: string, caret: number): Promise<Desk> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: {
        entry: path.join(root, 'tests/bench/typing/bare.ts'),
        formats: ['iife'],
        name: 'bare',
      },
    },
  });
  const output = Array.isArray(built) ? built[0] : built;
  if (output === undefined || !('output' in output)) throw new Error('nothing was built');
  const page = await browser.newPage({ viewport });
  await page.setContent(
    `<!doctype html><meta charset="utf-8"><style>
      body { margin: 0 auto; width: 696px; height: 828px; }
      .cm-editor { height: 100%; }
      .cm-editor .cm-scroller { font: 18px/32px serif; }
    </style>`,
  );
  await page.addScriptTag({ content: output.output[0].code });
  await page.evaluate(([doc, at]) => globalThis.showBare(doc, at), [text, caret] as const);
  return watched('a bare CodeMirror', page);
}

async function fabulaDesk(
  browser: Browser,
  served: Served,
  folder: string,
  text: string,
): Promise<Desk> {
  await writeFile(path.join(folder, '01.md'), text);
  const project = await callTo(served, 'projects:open', { path: folder, language });
  await callTo(served, 'retrieval:index', { projectId: project.projectId, wait: true });
  await callTo(served, 'settings:update', { language, debugMode: true });
  const page = await browser.newPage({ viewport });
  await enterPage(page, served);
  await page.goto(`${served.url}/?project=${project.projectId}`);
  await page.locator('.page-text[data-ready="true"]').waitFor();
  await page.locator('.page-text .cm-content').focus();
  await page.keyboard.press('Control+F');
  await page.keyboard.insertText(marker);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await page.locator('.cm-line').filter({ hasText: marker }).waitFor();
  return watched('Fabula', page);
}

function report({ name, typed }: Desk): { p50: number; p95: number; thread: number } {
  const frames = typed.flatMap((one) => one.frames);
  const thread = percentile(
    typed.map((one) => one.threadPerKey),
    0.5,
  );
  const [p50, p95] = [percentile(frames, 0.5), percentile(frames, 0.95)];
  process.stdout.write(
    `| ${name} | ${frames.length} | ${milliseconds(p50)} · ${milliseconds(p95)} | ${milliseconds(thread)} |\n`,
  );
  return { p50, p95, thread };
}

const data = await mkdtemp(path.join(tmpdir(), 'fabula-typing-'));
const folder = path.join(data, 'novel');
await mkdir(folder);
const served = await serveFabula(path.join(data, 'data'), [], 'dist/cli/fabula.js');
const browser = await launchChromium();
try {
  const text = await longChapter();
  const caret = text.indexOf(marker) + marker.length;
  const bare = await bareDesk(browser, text, caret);
  const fabula = await fabulaDesk(browser, served, folder, text);
  for (let round = 0; round <= blocks; round += 1) {
    for (const desk of [bare, fabula]) {
      const typed = await typeKeys(desk.page, desk.session, block);
      // The first round warms both up.
      if (round > 0) desk.typed.push(typed);
    }
  }
  process.stdout.write('| page | keys | key to frame, p50 · p95 | main thread a key |\n');
  process.stdout.write('| --- | --- | --- | --- |\n');
  const [plain, ours] = [report(bare), report(fabula)];
  const ratio = (one: number, other: number) => `${(one / other).toFixed(2)} ×`;
  process.stdout.write(
    `| Fabula beside it | | ${ratio(ours.p50, plain.p50)} · ${ratio(ours.p95, plain.p95)} | ${ratio(ours.thread, plain.thread)} |\n`,
  );
} finally {
  await browser.close();
  await served.stop();
  await rm(data, { recursive: true, force: true, maxRetries: 3 });
}

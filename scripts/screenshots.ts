/** `npm run screenshots`: every screen of the built web host in both languages and themes, under docs/screenshots. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from 'playwright-core';
import { z } from 'zod';
import { projectNode, root } from './bootstrap/paths.mjs';
import { type Screen, screens } from './screenshots/screens.ts';
import { holdTalk, talkScreens } from './screenshots/talk.ts';
import { findChromium } from './test/system.ts';
import { enterPage } from '#tests/helpers/enter-page.ts';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const languages = ['zh-CN', 'en'] as const;
const themes = ['light', 'dark'] as const;
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
] as const;

const Ready = z.object({ url: z.string(), token: z.string(), address: z.string() });
const Reply = z.object({ ok: z.boolean(), value: z.unknown() });
type Served = z.infer<typeof Ready> & { stop(): Promise<void> };

async function serve(data: string): Promise<Served> {
  const built = path.join(root, 'dist/cli/fabula.js');
  const args = [built, 'serve', '--data-dir', data, '--port', '0', '--no-open', '--json'];
  const child = spawn(projectNode(), args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`fabula serve ended: ${complaint}`);
  });
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  ended.catch(() => undefined);
  return {
    ...Ready.parse(JSON.parse(String(line))),
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function call(served: Served, channel: string, input: unknown): Promise<unknown> {
  const response = await fetch(`${served.url}/rpc/${encodeURIComponent(channel)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${served.token}` },
    body: JSON.stringify(input),
  });
  const text = await response.text();
  const reply = Reply.parse(response.ok ? JSON.parse(text) : { ok: false });
  if (!reply.ok) throw new Error(`${channel}: ${text}`);
  return reply.value;
}

type Setting = {
  language: (typeof languages)[number];
  theme: (typeof themes)[number];
  size: (typeof sizes)[number];
};

async function shoot(page: Page, screen: Screen, setting: Setting, folder: string) {
  const { language, theme, size } = setting;
  await screen.show({ page, language });
  await page.evaluate(() => document.fonts.ready);
  // The editor measures itself anew a moment after its column has changed.
  await page.waitForTimeout(200);
  const name = `${screen.name}-${language.slice(0, 2)}-${theme}-${size.width}x${size.height}.png`;
  await page.screenshot({
    path: path.join(folder, name),
    animations: 'disabled',
    caret: 'initial',
  });
  process.stdout.write(`${name}\n`);
}

async function shootScreens(
  served: Served,
  browser: Browser,
  folder: string,
  language: Setting['language'],
  chosen: readonly Screen[],
) {
  for (const theme of themes) {
    for (const size of sizes) {
      for (const screen of chosen) {
        const context = await browser.newContext({ viewport: size, colorScheme: theme });
        const page = await context.newPage();
        await enterPage(page, served);
        await page.goto(`${served.url}/${screen.address(language)}`);
        await shoot(page, screen, { language, theme, size }, folder);
        await context.close();
      }
    }
  }
}

async function shootAll(served: Served, browser: Browser, folder: string, wanted: string[]) {
  const isWanted = ({ name }: Screen) => wanted.length === 0 || wanted.includes(name);
  const silent = screens.filter(isWanted);
  const spoken = talkScreens.filter(isWanted);
  for (const language of languages) {
    await call(served, 'settings:update', { language, debugMode: true });
    await shootScreens(served, browser, folder, language, silent);
    if (spoken.length === 0) continue;
    const endTalk = await holdTalk((channel, input) => call(served, channel, input), language);
    await shootScreens(served, browser, folder, language, spoken);
    await endTalk();
  }
}

const executablePath = findChromium();
if (!executablePath) throw new Error('No Chromium found; set FABULA_CHROMIUM to its path.');
const folder = path.join(root, 'docs/screenshots');
const data = await mkdtemp(path.join(tmpdir(), 'fabula-screenshots-'));
await mkdir(folder, { recursive: true });
const served = await serve(data);
const browser = await chromium.launch({ executablePath, args: flags });
try {
  await shootAll(served, browser, folder, process.argv.slice(2));
} finally {
  await browser.close();
  await served.stop();
  await rm(data, { recursive: true, force: true, maxRetries: 3 });
}

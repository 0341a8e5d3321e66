/**
 * `npm run screenshots [name …]`: every screen of the built web host in both languages and themes, in dist/screenshots.
 * `npm run screenshots -- --for-docs`: the few that README shows, small, in docs/screenshots.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from 'playwright-core';
import { z } from 'zod';
import { projectNode, root } from './bootstrap/paths.mjs';
import { type Screen, screens } from './screenshots/screens.ts';
import { holdConversation, conversationScreens } from './screenshots/conversation.ts';
import { keepVersions } from './screenshots/versions.ts';
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

/** Where pictures go, which of them, and how they are written. */
type Album = {
  folder: string;
  isWanted: (name: string) => boolean;
  /** WebP keeps a picture of the documentation below 150 KB; PNG shows what there is. */
  type: 'webp' | 'png';
};

/** What README shows. */
const forDocs: readonly string[] = [
  'desk-zh-light-1440x900',
  'prompt-en-light-1440x900',
  'constraints-zh-dark-1440x900',
  'codex-en-light-1440x900',
  'conversation-en-dark-1440x900',
  'history-zh-light-1440x900',
];

const pictureName = (screen: string, { language, theme, size }: Setting): string =>
  `${screen}-${language.slice(0, 2)}-${theme}-${size.width}x${size.height}`;

async function shoot(page: Page, screen: Screen, setting: Setting, album: Album) {
  const { folder, type } = album;
  await screen.show({ page, language: setting.language });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => document.fonts.ready);
  // The editor measures itself anew a moment after its column has changed.
  await page.waitForTimeout(200);
  const name = `${pictureName(screen.name, setting)}.${type}`;
  const devTools = await page.context().newCDPSession(page);
  const quality = type === 'webp' ? { quality: 80 } : {};
  const { data } = await devTools.send('Page.captureScreenshot', { format: type, ...quality });
  await writeFile(path.join(folder, name), data, 'base64');
  process.stdout.write(`${name}\n`);
}

/** What pictures are taken with. */
type Studio = { served: Served; browser: Browser; album: Album };

async function shootScreens(
  { served, browser, album }: Studio,
  language: Setting['language'],
  selected: readonly Screen[],
) {
  for (const theme of themes) {
    for (const size of sizes) {
      for (const screen of selected) {
        const setting = { language, theme, size };
        if (!album.isWanted(pictureName(screen.name, setting))) continue;
        const context = await browser.newContext({ viewport: size, colorScheme: theme });
        const page = await context.newPage();
        await enterPage(page, served);
        await page.goto(`${served.url}/${screen.address(language)}`);
        try {
          await shoot(page, screen, setting, album);
        } catch (error) {
          // The others are worth having; the run fails in the end.
          process.stderr.write(`${pictureName(screen.name, setting)}: ${String(error)}\n`);
          process.exitCode = 1;
        }
        await context.close();
      }
    }
  }
}

async function shootAll(studio: Studio) {
  const { served, album } = studio;
  for (const language of languages) {
    await call(served, 'settings:update', { language, debugMode: true });
    await keepVersions((channel, input) => call(served, channel, input), language);
    await shootScreens(studio, language, screens);
    const isSpoken = conversationScreens.some(({ name }) =>
      themes.some((theme) =>
        sizes.some((size) => album.isWanted(pictureName(name, { language, theme, size }))),
      ),
    );
    if (!isSpoken) continue;
    const endConversation = await holdConversation(
      (channel, input) => call(served, channel, input),
      language,
    );
    await shootScreens(studio, language, conversationScreens);
    await endConversation();
  }
}

function albumOf(words: readonly string[]): Album {
  if (words.includes('--for-docs')) {
    return {
      folder: path.join(root, 'docs/screenshots'),
      isWanted: (name) => forDocs.includes(name),
      type: 'webp',
    };
  }
  return {
    folder: path.join(root, 'dist/screenshots'),
    isWanted: (name) => words.length === 0 || words.some((word) => name.startsWith(`${word}-`)),
    type: 'png',
  };
}

const executablePath = findChromium();
if (!executablePath) throw new Error('No Chromium found; set FABULA_CHROMIUM to its path.');
const album = albumOf(process.argv.slice(2));
const data = await mkdtemp(path.join(tmpdir(), 'fabula-screenshots-'));
await mkdir(album.folder, { recursive: true });
const served = await serve(data);
const browser = await chromium.launch({ executablePath, args: flags });
try {
  await shootAll({ served, browser, album });
} finally {
  await browser.close();
  await served.stop();
  await rm(data, { recursive: true, force: true, maxRetries: 3 });
}

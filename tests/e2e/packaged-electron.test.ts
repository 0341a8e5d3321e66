/** The packaged program, as a person gets it: made by electron-builder, started as it is. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareElectronRuntime } from '../../scripts/electron-runtime/prepare.ts';
import { pinnedElectronVersion } from '../../scripts/electron-runtime/registry.ts';
import { packageApp } from '../../scripts/package/package-app.ts';
import { writeSentenceModel } from '#tests/helpers/sentence-model.ts';

let folder: string;
let unpacked: string;
let program: ChildProcess;
let browser: Browser;

/** Where the started program can be driven: it takes no inspector, but its pages do. */
const addressOf = (started: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, address] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    });
    started.once('exit', (code) => reject(new Error(`It ended with ${code}: ${said}`)));
  });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fabula-packaged-'));
  const { executablePath, nativeBinding } = await prepareElectronRuntime(() => undefined);
  const electron = path.dirname(executablePath);
  // Where it is not the official one, the version of package.json is not its own.
  const version = nativeBinding ? { electronVersion: pinnedElectronVersion } : {};
  const output = path.join(folder, 'release');
  await packageApp(electron, { ...version, 'directories.output': output });
  unpacked = path.join(output, 'linux-unpacked');
  const args = ['--remote-debugging-port=0', `--data-dir=${path.join(folder, 'data')}`];
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  program = spawn(path.join(unpacked, 'fabula'), [...sandbox, ...args], {
    env: { ...process.env, ...(nativeBinding ? { FABULA_SQLITE_BINDING: nativeBinding } : {}) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  browser = await chromium.connectOverCDP(await addressOf(program));
});
afterAll(async () => {
  await browser?.close();
  program?.kill('SIGTERM');
  if (program?.exitCode === null) await new Promise((resolve) => program.once('exit', resolve));
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

describe('the packaged program', () => {
  it('starts, offers sample, import and a new book, and opens the sample [W10]', async () => {
    const [context] = browser.contexts();
    const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
    if (!page) throw new Error('no window');
    await page.waitForLoadState('load');
    expect(page.url()).toBe('app://fabula/');
    await page.locator('.welcome-sheet').waitFor();
    const before = await page.evaluate(() => window.host?.call('projects:list', {}));
    expect(before).toMatchObject({ ok: true, value: { items: [] } });
    const opened = await page.evaluate(() =>
      window.host?.call('projects:openSample', { language: 'en' }),
    );
    expect(opened).toMatchObject({ ok: true, value: { language: 'en' } });
    expect(await page.locator('.welcome-sheet').getByRole('button').count()).toBeGreaterThan(4);
  });

  it('reads a sentence model of the writer’s own, by the runtime it comes with [E5]', async () => {
    const model = path.join(folder, 'model');
    writeSentenceModel(model, { synonyms: [['ferry', 'boat'], ['the']] });
    const page = browser.contexts()[0]?.pages()[0];
    const look = await page?.evaluate(async (place) => {
      const opened = await window.host?.call('projects:openSample', { language: 'en' });
      if (!opened?.ok) return opened;
      const { projectId } = opened.value as { projectId: string };
      return window.host?.call('retrieval:model:look', { projectId, folder: place });
    }, model);
    expect(look).toMatchObject({ ok: true, value: { dimension: 16, pooling: 'mean' } });
    const modules = path.join(unpacked, 'resources/app/node_modules');
    // One build of the runtime of many: the others weigh 90 MB.
    expect((await readdir(path.join(modules, 'onnxruntime-web/dist'))).sort()).toEqual([
      'ort-wasm-simd-threaded.wasm',
      'ort.wasm.bundle.min.mjs',
    ]);
    const licences = path.join(unpacked, 'resources/app/dist/THIRD-PARTY-LICENSES.txt');
    for (const part of ['onnxruntime-web', '@huggingface/tokenizers']) {
      expect(await readFile(licences, 'utf8'), part).toContain(`${part} `);
    }
  });

  it('comes with the licences of all its parts, and runs no other program’s code [W10]', async () => {
    const app = path.join(unpacked, 'resources/app');
    const licences = await readFile(path.join(app, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
    expect(licences).toMatch(/^react \d/m);
    for (const file of ['LICENSE', 'assets/sentences/LICENSE-Apache-2.0.txt']) {
      expect(existsSync(path.join(app, file)), file).toBe(true);
    }
    expect(existsSync(path.join(unpacked, 'LICENSES.chromium.html'))).toBe(true);
    expect(existsSync(path.join(app, 'node_modules/typescript'))).toBe(false);
  });
});

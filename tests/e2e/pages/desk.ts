import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { onTestFinished, TestRunner } from 'vitest';
import type { Channel, Input, Output } from '#shared/contract/index.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { enterPage } from '#tests/helpers/enter-page.ts';
import { callTo, type Served, serveFabula } from '#tests/helpers/serve.ts';
import { sharedBrowser } from './browser.ts';
import { binderModel } from './binder-model.ts';
import { pageModel } from './page-model.ts';
import { paletteModel } from './palette-model.ts';
import type { WindowLook } from './windows.ts';
import { word } from './words.ts';

/** How long a test waits for what is to happen soon, an autosave for one, on a machine that does much besides; ms. */
export const soon = { timeout: 20_000 };

/** The models of one window, in a browser or in Electron. */
export const deskModels = (page: Page, language: Language) => ({
  page,
  language,
  text: pageModel(page),
  binder: binderModel(page, language),
  palette: paletteModel(page, language),
  word: (key: string, values?: Record<string, string | number>) => word(language, key, values),
});
export type DeskModels = ReturnType<typeof deskModels>;

export type Desk = {
  served: Served;
  browser: Browser;
  data: string;
  call<C extends Channel>(channel: C, input: Input<C>): Promise<Output<C>>;
  /** A new window; with `project` it waits until that project's page is shown. */
  window(language: Language, options?: WindowOptions): Promise<DeskModels>;
  /** A folder of Markdown, opened as a project: file names to contents. */
  project(files: Record<string, string>, language?: Language): Promise<ProjectInfo>;
  /** Absolute path of a project's file. */
  file(project: ProjectInfo, name: string): string;
  close(): Promise<void>;
};

export type WindowOptions = WindowLook & {
  project?: ProjectInfo;
  /** Not handed to another test: this one changes what stays with a window. */
  isOwn?: boolean;
};

/** Where the last desk of this process was served; 0 before the first. */
let lastPort = 0;

/**
 * The program where the desk before it was served: to a browser it is the same site then, and a window that has had the
 * page once neither asks for its scripts nor compiles them again. Somewhere else where that place is taken.
 */
const serveWhereBefore = async (data: string): Promise<Served> => {
  const again = lastPort === 0 ? null : serveFabula(data, ['--port', String(lastPort)]);
  const served = (await again?.catch(() => null)) ?? (await serveFabula(data));
  lastPort = Number(new URL(served.url).port);
  return served;
};

/**
 * A served Fabula on a temporary folder, and the browser to look at it. One for all tests of a file, each of which has
 * its own project in it.
 */
export async function startDesk(): Promise<Desk> {
  const data = await mkdtemp(path.join(tmpdir(), 'fabula-desk-'));
  const [served, { browser, windows }] = await Promise.all([
    serveWhereBefore(data),
    sharedBrowser(),
  ]);
  const call: Desk['call'] = (channel, input) => callTo(served, channel, input);
  /** Windows opened before the tests, which stay open beside all of them. */
  const lasting: (() => Promise<void>)[] = [];
  let folders = 0;
  return {
    served,
    browser,
    data,
    call,
    async window(language, options = {}) {
      await call('settings:update', { language, debugMode: true });
      const taking = options.isOwn ? windows.takeOwn(options) : windows.take(served.url, options);
      const { page, close } = await taking;
      if (TestRunner.getCurrentTest()) onTestFinished(close);
      else lasting.push(close);
      const models = deskModels(page, language);
      await enterPage(page, served, options.project?.projectId);
      if (options.project !== undefined) await models.text.ready();
      return models;
    },
    async project(files, language = 'zh-CN') {
      folders += 1;
      const folder = path.join(data, `novel-${folders}`);
      for (const [name, content] of Object.entries(files)) {
        await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
        await writeFile(path.join(folder, name), content);
      }
      return call('projects:open', { path: folder, language });
    },
    file: (project, name) => path.join(project.path, name),
    async close() {
      for (const close of lasting) await close();
      await served.stop();
      await rm(data, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '#main/app.ts';
import type { AppOptions } from '#main/app-options.ts';
import { createMatcherTools, ordinaryWordsFrom } from '#main/book/knowledge/index.ts';
import { createNodePlatform } from '#main/hosts/node/platform.ts';
import { createVocabularies } from '#main/context/tokens/vocabularies.ts';
import type { LogLevel, Platform } from '#main/platform.ts';
import type { Channel, Input, Output } from '#shared/contract/index.ts';
import type { ErrorCode, JsonObject } from '#shared/errors.ts';
import { putNewDatabase } from './new-database.ts';
import { programFiles } from './program-files.ts';

/** To make these takes longer than many tests do besides, and nothing changes them. */
const vocabularies = createVocabularies();
const nameTools = createMatcherTools(
  ordinaryWordsFrom(join(programFiles.assets, 'words', 'zh.txt')),
);

/** A backup made beside a test costs as much as many tests do; those of backups say when they want one. */
const backupTiming: AppOptions['backupTiming'] = { lookMs: 3_600_000 };

export type LogLine = { level: LogLevel; message: string; fields?: JsonObject };

export type TestApp = {
  app: App;
  platform: Platform;
  /** A folder of this test's own; goes with `close`. */
  folder: string;
  logs: LogLine[];
  /** The value of a call that must succeed. */
  call<C extends Channel>(channel: C, input: Input<C>): Promise<Output<C>>;
  /** The code of a call that must fail. */
  fail<C extends Channel>(channel: C, input: Input<C>): Promise<ErrorCode>;
  /** The same data folder in a new app, as after a restart. */
  restart(options?: AppOptions): Promise<void>;
  close(): Promise<void>;
};

/** The world as the services see it, in a folder of a test's own; what is logged goes nowhere. */
export const platformAt = (folder: string): Platform => ({
  ...createNodePlatform({
    host: 'cli',
    files: programFiles,
    folders: { data: join(folder, 'data'), documents: join(folder, 'documents') },
    systemLanguage: 'zh-CN',
    logger: { log: () => undefined },
  }),
  version: '0.0.0',
  secrets: null,
  desktop: null,
  sqliteBinding: null,
});

export type TestAppOptions = AppOptions & {
  now?: () => number;
  platform?: Partial<Platform>;
  /** For tests of how the program makes its database: it finds none. */
  isFolderEmpty?: boolean;
};

/** The whole program on a temporary folder: real database, real files, real worker. */
export const createTestApp = async ({
  now,
  platform: given,
  isFolderEmpty = false,
  ...options
}: TestAppOptions = {}): Promise<TestApp> => {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-app-'));
  const logs: LogLine[] = [];
  const platform: Platform = {
    ...platformAt(folder),
    clock: { now: now ?? (() => Date.now()) },
    logger: {
      log: (level, message, fields) => {
        logs.push(fields ? { level, message, fields } : { level, message });
      },
    },
    ...given,
  };
  if (!isFolderEmpty) putNewDatabase(platform.paths.data);
  const signal = new AbortController().signal;
  const open = (change: AppOptions): Promise<App> =>
    createApp(platform, { checkOutputs: true, vocabularies, nameTools, backupTiming, ...change });
  const test: TestApp = {
    app: await open(options),
    platform,
    folder,
    logs,
    async call(channel, input) {
      const reply = await test.app.dispatch(channel, input, { signal });
      if (!reply.ok) throw new Error(`${channel}: ${JSON.stringify(reply.error)}`);
      // Dispatch has parsed it against this very channel's schema (checkOutputs).
      return reply.value as Output<typeof channel>;
    },
    async fail(channel, input) {
      const reply = await test.app.dispatch(channel, input, { signal });
      if (reply.ok) throw new Error(`${channel} was expected to fail`);
      return reply.error.code;
    },
    async restart(change = {}) {
      await test.app.close();
      test.app = await open(change);
    },
    async close() {
      await test.app.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return test;
};

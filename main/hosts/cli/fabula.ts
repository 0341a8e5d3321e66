/** The entry of the command line program. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { AppOptions } from '#main/app-options.ts';
import type { App } from '#main/app.ts';
import { sayError } from '#main/base/failures/error-report.ts';
import { showControls } from '#main/base/text/visible-controls.ts';
import { AppError, type Json, type Reply, replyError } from '#shared/errors.ts';
import { guardAgainstCrash } from '../node/crash-guard.ts';
import { prepareDataFolder } from '../node/data-folder.ts';
import { chooseFolders } from '../node/folders.ts';
import { findProgramFiles } from '../node/package-root.ts';
import { thisHome } from '../node/platform.ts';
import { type Command, parseCommand } from './arguments.ts';
import { untilInterrupted } from './interruption.ts';
import { usage } from './usage.ts';

// Each command loads what it needs when it has come to that: who asks for the version, or names a folder that cannot be,
// does not wait for the whole program.

const files = findProgramFiles(import.meta.url);

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
/** Titles, passages and places come from files that anybody may have written. */
const printShown = (line: string): void => print(showControls(line));
const complain = (line: string): void => {
  process.stderr.write(`${showControls(line)}\n`);
};

// The system would print the error with its words, which may quote the manuscript (S3-44).
const crash = guardAgainstCrash({
  say: (error) => complain(sayError(error)),
  end: () => process.exit(1),
});

/** The program on a data folder, closed whatever comes of it. */
const withApp = async <T>(
  dataDir: string | null,
  work: (app: App) => Promise<T>,
  options: AppOptions = {},
): Promise<T> => {
  const folders = chooseFolders(dataDir, thisHome());
  prepareDataFolder(folders.data);
  const [{ createApp }, { createCliPlatform }] = await Promise.all([
    import('#main/app.ts'),
    import('./platform.ts'),
  ]);
  const platform = createCliPlatform(files, folders);
  const app = await createApp(platform, { checkOutputs: !files.built, ...options });
  crash.protect(() => app.close(), platform.logger);
  try {
    return await work(app);
  } finally {
    await app.close();
  }
};

/** What a program that hangs has not read by then is not waited for any more, ms. */
const maxUnread = 1_000;

const runMcp = async ({ dataDir, folder }: Command & { kind: 'mcp' }): Promise<number> => {
  const serveBook = async (app: App): Promise<number> => {
    const { serveMcp } = await import('./mcp.ts');
    return serveMcp(app, folder, files.version);
  };
  const code = await withApp(dataDir, serveBook, { lends: true });
  // Output that nobody reads would keep the process for as long as its reader lives.
  setTimeout(() => process.exit(code), maxUnread).unref();
  return code;
};

const replyOf = async (command: Command & { kind: 'call' }): Promise<Reply<Json>> => {
  const input = command.input === '-' ? await text(process.stdin) : command.input;
  const { signal } = new AbortController();
  try {
    return await withApp(command.dataDir, async (app) => {
      const { callOnce } = await import('./call.ts');
      return callOnce(app, command.channel, input, signal);
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Whoever asks by program reads replies: one that could not begin is answered in the same form.
    complain(sayError(error));
    return { ok: false, error: replyError(error) };
  }
};

const runCall = async (command: Command & { kind: 'call' }): Promise<number> => {
  const reply = await replyOf(command);
  print(JSON.stringify(reply));
  return reply.ok ? 0 : 1;
};

/** Without a data folder nothing is kept but the folder that is made; the order of a book stands in the usual one. */
const runImport = async (command: Command & { kind: 'import' }): Promise<number> => {
  const intoBook = command.into !== null && 'project' in command.into;
  const trial =
    command.dataDir !== null || intoBook
      ? null
      : await mkdtemp(path.join(tmpdir(), 'fabula-import-'));
  try {
    return await untilInterrupted((signal) =>
      withApp(command.dataDir ?? trial, async (app) => {
        const { importText } = await import('./import-text.ts');
        return importText(app, command, { print: printShown, signal });
      }),
    );
  } finally {
    if (trial) await rm(trial, { recursive: true, force: true });
  }
};

const runBundle = ({ dataDir, bundle }: Command & { kind: 'bundle' }): Promise<number> =>
  untilInterrupted((signal) =>
    withApp(dataDir, async (app) => {
      const { carryBundle } = await import('./bundle.ts');
      return carryBundle(app, bundle, { print: printShown, signal });
    }),
  );

const runInspect = async (command: Command & { kind: 'inspect' }): Promise<number> => {
  const trial = command.dataDir ? null : await mkdtemp(path.join(tmpdir(), 'fabula-inspect-'));
  try {
    const io = { print: printShown, complain };
    return await withApp(command.dataDir ?? trial, async (app) => {
      const { inspect } = await import('./inspect.ts');
      return inspect(app, command, io);
    });
  } finally {
    if (trial) await rm(trial, { recursive: true, force: true });
  }
};

const runTest = async (command: Command & { kind: 'test' }): Promise<number> => {
  const trial = command.dataDir ? null : await mkdtemp(path.join(tmpdir(), 'fabula-test-'));
  try {
    return await untilInterrupted((signal) =>
      withApp(command.dataDir ?? trial, async (app) => {
        const { testBook } = await import('./test-book.ts');
        return testBook(app, command, { print: printShown, signal });
      }),
    );
  } finally {
    if (trial) await rm(trial, { recursive: true, force: true });
  }
};

const run = async (command: Command): Promise<number> => {
  switch (command.kind) {
    case 'help':
      process.stdout.write(usage);
      return 0;
    case 'version':
      print(files.version);
      return 0;
    case 'usage':
      complain(`${command.complaint}\n"fabula --help" says what there is.`);
      return 2;
    case 'serve': {
      const { dataDir, ...rest } = command;
      const folders = chooseFolders(dataDir, thisHome());
      prepareDataFolder(folders.data);
      // The entry file chooses the host; no other file of one host imports another.
      const { serve } = await import('../web/serve.ts');
      return serve({
        ...rest,
        files,
        folders,
        print,
        complain,
        crash,
      });
    }
    case 'call':
      return runCall(command);
    case 'import':
      return runImport(command);
    case 'bundle':
      return runBundle(command);
    case 'inspect':
      return runInspect(command);
    case 'test':
      return runTest(command);
    case 'mcp':
      return runMcp(command);
  }
};

process.exitCode = await run(parseCommand(process.argv.slice(2))).catch((error: unknown) => {
  complain(sayError(error));
  return 1;
});

/** `fabula serve`: the program behind a web server. */
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Language } from '#shared/domain/identifiers.ts';
import { AppError } from '#shared/errors.ts';
import { type App, createApp } from '#main/app.ts';
import { sayError } from '#main/base/failures/error-report.ts';
import type { CrashGuard } from '../node/crash-guard.ts';
import { endInTime } from '../node/end-in-time.ts';
import type { ProgramFiles } from '../node/package-root.ts';
import { createLastPort } from './last-port.ts';
import { openBrowser } from './open-browser.ts';
import { createWebPlatform } from './platform.ts';
import { createWebServer, type WebServer } from './server.ts';

export type ServeOptions = {
  files: ProgramFiles;
  /** `data` is there and can be written. */
  folders: { data: string; documents: string };
  port: number;
  /** Open the person's browser. */
  open: boolean;
  /** Print one line of JSON and nothing else. */
  json: boolean;
  /** What to open before the server is ready. */
  start: { project: string } | { sample: Language } | null;
  print(line: string): void;
  complain(line: string): void;
  crash: CrashGuard;
};

/** How long the parts of the program may take to end before the last backup is made, ms. */
const closingMs = 1000;

const Opened = z.object({ projectId: z.string(), name: z.string() });

const openAtStart = async (
  app: App,
  start: NonNullable<ServeOptions['start']>,
): Promise<z.infer<typeof Opened>> => {
  const call = { signal: new AbortController().signal };
  const reply =
    'project' in start
      ? await app.dispatch('projects:open', { path: resolve(start.project) }, call)
      : await app.dispatch('projects:openSample', { language: start.sample }, call);
  if (!reply.ok) throw new AppError(reply.error.code, reply.error.message);
  return Opened.parse(reply.value);
};

/**
 * Runs Fabula on the loopback address until SIGTERM or SIGINT.
 * @returns the exit code: 0 after a signal, 1 when it could not start
 */
export const serve = async (options: ServeOptions): Promise<number> => {
  const platform = createWebPlatform(options.files, options.folders);
  const stopped = stopSignal(() =>
    endInTime(() => {
      platform.logger.log('error', 'the end took too long and was forced');
    }),
  );
  const app = await createApp(platform, { checkOutputs: !options.files.built });
  options.crash.protect(() => app.close(closingMs), platform.logger);
  let server: WebServer;
  let project: z.infer<typeof Opened> | null;
  const token = randomBytes(32).toString('base64url');
  try {
    project = options.start ? await openAtStart(app, options.start) : null;
    server = await createWebServer({
      dispatch: app.dispatch,
      events: app.events,
      logger: platform.logger,
      renderer: options.files.renderer,
      token,
      clock: platform.clock,
      port: options.port,
      lastPort: createLastPort(options.folders.data, platform.logger),
    });
  } catch (error) {
    await app.close(closingMs);
    options.complain(sayError(error));
    return 1;
  }
  // For whoever reads this output; a fragment is sent to no server.
  const address = `${server.url}/#token=${token}`;
  // For a browser, whose arguments every program of this machine may read: good once, and not for long.
  const opening = `${server.url}/#code=${server.newCode()}`;
  if (options.json) {
    const facts = { url: server.url, token, address, opening };
    options.print(JSON.stringify(project ? { ...facts, project } : facts));
  } else {
    options.print(`Fabula is at ${address}\nPress Ctrl+C to stop.`);
  }
  if (options.open) {
    openBrowser(opening, (reason) => options.complain(`The browser did not start: ${reason}`));
  }
  await stopped;
  await server.close();
  await app.close(closingMs);
  return 0;
};

/** Resolves at the first signal that asks to stop, after `atSignal`; a second one then acts as the system has it. */
const stopSignal = (atSignal: () => void): Promise<void> =>
  new Promise((resolve) => {
    const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
    const stop = (): void => {
      for (const signal of signals) process.off(signal, stop);
      atSignal();
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });

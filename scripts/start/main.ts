/** The part of `npm start` that needs the installed packages: opens Fabula and says what it did. */
import path from 'node:path';
import { interfaceLanguages, languageOfLocale } from '#shared/domain/interface-language.ts';
import { fetchElectron } from '../bootstrap/electron.mjs';
import { hasDisplay, parseStartOptions, type StartOptions, usage } from './options.ts';
import { reportProject } from './report.ts';
import { builtEntry, type RunningServer, startServer } from './server.ts';
import { openBrowser, openWindow } from './window.ts';

/** How long an Electron download may bring nothing before the browser is used instead, ms. */
const stallMs = 12_000;
/** A window that ends with an error this soon never was one, ms. */
const stillbornMs = 10_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  return 1;
});

async function main(): Promise<number> {
  const options = readOptions();
  if (!options) return 1;
  const environment = {
    ...process.env,
    ...(options.dataDir ? { FABULA_DATA_DIR: path.resolve(options.dataDir) } : {}),
  };
  const stage = createStage();
  const executable = await findDesktop(options);
  const serve = () => stage.enter(startServer(builtEntry, { port: options.port, environment }));
  let server = await serve();
  await report(server, environment);
  if (executable) {
    // One program holds a project at a time: the server has told what it had to and makes room.
    await server.stop();
    const code = await showWindow(stage, executable, environment);
    if (stage.stopped() || code === 0) return 0;
    say(`The desktop window did not open (exit code ${code}); using the browser instead`);
    server = await serve();
  }
  await showPage(server, options);
  const code = await server.ended;
  return stage.stopped() ? 0 : code;
}

function readOptions(): StartOptions | null {
  try {
    return parseStartOptions(process.argv.slice(2), process.env);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}\n`);
    return null;
  }
}

/** @returns the Electron to open, or null when the page is to be used; says why in one line */
async function findDesktop(options: StartOptions): Promise<string | null> {
  if (options.web || !options.open || !hasDisplay(process.platform, process.env)) return null;
  const found = await fetchElectron({ stallMs, log: say });
  if ('executable' in found) return found.executable;
  say(`No desktop window: Electron could not be downloaded (${found.refused}); using the browser`);
  return null;
}

async function report(server: RunningServer, environment: NodeJS.ProcessEnv): Promise<void> {
  const locale = environment.LC_ALL || environment.LC_MESSAGES || environment.LANG;
  const language = languageOfLocale(locale ?? Intl.DateTimeFormat().resolvedOptions().locale);
  try {
    for (const line of await reportProject(server.call, interfaceLanguages[language].bookLanguage))
      say(line);
  } catch (error) {
    // The program itself still opens; it shows the same failure where it can be mended.
    say(`Project: could not be opened (${error instanceof Error ? error.message : error})`);
  }
}

async function showWindow(
  stage: Stage,
  executable: string,
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const started = Date.now();
  const window = await stage.enter(Promise.resolve(openWindow(executable, environment)));
  say('Window: Fabula is open on your desktop; close it or press Ctrl+C to stop');
  const code = await window.ended;
  return Date.now() - started > stillbornMs ? 0 : code;
}

async function showPage(server: RunningServer, options: StartOptions): Promise<void> {
  const display = hasDisplay(process.platform, process.env);
  const opened = options.open && display && (await openBrowser(server.opening));
  if (opened) say(`Page: open in your browser; for another window: ${server.page}`);
  else if (options.open && !display) say(`Page: no display here; open ${server.page}`);
  else say(`Page: ${server.page}`);
  say('Press Ctrl+C to stop');
}

/** The one program that runs at a time, and what a signal stops. */
interface Stage {
  enter<P extends { stop(): Promise<void> }>(program: Promise<P>): Promise<P>;
  stopped(): boolean;
}

function createStage(): Stage {
  let current: { stop(): Promise<void> } | null = null;
  let stopped = false;
  const stop = () => {
    stopped = true;
    if (current) void current.stop();
    else process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
    process.on(signal, stop);
  }
  process.channel?.unref();
  return {
    async enter(program) {
      current = null;
      const entered = await program;
      current = entered;
      return entered;
    },
    stopped: () => stopped,
  };
}
